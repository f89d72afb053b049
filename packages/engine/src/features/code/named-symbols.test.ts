/** Tests that slices of named symbols grant no code windows: requests are drawn from a seeded generator over all seeds of a slice. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";
import { isNamesOnly } from "./window/found-symbols.js";

const FILES = {
  "ledger.ts": `import { quux } from "./quux.js";

/** Books a payment. */
export function bookPayment(amount: number): number {
  return quux(amount);
}

export class Corge {
  grault(waldo: number): number {
    return waldo;
  }
}
`,
  "quux.ts":
    "export function quux(waldo: number): number {\n  return fred(waldo);\n}\n\nexport function fred(waldo: number): number {\n  return waldo;\n}\n",
};
const SYMBOLS = ["bookPayment", "Corge.grault", "quux", "fred"] as const;
const RUNS = process.env["SDL_LONG"] === undefined ? 25 : 3_000;

let repository: SmallRepository;
const ids = new Map<string, string>();
beforeAll(async () => {
  repository = await openRepository(FILES);
  for (const name of SYMBOLS) {
    const card = await runAction("symbolGetCard", { symbolRef: { name } }, repository);
    ids.set(name, String(card["symbolId"]));
  }
});
afterAll(() => repository.remove());

async function isApproved(name: string, sliceContext?: object): Promise<boolean> {
  const request = {
    symbolId: ids.get(name),
    reason: "zzz",
    expectedLines: 20,
    identifiersToFind: [name === "bookPayment" ? "amount" : "waldo"],
    ...(sliceContext && { sliceContext }),
  };
  const answer = await runAction("codeNeedWindow", request, repository);
  if (answer["approved"] === true) expect(answer["whyApproved"]).toContain("slice");
  return answer["approved"] === true;
}

const named = fc.subarray([...SYMBOLS], { minLength: 1 });
/** A name in any spelling that a client may write. */
const spelling = fc.constantFrom<(name: string) => string>(
  (name) => name,
  (name) => ids.get(name) ?? name,
);
/** Texts that consist of names only. */
const nameText = fc
  .tuple(
    fc.subarray(["bookPayment", "Corge.grault", "ledger.ts:4", "quux.ts#fred"], { minLength: 1 }),
    fc.constantFrom(" ", ", ", "\n", " and the "),
  )
  .map(([names, between]) => names.join(between));

test("named symbols grant no code window in any spelling, neither in a slice nor in a request's context", async () => {
  const request = fc.record(
    {
      entrySymbols: fc.tuple(named, spelling).map(([names, spell]) => ({ names, spell })),
      taskText: nameText,
      maxCards: fc.integer({ min: 1, max: 30 }),
    },
    { requiredKeys: ["entrySymbols", "maxCards"] },
  );
  await fc.assert(
    fc.asyncProperty(
      request,
      fc.constantFrom(...SYMBOLS),
      fc.boolean(),
      async ({ entrySymbols, taskText, maxCards }, wanted, isContext) => {
        const seeds = { entrySymbols: entrySymbols.names.map(entrySymbols.spell), ...(taskText && { taskText }) };
        if (!isContext) await runAction("sliceBuild", { ...seeds, budget: { maxCards } }, repository);
        const isAskedByText = taskText !== undefined && isContext;
        // The reason and the context's text may also approve by relevance, which this test does not cover.
        if (isAskedByText) return;
        expect(await isApproved(wanted, isContext ? seeds : undefined)).toBe(false);
      },
    ),
    { numRuns: RUNS, seed: 20 },
  );
});

test("a slice with other seeds grants code windows of the symbols that it finds, and not of those it names", async () => {
  const build = { taskText: "a payment is booked twice", entrySymbols: ["Corge.grault"] };
  await runAction("sliceBuild", build, repository);
  expect(await isApproved("Corge.grault")).toBe(false);
  expect(await isApproved("bookPayment")).toBe(true);
  expect(await isApproved("quux")).toBe(true);
  await runAction("sliceBuild", { ...build, taskText: "a payment is booked twice by grault" }, repository);
  expect(await isApproved("Corge.grault")).toBe(true);
});

const symbol = { id: "0123456789abcdef", name: "grault", qualifiedName: "Corge.grault", file: "ledger.ts" };

test.each([
  ["grault", true],
  ["Corge.grault()", true],
  ["the grault of Corge", true],
  ["`bookPayment`, `quux_two`", true],
  ["ledger.ts:9", true],
  ["0123456789abcdef", true],
  ["grault fails", false],
  ["why is a payment booked twice", false],
])("%s consists of symbol names only: %s", (text, expected) => {
  expect(isNamesOnly(text, symbol as never)).toBe(expected);
});
