/** Repository-relative paths with `/`. The root is the empty path. Pure. */

/** The folder of a path. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** A path inside a folder, as a path of the repository. Either may be empty. */
export function inFolder(folder: string, path: string): string {
  return folder === "" || path === "" ? folder + path : `${folder}/${path}`;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Joins paths. @returns `undefined` for a path that leaves the repository */
export function joinPath(base: string, relative: string): string | undefined {
  const parts = base === "" ? [] : base.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** The folder and its ancestors, nearest first, the root last. */
export function ancestorsAndSelf(folder: string): string[] {
  const result = [folder];
  for (let at = folder; at !== ""; ) {
    at = parentPath(at);
    result.push(at);
  }
  return result;
}

/** The rest of the path after the folder; `undefined` if the path is not inside. */
export function pathInside(folder: string, path: string): string | undefined {
  if (folder === "") return path;
  if (path === folder) return "";
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
