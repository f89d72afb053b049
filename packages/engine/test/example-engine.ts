/** An engine on the indexed example repository, in a folder of its own. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLE_REPOSITORY, makePlace, writeExampleRepository } from "@sdl/repository/testing";
import type { Engine } from "../src/contract/engine.js";
import { indexRefresh } from "../src/features/refresh/index-refresh.action.js";
import { openEngine } from "../src/opened/open-engine.js";

/** The token file's content in the version before the last. */
const EARLIER_TOKEN = (EXAMPLE_REPOSITORY["src/auth/token.ts"] ?? "").replace(
  "bearer: string, now: number",
  "bearer: string",
);

export interface ExampleEngine {
  readonly engine: Engine;
  readonly root: string;
  remove(): Promise<void>;
}

export async function openExample(): Promise<ExampleEngine> {
  const { root, home, remove } = makePlace();
  writeExampleRepository(root);
  writeFileSync(join(root, "src/auth/token.ts"), EARLIER_TOKEN);
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  await engine.register({ rootPath: root, settings: {} });
  await indexRefresh.execute({ repoId: "my-app" }, { engine });
  // The second version is the repository as described.
  writeExampleRepository(root);
  await indexRefresh.execute({ repoId: "my-app" }, { engine });
  return {
    engine,
    root,
    remove: async () => {
      await engine.close();
      remove();
    },
  };
}
