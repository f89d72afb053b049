import fc from "fast-check";
import { countTokens as countPlain } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { estimateTokens, loadTokenCounter } from "../../src/index.js";

const exact = (text: string) => countPlain(text, { disallowedSpecial: new Set<string>() });

const pieces = fc.constantFrom(
  '{"i":"',
  '"},{"n":"',
  '],"h":["',
  "],[",
  '","',
  "'s",
  "'",
  "\\n",
  '\\"',
  " ",
  "  ",
  "/",
  "//",
  "}",
  "é",
  "e\u0301",
  "😀",
  "中文",
  "ⅷ",
  "don't",
  "0123456789",
  "3f",
  "A",
  "XMLHttp",
  "<|endoftext|>",
  "\u00a0",
  "\n",
  "\n    if x:",
  "\n// é",
  "\n/* ü",
  "\n\t",
  ")\n",
  "é = 1\n",
);

test("the sum over stretches equals the count of the whole text", async () => {
  const countTokens = await loadTokenCounter();
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")),
    fc.json(),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(text, (sample) => {
      expect(countTokens(sample)).toBe(exact(sample));
    }),
    { numRuns: 3000 },
  );
});

test("the sum over ASCII pieces equals the count of the whole text", async () => {
  const countTokens = await loadTokenCounter();
  const part = fc.constantFrom(
    ..." \n\r\t\v\f'/-_.,!{}<|\0\x7f",
    "a",
    "I",
    "it's",
    "ARE'LL",
    "HTTPServer",
    "aB",
    "1234",
    "x = 1;\n\n  y",
    "'D'd",
  );
  const text = fc.oneof(
    fc.array(part, { maxLength: 30 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary-ascii", maxLength: 60 }),
  );
  fc.assert(
    fc.property(text, (sample) => {
      expect(countTokens(sample)).toBe(exact(sample));
    }),
    { numRuns: 20_000 },
  );
});

test("special tokens in a text are plain text", async () => {
  const countTokens = await loadTokenCounter();
  expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
});

test("the estimate is within a quarter for cards", () => {
  const cards = [
    '{"i":"c2e8c57e812d24f8","n":"authenticate","k":"function","f":0,"l":1,"z":3,"v":"exported","s":"authenticate(header: string): Promise<User>"}',
    '{"i":"5b09a699281f3e18","n":"__setattr__","k":"method","f":12,"l":1205,"z":3,"q":"ModelBase.__setattr__","v":"public","d":{"c":["_check_related","get_or_create"]},"m":[0,12]}',
    '{"i":"16d39def6a2ec16a","n":"XMLHttpRequestLike","k":"interface","f":3,"l":44,"z":4,"v":"exported","t":"What a transport needs of an XMLHttpRequest, old browsers included.","g":[40,0,61,1]}',
  ];
  for (const card of cards) {
    const error = Math.abs(estimateTokens(card) - exact(card)) / exact(card);
    expect(error, `${estimateTokens(card)} against ${exact(card)} of ${card}`).toBeLessThan(0.25);
  }
});
