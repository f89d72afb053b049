/**
 * Tests that any call, in any answer format, returns an answer of the declared shape within its budget, or an error that a client can act on, never
 * an internal error. 800 calls, 20,000 in the long tier; SDL_RANDOM_CALLS sets the number.
 */
import { readFileSync } from "node:fs";
import { pick, seededRandom } from "@sdl/repository/testing";
import { type CountTokens, loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Action } from "../../src/contract/action.js";
import type { TextStyle } from "../../src/contract/answer-form.js";
import { toErrorAnswer } from "../../src/contract/error-answer.js";
import type { Answer } from "../../src/contract/prune-answer.js";
import { ACTIONS } from "../../src/table.js";
import { type ExampleEngine, openExample } from "../example-engine.js";
import { budgetProblems } from "./budget-problems.js";
import { FieldSightings } from "./field-sightings.js";
import { drawArguments, drawForm, type Pools, plantFault } from "./random-calls.js";
import { Notation } from "./shape-notation.js";

const CALLS = Number(process.env["SDL_RANDOM_CALLS"] ?? (process.env["SDL_LONG"] === undefined ? 800 : 20_000));
/** Left out, because it unregisters the repository that later calls need. */
const LEFT_OUT = new Set(["sdl.repo.unregister"]);
/** Values that answers pass on to later calls; a limited number of each is remembered. */
const HANDED_ON: Readonly<Record<string, string>> = {
  sliceHandle: "sliceHandle",
  spilloverHandle: "spilloverHandle",
  cursor: "cursor",
  memoryId: "memoryId",
  etag: "ifNoneMatch",
};
const MOST_HANDED_ON = 20;

const notation = Notation.parse(readFileSync(new URL("fields.txt", import.meta.url), "utf8"));
const sightings = new FieldSightings(notation);

let example: ExampleEngine;
let pools: Record<string, unknown[]>;
let countTokens: CountTokens;
beforeAll(async () => {
  example = await openExample();
  countTokens = await loadTokenCounter();
  const { engine, root } = example;
  const repository = await engine.open(engine.resolve("my-app"));
  await repository.settle();
  const graph = repository.snapshot();
  const symbols = graph.files().flatMap((file) => graph.fileSymbols(file).map((handle) => graph.symbol(handle)));
  const names = [...new Set(symbols.map(({ name }) => name))];
  const version = graph.version;
  pools = {
    repoId: ["my-app"],
    rootPath: [root, "/no/such/folder"],
    path: ["my-app.sdlindex", "../my-app.sdlindex", "src/server.ts"],
    fresh: [false],
    symbolId: symbols.map(({ id }) => id),
    symbol: symbols.map(({ id }) => id),
    entrySymbols: [[symbols[3]?.id], [names[2]]],
    name: names,
    file: [...graph.files()],
    failingTestPath: ["test/token.test.ts"],
    identifier: names,
    fromVersion: [version, "@latest", "@latest~1", "v1"],
    toVersion: [version, "@latest"],
    versionId: [version],
    knownVersion: [version, "v1"],
    fn: ["symbolSearch", "symbolGetCard", "sliceBuild", "dataPick", "dataSort", "nothing"],
    text: ["expired token", "fix the login", ...names, ...graph.files(), "@latest", version],
  };
});
afterAll(() => example.remove());

/** Problems of an answer. */
function problemsOf(action: Action, args: object, { answer, style }: Formed): object[] {
  const text = style === undefined ? undefined : action.text(answer, style);
  const { error } = action.answerSchema().safeParse(answer);
  return [
    ...(error?.issues ?? []),
    // In a text answer, JSON fields are not sent.
    ...(style === undefined ? sightings.note(action.name, answer) : []),
    ...budgetProblems({ action: action.name, args, answer, text }, countTokens),
  ].map((problem) => (typeof problem === "string" ? { problem } : problem));
}

interface Formed {
  readonly answer: Answer;
  readonly style: TextStyle | undefined;
}

function handOn(answer: Answer): void {
  for (const [field, pool] of Object.entries(HANDED_ON)) {
    const value = answer[field];
    if (typeof value !== "string") continue;
    pools[pool] = [value, ...(pools[pool] ?? [])].slice(0, MOST_HANDED_ON);
    if (field === "sliceHandle") pools["handle"] = pools[pool] ?? [];
    if (field === "sliceHandle") pools["spilloverHandle"] = [value.replace("h_", "sp_")];
  }
}

test(`${CALLS} random calls`, { timeout: 3_600_000 }, async () => {
  const random = seededRandom(Number(process.env["SDL_SEED"] ?? 20_261_122));
  const actions = ACTIONS.filter(({ name }) => !LEFT_OUT.has(name));
  const faults: object[] = [];
  const outcomes = { answers: 0, errors: 0 };
  for (let at = 0; at < CALLS && faults.length < 5; at++) {
    const action = pick(random, actions);
    const drawn = drawArguments(random, action.inputSchema(), pools as Pools);
    const args = random() < 0.3 ? plantFault(random, drawn) : drawn;
    const style = drawForm(random);
    const call = {
      action: action.name,
      args,
      call: at,
      form: style === undefined ? "JSON" : style.call("sdl.info", {}),
    };
    try {
      const answer = await action.execute(args, { engine: example.engine, text: style });
      outcomes.answers++;
      const problems = problemsOf(action, args, { answer, style });
      if (problems.length > 0) faults.push({ ...call, problems: problems.slice(0, 2) });
      handOn(answer);
    } catch (error) {
      outcomes.errors++;
      const answer = toErrorAnswer(error);
      const { code, message } = answer;
      const problems = sightings.note("Error", answer);
      if (code === "internal" || message === "" || problems.length > 0)
        faults.push({ ...call, code, message, problems });
    }
  }
  expect(JSON.stringify(faults, null, 1).slice(0, 4000)).toBe("[]");
  expect(Math.min(outcomes.answers, outcomes.errors)).toBeGreaterThan(CALLS / 10);
});
