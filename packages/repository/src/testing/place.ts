/** Workspace of a test: a repository's folder and a user's home in a temporary folder. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The folders of a test. */
export interface TestPlace {
  readonly folder: string;
  /** The repository's folder; not created yet. */
  readonly root: string;
  /** The value for SDL_HOME; not created yet. */
  readonly home: string;
  remove(): void;
}

/** Creates the outer folder. @param name of the repository's folder, and so of the repository */
export function makePlace(name = "my-app"): TestPlace {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), "sdl-test-")));
  // The parent folder is private too: randomized calls may name folders around their repository.
  const folder = join(outer, "place");
  mkdirSync(folder);
  return {
    folder,
    root: join(folder, name),
    home: join(folder, "home"),
    remove: () => rmSync(outer, { recursive: true, force: true }),
  };
}

/** Writes files. @param files contents by path */
export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
