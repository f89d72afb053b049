/** Tests of whole chains on the example repository. */
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

interface ChainAnswer {
  readonly results: readonly Record<string, unknown>[];
  readonly budget: { readonly used: { readonly tokens: number; readonly steps: number } };
  readonly stopped?: object;
  readonly trace?: readonly object[];
}

async function chain(steps: readonly object[], rest: object = {}): Promise<ChainAnswer> {
  const answer = await runAction("chain", { steps, ...rest }, { engine: example.engine });
  return answer as unknown as ChainAnswer;
}

const SEARCH = { fn: "symbolSearch", args: { query: "validateToken", limit: 1 } };
const CARD = { fn: "symbolGetCard", args: { symbolId: "$0.symbols[0].symbolId" } };

test("results are passed to later steps, and the shared version is stated once", async () => {
  const answer = await chain([SEARCH, CARD]);
  expect(answer).toMatchObject({
    results: [
      { step: 0, fn: "symbolSearch", ok: true, result: { results: [{ name: "validateToken" }] } },
      { step: 1, fn: "symbolGetCard", ok: true, result: { name: "validateToken", detailLevel: "full" } },
    ],
    pinned: { ledgerVersion: expect.stringMatching(/^v\d+$/) },
  });
  expect(answer.results[1]?.["result"]).not.toHaveProperty("pinned");
});

test("references see slices in their standard shape, whatever the wire format", async () => {
  const { results } = await chain([
    { fn: "slice.build", args: { taskText: "expired bearer token", wireFormatVersion: 3 } },
    { fn: "dataMap", args: { input: "$0.slice.cards", field: "name" } },
  ]);
  expect(results[0]).toMatchObject({ result: { slice: { v: 3 } } });
  expect(results[1]?.["result"]).toContain("validateToken");
});

test("a card is sent once and by reference afterwards, while steps still see it in full", async () => {
  const { results } = await chain([
    SEARCH,
    CARD,
    { fn: "symbolGetCards", args: { symbolIds: ["$1.symbolId"] } },
    { fn: "dataPick", args: { input: "$2.cards[0]", fields: ["name"] } },
    { fn: "sliceBuild", args: { taskText: "validateToken", cardDetail: "full", adaptiveDetail: false } },
    { fn: "dataMap", args: { input: "$4.slice.cardRefs", field: "symbolId" } },
  ]);
  const { symbolId, etag } = Object(results[1]?.["result"]);
  expect(results[2]).toMatchObject({ result: { cards: [{ symbolId, etag, notModified: true, inStep: 1 }] } });
  expect(results[3]).toMatchObject({ result: { name: "validateToken" } });
  expect(results[5]?.["result"]).toEqual([symbolId]);
});

test("a failed step has its error; later steps run, or the chain stops if requested", async () => {
  const steps = [
    { fn: "symbolGetCard", args: { symbolRef: { name: "nobody" } } },
    { fn: "dataPick", args: { input: "$0", fields: ["name"] } },
    SEARCH,
  ];
  const going = await chain(steps);
  expect(going.results.map(({ ok, error }) => [ok, Object(error).code])).toEqual([
    [false, "symbol_not_found"],
    [false, "invalid_params"],
    [true, undefined],
  ]);
  const stopping = await chain(steps, { onError: "stop" });
  expect(stopping).toMatchObject({ stopped: { step: 0, reason: "error" }, budget: { used: { steps: 1 } } });
});

test.each<[string, object, string]>([
  ["an unknown function", { fn: "symbolSerch" }, "invalid_params"],
  ["a chain in a chain", { fn: "chain", args: { steps: [{ fn: "info" }] } }, "invalid_params"],
  ["what takes things away", { fn: "repoUnregister", args: { repoId: "my-app" } }, "policy_denied"],
  ...["policySet", "sdl.policy.set", "sdl_policy_set", "policy.set", "policy_set"].map(
    (fn): [string, object, string] => [
      `a change of the policy as ${fn}`,
      { fn, args: { policyPatch: { allowBreakGlass: true } } },
      "policy_denied",
    ],
  ),
])("%s fails as a step", async (_, step, code) => {
  const { results } = await chain([step, SEARCH]);
  expect(results).toMatchObject([{ ok: false, error: { code } }, { ok: true }]);
});

test("tokens are counted as sent and never exceed the budget; results left out can still be referred to", async () => {
  const countTokens = await loadTokenCounter();
  const steps = [
    { fn: "sliceBuild", args: { taskText: "expired bearer token" } },
    { fn: "dataMap", args: { input: "$0.slice.cards", field: "name" } },
  ];
  for (const maxTotalTokens of [20_000, 400, 300]) {
    const answer = await chain(steps, { budget: { maxTotalTokens }, trace: {} });
    expect(countTokens(JSON.stringify(answer))).toBe(answer.budget.used.tokens);
    expect(answer.budget.used.tokens).toBeLessThanOrEqual(maxTotalTokens);
  }
  const cut = await chain(steps, { budget: { maxTotalTokens: 400 } });
  expect(cut.results[0]).toMatchObject({ ok: true, omitted: { tokens: expect.any(Number) } });
  expect(cut.results[0]).not.toHaveProperty("result");
  expect(cut.results[1]?.["result"]).toContain("validateToken");
});

test("at most the allowed number of steps runs", async () => {
  expect(await chain([SEARCH, CARD], { budget: { maxSteps: 1 } })).toMatchObject({
    stopped: { step: 1, reason: "maxSteps" },
    results: [{ step: 0 }],
  });
});

test("a trace shows the arguments of each step", async () => {
  const { trace } = await chain([SEARCH, CARD], { trace: {}, repoId: "my-app" });
  expect(trace).toMatchObject([
    { step: 0, action: "sdl.symbol.search", args: { query: "validateToken", repoId: "my-app" } },
    { step: 1, action: "sdl.symbol.getCard", references: ["$0.symbols[0].symbolId"] },
  ]);
});

test("a cancelled chain rejects", async () => {
  const context = { engine: example.engine, signal: AbortSignal.abort() };
  await expect(runAction("chain", { steps: [SEARCH] }, context)).rejects.toMatchObject({ name: "AbortError" });
});

test("a result that doubles at every step fails with too_large", async () => {
  const double = (at: number) => ({
    fn: "dataPick",
    args: { input: [`$${at}`, `$${at}`], fields: { a: ".", b: "." } },
  });
  const { results } = await chain([SEARCH, ...Array.from({ length: 15 }, (_, at) => double(at))]);
  expect(results.some(({ error }) => Object(error).code === "too_large")).toBe(true);
});
