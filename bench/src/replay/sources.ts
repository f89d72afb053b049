/** Clones to replay. */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { REPOSITORIES } from "./repositories.js";

/** A clone with its group. */
export interface Source {
  readonly name: string;
  readonly group: string;
  readonly clone: string;
}

/** Options that select the clones to replay. */
export interface SourceOptions {
  readonly repo?: readonly string[] | undefined;
  /** Folder with the clones of the fixed list. */
  readonly clones?: string | undefined;
  readonly group?: string | undefined;
}

/** Given clones, then those of the fixed list that exist; missing ones are reported. */
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
