/** Which clones are asked about. */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { REPOSITORIES } from "./repositories.js";

export interface Source {
  readonly name: string;
  readonly group: string;
  readonly clone: string;
}

export interface SourceOptions {
  readonly repo?: readonly string[] | undefined;
  /** Folder of the fixed list's clones. */
  readonly clones?: string | undefined;
  readonly group?: string | undefined;
}

/** Those that are given, then those of the fixed list that are there; says which are not. */
export function* sourcesOf({ repo, clones, group: only }: SourceOptions): Iterable<Source> {
  for (const clone of repo ?? []) yield { name: basename(resolve(clone)), group: "given", clone };
  if (clones === undefined) return;
  for (const { name, group } of REPOSITORIES) {
    const folder = join(clones, name.replace("/", "+"));
    if (only !== undefined && only !== group) continue;
    if (existsSync(folder))
      yield { name, group, clone: existsSync(join(folder, "repo")) ? join(folder, "repo") : folder };
    else console.error(`NOT MEASURED: ${name}: there is no ${folder}`);
  }
}
