/** An indexed repository of a few given files, in a folder of its own. */
import { makePlace, writeFiles } from "@sdl/repository/testing";
import type { Engine } from "../../src/contract/engine.js";
import { openEngine } from "../../src/opened/open-engine.js";

export interface SmallRepository {
  readonly engine: Engine;
  readonly root: string;
  remove(): Promise<void>;
}

export async function openRepository(files: Readonly<Record<string, string>>): Promise<SmallRepository> {
  const { root, home, remove } = makePlace("app");
  writeFiles(root, files);
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  const { entry } = await engine.register({ rootPath: root, settings: {} });
  const repository = await engine.open(entry);
  await repository.refresh({ mode: "incremental" });
  return {
    engine,
    root,
    remove: async () => {
      await engine.close();
      remove();
    },
  };
}
