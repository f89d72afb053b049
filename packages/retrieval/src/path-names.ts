/** The names of folders and files, as a text would write them: without case, hyphens and endings. Knows paths only. */
import { CACHE_BYTES, estimatedBytes, RecentMap } from "@sdl/model";

/** Names by path, of all versions: most paths of a version were those of the one before. */
const known = new RecentMap<readonly string[], string>({ maxBytes: CACHE_BYTES.pathNames, sizeOf: estimatedBytes });

/** `Reg-Exp_Router` and `RegExpRouter` are one name. */
export function plainName(text: string): string {
  return text.toLowerCase().replace(/[-_@.]/g, "");
}

/** Names of the folders on the way, and last that of the file, up to its first dot. */
function namesOnPath(path: string): readonly string[] {
  const before = known.get(path);
  if (before !== undefined) return before;
  const segments = path.split("/");
  const file = segments.pop() ?? "";
  const names = [...segments.map(plainName), plainName(file.replace(/(?<=.)\..*$/, ""))];
  known.put(path, names);
  return names;
}

/** Paths by the names on them. */
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

  /** Files whose path is the written one or ends in it, names kept whole; of a folder's path, what is in it. */
  at(written: string): readonly string[] {
    const path = written.replace(/^(?:\.?\/)+/, "");
    const last = path.split("/").at(-1) ?? "";
    const named = this.under(plainName(last.replace(/(?<=.)\..*$/, "")));
    return named.filter((file) => `/${file}`.endsWith(`/${path}`) || file.startsWith(`${path}/`));
  }

  /** In a folder of that name, or a file of it. */
  under(name: string): readonly string[] {
    return this.byName.get(name) ?? [];
  }
}
