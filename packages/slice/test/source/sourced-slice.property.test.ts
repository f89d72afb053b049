/** Property tests of slices with source, as text and as JSON: the budget counts the sent text, and no line is shown for two symbols. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  buildSourcedSlice,
  type CountTokens,
  loadTokenCounter,
  type Slice,
  type SliceCard,
  type SourceLines,
} from "../../src/index.js";
import { anyGraph, firstSymbols, RUNS } from "../support/graphs.js";

let countTokens: CountTokens;
beforeAll(async () => {
  countTokens = await loadTokenCounter();
});

/** Lines whose text identifies their symbol. */
function linesOf(symbol: number, count: number): SourceLines {
  const lines = Array.from({ length: count }, (_, line) => `  symbol ${symbol} does ${line} with the user token`);
  const startLine = 1 + symbol * 100;
  return count === 0 ? [] : [{ startLine, endLine: startLine + count - 1, text: lines.join("\n") }];
}

function write(result: object): string {
  const { slice } = result as { slice: Partial<Slice> & Pick<Slice, "budget"> };
  const cards = slice.cards ?? [];
  const body = cards.map(({ name, source }) => [name, ...(source?.blocks.map(({ text }) => text) ?? [])].join("\n"));
  return [`${slice.budget.used} tokens`, ...body].join("\n");
}

const FORMS = { none: [], excerpts: ["excerpt"], auto: ["excerpt", "code", "body"], full: ["body"] } as const;

/** Expects the requested form, and lines of the symbol itself. */
function expectSource({ source }: SliceCard, choice: keyof typeof FORMS, handle: number | undefined): void {
  if (source === undefined) return;
  expect(FORMS[choice]).toContain(source.form);
  for (const { text } of source.blocks) expect(text).toContain(`symbol ${handle} `);
}

test.each(["text", "standard"] as const)(
  "the stated cost is exact and within the budget; source is none, excerpts or full, as requested: %s",
  async (wireFormat) => {
    const isText = wireFormat === "text";
    await fc.assert(
      fc.asyncProperty(
        anyGraph,
        fc.nat(12),
        fc.nat(80),
        fc.integer({ min: 40, max: 3000 }),
        fc.constantFrom("none" as const, "excerpts" as const, "auto" as const, "full" as const),
        async (graph, found, size, maxEstimatedTokens, source) => {
          const request = {
            taskText: "load the user token",
            wireFormat,
            source,
            budget: { maxEstimatedTokens },
          } as const;
          const readSource = async (symbols: readonly number[]) =>
            new Map(symbols.map((one) => [one, linesOf(one, size)]));
          const options = { countTokens, seeds: firstSymbols(graph, found), readSource, ...(isText ? { write } : {}) };
          const { slice, result } = await buildSourcedSlice(graph, request, options);
          expect(slice.budget.used).toBe(countTokens(isText ? write(result) : JSON.stringify(result)));
          if (slice.budget.minimumRequired === undefined)
            expect(slice.budget.used).toBeLessThanOrEqual(maxEstimatedTokens);
          for (const card of slice.cards) expectSource(card, source, graph.findSymbol(card.symbolId));
        },
      ),
      { numRuns: RUNS },
    );
  },
  1_800_000,
);
