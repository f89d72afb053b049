/** Arguments in, arguments or the error's words out. */
import { expect, test } from "vitest";
import { resolveReferences, type StepView } from "./references.js";

const SEARCH: StepView = {
  fn: "symbolSearch",
  action: "sdl.symbol.search",
  value: { results: [{ symbolId: "a1", name: "x" }, { symbolId: "b2" }], retrievalMode: "legacy" },
  failed: false,
};
const CARD: StepView = {
  fn: "symbolGetCard",
  action: "sdl.symbol.getCard",
  value: { name: "x", deps: { calls: ["y"] } },
  failed: false,
};
const FAILED: StepView = { fn: "fileOutline", action: "sdl.file.outline", value: undefined, failed: true };
const LIST: StepView = { fn: "dataMap", value: ["p", "q"], failed: false };
const VIEWS = [SEARCH, CARD, FAILED, LIST];

function check(args: unknown): unknown {
  try {
    return resolveReferences(args, VIEWS);
  } catch (error) {
    return `${Object(error).code}: ${Object(error).message}`;
  }
}

test.each([
  ["a path", "$0.results[1].symbolId", "b2"],
  ["the seed's name for results", "$0.symbols[0].name", "x"],
  ["a whole result", "$3", ["p", "q"]],
  ["a list's entry", "$3[1]", "q"],
  ["a card as itself", "$1.name", "x"],
  ["a card by name", "$1.card.deps.calls[0]", "y"],
  ["inside of lists and objects", { a: ["$1.name", 1], b: { c: "$3[0]" } }, { a: ["x", 1], b: { c: "p" } }],
  ["text with a price in it", "$5 off for all", "$5 off for all"],
  ["an escaped dollar", "$$0.results", "$0.results"],
  [
    "code that looks like one",
    "$0.results[process.exit()]",
    "invalid_params: $0.results[process.exit()] is no reference; write it as $0.key[0].key, or $$… for plain text",
  ],
  [
    "a key that nothing has",
    "$0.results[0].id",
    "invalid_params: $0.results[0].id: step 0 (symbolSearch) has no id there: $0.results[0] has the keys symbolId, name (empty lists are left out of answers)",
  ],
  [
    "an index past the end",
    "$0.results[2]",
    "invalid_params: $0.results[2]: step 0 (symbolSearch) has no [2] there: $0.results is a list of 2: [0] to [1]",
  ],
  [
    "a key of a text",
    "$1.name.length",
    'invalid_params: $1.name.length: step 1 (symbolGetCard) has no length there: $1.name is the string "x"',
  ],
  [
    "a step that failed",
    "$2.symbols",
    "invalid_params: $2.symbols refers to step 2 (fileOutline), which failed; fix that step first",
  ],
  ["a step to come", "$4", "invalid_params: $4 refers to step 4, which has not run: earlier steps are $0 to $3"],
  [
    "a prototype",
    "$0.__proto__.polluted",
    "invalid_params: __proto__ is not a key of an answer; remove it from the path .__proto__.polluted",
  ],
  [
    "a constructor",
    "$0.constructor.constructor",
    "invalid_params: constructor is not a key of an answer; remove it from the path .constructor.constructor",
  ],
  [
    "an inherited key",
    "$0.toString",
    "invalid_params: $0.toString: step 0 (symbolSearch) has no toString there: $0 has the keys results, retrievalMode (empty lists are left out of answers)",
  ],
])("%s", (_, args, expected) => {
  expect(check(args)).toEqual(expected);
});

test("arguments that nest without end are refused, keys of any name are kept as keys", () => {
  let deep: unknown = "x";
  for (let i = 0; i < 5000; i++) deep = [deep];
  expect(check(deep)).toBe("invalid_params: args nest deeper than 32 levels; flatten them");
  const parsed: unknown = JSON.parse('{"__proto__": {"polluted": 1}}');
  expect(JSON.stringify(check(parsed))).toBe('{"__proto__":{"polluted":1}}');
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});
