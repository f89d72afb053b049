/** Tests of calls that share refreshes, some of which are cancelled at any stage: the others get correct answers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "@sdl/repository/testing";
import { expect, onTestFinished, test } from "vitest";
import { type Generated, generateRepository } from "../../../repository/test/support/generated-repository.js";
import { type Engine, openEngine, runAction, toErrorAnswer } from "../../src/index.js";

const SEED = Number(process.env["SDL_SEED"] ?? 20);
const ROUNDS = process.env["SDL_LONG"] === undefined ? 3 : 400;
const FILES = 12;
const CALLERS = 8;

interface Asked {
  readonly isCancelled: boolean;
  readonly name: string;
  readonly outcome: Promise<unknown>;
}

class Round {
  constructor(
    private readonly engine: Engine,
    private readonly repository: Generated,
    private readonly random: () => number,
  ) {}

  /** Each caller writes a symbol, then searches for it or refreshes; half of them cancel within the duration of a refresh. */
  async play(number: number): Promise<void> {
    const asked: Asked[] = [];
    for (let caller = 0; caller < CALLERS; caller++) {
      asked.push(this.ask(`made${number}x${caller}`));
      await sleep(this.random() * 12);
    }
    for (const { isCancelled, name, outcome } of asked) {
      const answer = await outcome;
      if (!isCancelled) expect([name, answer]).toEqual([name, "right"]);
      else expect(["right", "cancelled"]).toContain(answer);
    }
  }

  private ask(name: string): Asked {
    const file = Math.floor(this.random() * FILES);
    writeFileSync(join(this.repository.root, `file${file}.ts`), `export function ${name}() { return ${file}; }\n`);
    const abort = new AbortController();
    const isCancelled = this.random() < 0.5;
    const limit = isCancelled ? AbortSignal.timeout(Math.floor(this.random() * 60)) : undefined;
    limit?.addEventListener("abort", () => abort.abort(limit.reason));
    return { isCancelled, name, outcome: this.run(name, abort.signal) };
  }

  private async run(name: string, signal: AbortSignal): Promise<string> {
    const context = { engine: this.engine, signal };
    try {
      if (this.random() < 0.5) {
        const mode = this.random() < 0.3 ? "full" : "incremental";
        await runAction("sdl.index.refresh", { mode }, context);
        return "right";
      }
      // Another caller may have overwritten the file: the answer must match the current files.
      const answer = await runAction("sdl.symbol.search", { query: name, fresh: true }, context);
      return "results" in answer || "staleFiles" in answer ? "right" : JSON.stringify(answer);
    } catch (error) {
      return signal.aborted ? "cancelled" : JSON.stringify(toErrorAnswer(error));
    }
  }
}

async function openGenerated(): Promise<{ readonly engine: Engine; readonly repository: Generated }> {
  const repository = generateRepository(FILES, 40);
  const { root, home, store } = repository;
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home }, storeDirectory: store });
  onTestFinished(() => engine.close());
  await engine.register({ rootPath: root, settings: {} });
  return { engine, repository };
}

test("a caller that does not cancel is answered, whichever others cancel", async () => {
  const { engine, repository } = await openGenerated();
  const random = seededRandom(SEED);
  const round = new Round(engine, repository, random);
  for (let number = 0; number < ROUNDS; number++) await round.play(number);
}, 600_000);

test("a query that waits for the first index is answered if the caller that started the index cancels", async () => {
  const { engine } = await openGenerated();
  const abort = new AbortController();
  const refresh = runAction("sdl.index.refresh", {}, { engine, signal: abort.signal });
  const refused = expect(refresh).rejects.toThrow();
  // The query finds the refresh in progress.
  const repository = await engine.open(engine.resolve(undefined));
  await sleep(0);
  const search = runAction("sdl.symbol.search", { query: "work3x1", limit: 1 }, { engine });
  await sleep(0);
  expect(repository.isIndexed()).toBe(false);
  abort.abort();
  await refused;
  expect(await search).toMatchObject({ results: [{ name: "work3x1" }] });
});

test("a refresh requested while a cancelled one ends is run", async () => {
  const { engine } = await openGenerated();
  const abort = new AbortController();
  const first = expect(runAction("sdl.index.refresh", {}, { engine, signal: abort.signal })).rejects.toThrow();
  await sleep(30);
  abort.abort();
  const second = runAction("sdl.index.refresh", {}, { engine });
  await first;
  expect(await second).toMatchObject({ addedFiles: FILES });
});
