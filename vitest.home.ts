/**
 * Tests and the user's own files: all of them run with a home of SDL in a temporary folder, and a run that registers a temporary folder in the
 * home of whoever runs them fails. A test that starts the program in an environment of its own names a home there (`SDL_HOME`).
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import process from "node:process";

const PREFIX = "sdl-test-home-";

/** Called once for each package. */
export function setup(): () => void {
  if (process.env["SDL_HOME"]?.startsWith(join(tmpdir(), PREFIX)) === true) return () => undefined;
  const registries = realRegistries();
  const before = new Set(registries.flatMap(temporaryRoots));
  // What a program leaves unfinished would go on in folders that the test removes.
  process.env["SDL_BACKGROUND"] = "off";
  const home = mkdtempSync(join(tmpdir(), PREFIX));
  process.env["SDL_HOME"] = home;
  return () => {
    rmSync(home, { recursive: true, force: true });
    const added = registries.flatMap(temporaryRoots).filter((root) => !before.has(root));
    if (added.length === 0) return;
    // Vitest prints what a teardown throws, and ends well all the same.
    process.exitCode = 1;
    throw new Error(`tests registered ${added.join(", ")} in the user's own home; give them a home with SDL_HOME`);
  };
}

/** Where the program would register a repository: by the environment, and by the system's list of users where a test leaves HOME out. */
function realRegistries(): string[] {
  const { SDL_HOME, XDG_DATA_HOME, LOCALAPPDATA, HOME } = process.env;
  const data = [XDG_DATA_HOME, LOCALAPPDATA].flatMap((folder) => (folder ? [join(folder, "sdl")] : []));
  const homes = [HOME, userInfo().homedir].flatMap((folder) =>
    folder ? [join(folder, ".local", "share", "sdl")] : [],
  );
  const folders = new Set([...(SDL_HOME ? [SDL_HOME] : []), ...data, ...homes]);
  return [...folders].map((folder) => join(folder, "registry.json"));
}

/** The registered roots that lie among temporary files: nobody but a test works there. */
function temporaryRoots(registry: string): string[] {
  try {
    const { repositories } = JSON.parse(readFileSync(registry, "utf8")) as { repositories: { rootPath: string }[] };
    return repositories.map(({ rootPath }) => rootPath).filter((root) => root.startsWith(join(tmpdir(), "sdl-")));
  } catch {
    return []; // none yet
  }
}
