/** An engine on a small repository, with a home of its own whose settings name a sentence model. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Repository } from "@sdl/repository";
import { onTestFinished } from "vitest";
import type { Engine } from "../../src/contract/engine.js";
import type { Answer } from "../../src/contract/prune-answer.js";
import { runAction } from "../../src/dispatch.js";
import { openEngine } from "../../src/opened/open-engine.js";

export const SOURCES = {
  "src/door.ts":
    "/** Checks who somebody is. */\nexport function authenticate(name: string) {\n  return name;\n}\n\nexport function leave() {}\n",
  "src/shapes.ts": "export function circle(radius: number) {\n  return radius;\n}\n",
  "test/door.test.ts": "export function signinWorks() {}\n",
};

export interface ModelEngine {
  readonly engine: Engine;
  readonly home: string;
  readonly root: string;
  /** Replaces the settings. */
  set(settings: object): void;
  /** Writes a source and refreshes the index. */
  edit(path: string, text: string): Promise<void>;
  repository(): Promise<Repository>;
  /** Waits until derived layers and embeddings are built. */
  settle(): Promise<void>;
  /** Searches by vectors, with evidence. */
  search(query: string): Promise<Answer>;
}

export async function openModelEngine(settings: object, now?: () => number): Promise<ModelEngine> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-model-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [home, root] = [join(folder, "home"), join(folder, "app")];
  mkdirSync(home);
  let stamp = 0;
  const set = (changed: object) => {
    const path = join(home, "settings.json");
    writeFileSync(path, JSON.stringify(changed));
    // Sets distinct times, because files written within one clock tick look unchanged.
    utimesSync(path, statSync(path).atime, new Date(1_700_000_000_000 + 1000 * stamp++));
  };
  set(settings);
  for (const path of ["src", "test"]) mkdirSync(join(root, path), { recursive: true });
  for (const [path, text] of Object.entries(SOURCES)) writeFileSync(join(root, path), text);
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home }, ...(now === undefined ? {} : { now }) });
  onTestFinished(() => engine.close());
  await engine.register({ rootPath: root, repoId: "app", settings: {} });
  const run = (name: string, args: object) => runAction(name, { repoId: "app", ...args }, { engine });
  const repository = async () => await engine.open(engine.resolve("app"));
  await run("indexRefresh", {});
  return {
    engine,
    home,
    root,
    set,
    edit: async (path, text) => {
      writeFileSync(join(root, path), text);
      await run("indexRefresh", {});
    },
    repository,
    settle: async () => (await repository()).settle(),
    search: (query) => run("symbolSearch", { query, semantic: true, includeRetrievalEvidence: true }),
  };
}
