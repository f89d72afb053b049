/** A repository's settings as discovery takes them. */
import type { DiscoverOptions } from "@sdl/indexer";
import type { Language } from "@sdl/model";
import type { RepositorySettings } from "../workspace/workspace.js";

export function discoverOptions({ ignore, languages, maxFileBytes }: RepositorySettings): DiscoverOptions {
  return {
    ...(ignore === undefined ? {} : { ignore }),
    ...(languages === undefined ? {} : { languages: languages as readonly Language[] }),
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
  };
}
