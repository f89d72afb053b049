/** A repository of a few given files, indexed, in a folder of its own. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Engine } from "../../src/contract/engine.js";
import { openEngine } from "../../src/opened/open-engine.js";

export interface SmallRepository {
  readonly engine: Engine;
  readonly root: string;
  remove(): Promise<void>;
}

export async function openRepository(files: Readonly<Record<string, string>>): Promise<SmallRepository> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-ladder-")));
  const root = join(folder, "app");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const engine = openEngine({ cwd: root, env: { SDL_HOME: join(folder, "home") } });
  const { entry } = await engine.register({ rootPath: root, settings: {} });
  const repository = await engine.open(entry);
  await repository.refresh({ mode: "incremental" });
  return {
    engine,
    root,
    remove: async () => {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
