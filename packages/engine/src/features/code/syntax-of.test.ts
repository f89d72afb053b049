/** Requests that parse at the same time: the parser has one tree at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";

const COUNT = 12;
const NUMBERS = Array.from({ length: COUNT }, (_, number) => number);

/** A file whose tree differs from those of the other files in its number of rows. */
function makeSource(number: number): string {
  const lines = Array.from({ length: number + 1 }, (_, line) => `  call${line}(wanted${number});`);
  return `export function run${number}() {\n${lines.join("\n")}\n  return wanted${number};\n}\n`;
}

let repository: SmallRepository;
beforeAll(async () => {
  repository = await openRepository(
    Object.fromEntries(NUMBERS.map((number) => [`run${number}.ts`, makeSource(number)])),
  );
});
afterAll(() => repository.remove());

test.each([
  ["codeGetSkeleton", {}],
  ["codeGetHotPath", { contextLines: 0 }],
  ["codeNeedWindow", { granularity: "block", expectedLines: 5, reason: "why it calls" }],
] as const)("%s answers requests at the same time as it answers them alone", async (action, args) => {
  const ask = async (number: number): Promise<object> => {
    const symbol = { symbolRef: { name: `run${number}` } };
    const request = { ...symbol, identifiersToFind: [`wanted${number}`], ...args };
    const { checkedAt, ...answer } = await runAction(action, request, repository);
    expect(checkedAt).toBeTypeOf("string");
    return answer;
  };
  const alone = [];
  for (const number of NUMBERS) alone.push(await ask(number));
  expect(await Promise.all(NUMBERS.map(ask))).toEqual(alone);
});
