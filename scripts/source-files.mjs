/** Source files that the checks of this folder read: those of apps, packages and the bench. */
import { existsSync, readdirSync } from "node:fs";
import { posix } from "node:path";

/** Folders named `src` of all apps, packages and the bench, relative to the root, with `/`. */
export function sourceFolders(root) {
  const names = ["apps", "packages"].flatMap((folder) => {
    const path = posix.join(root, folder);
    return existsSync(path) ? readdirSync(path).map((name) => `${folder}/${name}`) : [];
  });
  return [...names, "bench"].map((name) => `${name}/src`).filter((src) => existsSync(posix.join(root, src)));
}

/** TypeScript files of a source folder, sorted, without declaration files. @param src one of {@link sourceFolders} */
export function sourceFiles(root, src) {
  return readdirSync(posix.join(root, src), { recursive: true })
    .map((name) => `${src}/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .sort();
}
