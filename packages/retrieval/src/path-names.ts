/** The names of folders and files, as a text would write them: without case, hyphens and endings. Knows paths only. */

/** Names by path, of all versions: most paths of a version were those of the one before. */
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 1 << 16;

/** `Reg-Exp_Router` and `RegExpRouter` are one name. */
export function plainName(text: string): string {
  return text.toLowerCase().replace(/[-_@.]/g, "");
}

/** Names of the folders on the way, and last that of the file, up to its first dot. */
export function namesOnPath(path: string): readonly string[] {
  const before = known.get(path);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const segments = path.split("/");
  const file = segments.pop() ?? "";
  const names = [...segments.map(plainName), plainName(file.replace(/(?<=.)\..*$/, ""))];
  known.set(path, names);
  return names;
}

/** Paths by the names on them. */
export class PathNames {
  private readonly byName = new Map<string, string[]>();
  private readonly byFile = new Map<string, string[]>();

  constructor(paths: readonly string[]) {
    for (const path of paths) {
      const names = namesOnPath(path);
      for (const name of new Set(names)) add(this.byName, name, path);
      add(this.byFile, names.at(-1) ?? "", path);
    }
  }

  /** With a folder of that name, or for a file's own. */
  under(name: string): readonly string[] {
    return this.byName.get(name) ?? [];
  }

  /** Files of that name. */
  files(name: string): readonly string[] {
    return this.byFile.get(name) ?? [];
  }
}

function add(map: Map<string, string[]>, name: string, path: string): void {
  const paths = map.get(name);
  if (paths === undefined) map.set(name, [path]);
  else paths.push(path);
}
