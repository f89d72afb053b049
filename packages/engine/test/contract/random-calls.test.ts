/**
 * Any call gives an answer of the declared shape or an error that a client can act on, never a fault of the program.
 * SDL_RANDOM_CALLS sets how many; 20,000 is the long tier's.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { toErrorAnswer } from "../../src/actions/error-answer.js";
import { ACTIONS } from "../../src/actions/table.js";
import { type ExampleEngine, openExample } from "../example-engine.js";
import { drawArguments, type Pools, pick, plantFault, seededRandom } from "./random-calls.js";

const CALLS = Number(process.env["SDL_RANDOM_CALLS"] ?? 2000);
/** They move the repository or the machine's files: other tests cover them. */
const LEFT_OUT = new Set([
  "sdl.repo.register",
  "sdl.repo.unregister",
  "sdl.index.export",
  "sdl.index.import",
  "sdl.index.refresh",
]);

let example: ExampleEngine;
let pools: Pools;
beforeAll(async () => {
  example = await openExample();
  const { engine } = example;
  const { workspace, snapshot } = await engine.open(engine.resolve("my-app"));
  await workspace.settle();
  const graph = snapshot();
  const symbols = graph.files().flatMap((file) => graph.fileSymbols(file).map((handle) => graph.symbol(handle)));
  const names = [...new Set(symbols.map(({ name }) => name))];
  const version = graph.version;
  pools = {
    repoId: ["my-app"],
    fresh: [false],
    symbolId: symbols.map(({ id }) => id),
    symbol: symbols.map(({ id }) => id),
    entrySymbols: [[symbols[3]?.id], [names[2]]],
    name: names,
    file: graph.files(),
    failingTestPath: ["test/token.test.ts"],
    identifier: names,
    fromVersion: [version, "@latest", "@latest~1", "v1"],
    toVersion: [version, "@latest"],
    versionId: [version],
    fn: ["symbolSearch", "symbolGetCard", "dataPick", "dataSort", "nothing"],
    text: ["expired token", "fix the login", ...names, ...graph.files(), "@latest", version],
  };
});
afterAll(() => example.remove());

test(`${CALLS} random calls`, { timeout: 1_200_000 }, async () => {
  const random = seededRandom(20_261_122);
  const actions = ACTIONS.filter(({ name }) => !LEFT_OUT.has(name));
  const faults: object[] = [];
  const outcomes = { answers: 0, errors: 0 };
  for (let at = 0; at < CALLS && faults.length < 5; at++) {
    const action = pick(random, actions);
    const drawn = drawArguments(random, action.inputSchema(), pools);
    const args = random() < 0.3 ? plantFault(random, drawn) : drawn;
    try {
      const answer = await action.execute(args, { engine: example.engine });
      outcomes.answers++;
      const { error } = action.answerSchema().safeParse(answer);
      if (error !== undefined) faults.push({ action: action.name, args, issues: error.issues.slice(0, 2) });
    } catch (error) {
      outcomes.errors++;
      const { code, message } = toErrorAnswer(error);
      if (code === "internal" || message === "") faults.push({ action: action.name, args, code, message });
    }
  }
  expect(JSON.stringify(faults, null, 1).slice(0, 4000)).toBe("[]");
  expect(Math.min(outcomes.answers, outcomes.errors)).toBeGreaterThan(CALLS / 10);
});
