/** Index of folder and file names in paths, normalised as a text may write them: without case, hyphens and extensions. Knows paths only. */
import { CACHE_BYTES, estimatedBytes, RecentMap } from "@sdl/model";

/** Cache of names by path, shared by all versions: most paths of a version exist in the previous one. */
const known = new RecentMap<readonly string[], string>({ maxBytes: CACHE_BYTES.pathNames, sizeOf: estimatedBytes });

/** Normalises a name: `Reg-Exp_Router` and `RegExpRouter` become equal. */
export function plainName(text: string): string {
  return text.toLowerCase().replace(/[-_@.]/g, "");
}

/** Names of the path's folders, then that of the file up to its first dot. */
function namesOnPath(path: string): readonly string[] {
  const before = known.get(path);
  if (before !== undefined) return before;
  const segments = path.split("/");
  const file = segments.pop() ?? "";
  const names = [...segments.map(plainName), plainName(file.replace(/(?<=.)\..*$/, ""))];
  known.put(path, names);
  return names;
}

/** Paths by the names they contain. */
export class PathNames {
  private readonly byName = new Map<string, string[]>();

  constructor(paths: readonly string[]) {
    for (const path of paths) {
      for (const name of new Set(namesOnPath(path))) {
        const others = this.byName.get(name);
        if (others === undefined) this.byName.set(name, [path]);
        else others.push(path);
      }
    }
  }

  /** Files whose path equals the written path or ends in it at a `/`; for a folder's path, the files in it. */
  filesAtPath(written: string): readonly string[] {
    const path = written.replace(/^(?:\.?\/)+/, "");
    const last = path.split("/").at(-1) ?? "";
    const named = this.filesUnder(plainName(last.replace(/(?<=.)\..*$/, "")));
    return named.filter((file) => `/${file}`.endsWith(`/${path}`) || file.startsWith(`${path}/`));
  }

  /** Files in a folder of that name, and files of that name. */
  filesUnder(name: string): readonly string[] {
    return this.byName.get(name) ?? [];
  }
}
