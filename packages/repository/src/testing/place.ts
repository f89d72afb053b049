/** Where a test works: a repository's folder and a user's home, beside each other in a folder of their own. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TestPlace {
  readonly folder: string;
  /** Not made yet. */
  readonly root: string;
  /** For SDL_HOME; not made yet. */
  readonly home: string;
  remove(): void;
}

/** @param name of the repository's folder, and so of the repository */
export function makePlace(name = "my-app"): TestPlace {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), "sdl-test-")));
  // Calls that are drawn at random name folders around their repository too: none of them is everybody's.
  const folder = join(outer, "place");
  mkdirSync(folder);
  return {
    folder,
    root: join(folder, name),
    home: join(folder, "home"),
    remove: () => rmSync(outer, { recursive: true, force: true }),
  };
}

/** @param files contents by path */
export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
