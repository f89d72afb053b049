/** Tests of the scripted agents and of how their sessions are counted. */
import { expect, test } from "vitest";
import { grepAndRead, searchWords } from "../../src/sessions/grep-policy.js";
import { askSdl, nextCall } from "../../src/sessions/sdl-policy.js";
import { MAX_TOKENS, playSession, type Step } from "../../src/sessions/session.js";

const countTokens = (text: string) => text.length;

function step(text: string, lines: Readonly<Record<string, readonly number[]>> = {}): Step {
  return { text, shown: new Map(Object.entries(lines).map(([path, numbers]) => [path, new Set(numbers)])) };
}

test("a session is counted until the first and until all lines were shown", async () => {
  const gold = new Map([["a.py", [3, 4]]]);
  const steps = [step("ten chars."), step("four", { "a.py": [4, 9] }), step("four", { "a.py": [3] }), step("more")];
  expect(await playSession(steps, gold, countTokens)).toEqual({
    first: { calls: 2, tokens: 14 },
    all: { calls: 3, tokens: 18 },
    calls: 3,
  });
});

test("lines beyond the token limit are not reached", async () => {
  const steps = [step("x"), step("x".repeat(MAX_TOKENS), { "a.py": [3] })];
  expect(await playSession(steps, new Map([["a.py", [3]]]), countTokens)).toEqual({ calls: 1 });
});

test("the next call is read from the last line", () => {
  const call = { tool: "sdl_references", args: { symbol: "src/cart.ts:9" } };
  expect(nextCall('Also near.\nNext: sdl_references {"symbol": "src/cart.ts:9"}   the callers of {x}\n')).toEqual(call);
  expect(nextCall('Next: sdl_x {"a": {"b": 1}}')).toEqual({ tool: "sdl_x", args: { a: { b: 1 } } });
  expect(nextCall('Next: sdl_references {"symbol": "a"}\nNothing else.')).toBeUndefined();
  expect(nextCall("Next: sdl_references {oops}")).toBeUndefined();
});

test("next calls of answers are followed, none twice, at most five", async () => {
  const play = async (answer: (number: number) => string) => {
    const made: string[] = [];
    const session = {
      call: (name: string, args: Record<string, unknown>) => {
        made.push(`${name} ${JSON.stringify(args)}`);
        return Promise.resolve({ text: answer(made.length), isError: false });
      },
    };
    for await (const _ of askSdl("why?", session, () => undefined)) void _;
    return made;
  };
  expect(await play(() => "nothing")).toEqual(['sdl_context {"taskText":"why?"}']);
  expect(await play(() => 'Next: sdl_x {"a": 1}')).toEqual(['sdl_context {"taskText":"why?"}', 'sdl_x {"a":1}']);
  expect(await play((number) => `Next: sdl_x {"a": ${number}}`)).toHaveLength(5);
});

test("identifiers are searched first, then informative words", () => {
  expect(searchWords("The order of parse_date and getTime is wrong")).toEqual([
    "parse_date",
    "getTime",
    "order",
    "wrong",
  ]);
});

test("windows are read where the words meet, and no line twice", () => {
  const files = new Map([
    ["a.py", ["total = 1", "x", "y", "z"]],
    ["b.py", ["p", "def net_total(order):", "  return order", "q"]],
  ]);
  const steps = [...grepAndRead("net_total of an order", files, { words: 2, hits: 5, window: 1 })];
  expect(steps.map(({ text }) => text)).toEqual([
    "b.py:2:def net_total(order):\n",
    "b.py:2:def net_total(order):\nb.py:3:  return order\n",
    "b.py:1\np\ndef net_total(order):\n  return order\n",
  ]);
  expect(steps.at(-1)?.shown).toEqual(new Map([["b.py", new Set([1, 2, 3])]]));
});
