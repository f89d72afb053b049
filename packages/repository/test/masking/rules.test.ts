/** Bound on every rule: its steps are at most proportional to the text's length. */
import { expect, test } from "vitest";
import { ADDRESS_RULES, ASSIGNMENT_RULES, URL_RULES } from "../../src/masking/context-rules.js";
import { findSecrets } from "../../src/masking/masker.js";
import { INFIX_RULES, PREFIX_RULES } from "../../src/masking/provider-rules.js";
import { Random } from "../equivalence/random.js";

const SEED = Number(process.env["SDL_SEED"] ?? 20);

const UNITS = 100_000;

function repeated(piece: string): string {
  return piece.repeat(Math.ceil(UNITS / piece.length)).slice(0, UNITS);
}

const PREFIX_TEXTS = PREFIX_RULES.flatMap(({ id, prefixes: [prefix = ""] }) => [
  [id, repeated(`${prefix}a1`)],
  [id, prefix + repeated("a1B2")],
  [id, repeated(`${prefix}a1B2c3D4.a1B2c3D4-`)],
]);

const CONTEXT_TEXTS = [
  'password="',
  "password",
  "secret_key: ",
  'token=>"a1',
  "key:=\"'`",
  "a://b:c",
  "://a:b@",
  "x@://",
  "10.0.",
  "10.0.0.0.",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN RSA PRIVATE KEY-----\na1B2",
  "Q~a1",
  "123456789:AA",
  ".atlasv1.",
  "Mabc.def.",
  "Bearer a1 ",
].map((piece) => [piece.trim(), repeated(piece)]);

test.each([...PREFIX_TEXTS, ...CONTEXT_TEXTS])("%s takes linear steps on hostile text", (_, text) => {
  expect(findSecrets(text ?? "").length).toBeLessThanOrEqual(UNITS / 4);
});

test("rules have unique names", () => {
  const ids = [...PREFIX_RULES, ...INFIX_RULES, ...ASSIGNMENT_RULES, ...URL_RULES, ...ADDRESS_RULES].map(
    ({ id }) => id,
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("checking a password that is almost a list of words takes linear time, for any separators and words", () => {
  const random = new Random(SEED);
  const { user } = process.cpuUsage();
  for (let round = 0; round < 10; round++) {
    const word = () => random.pick(["-", "_", ".", ":"]) + random.pick(["b", "ab", "abc"]);
    const words = Array.from({ length: 26 }, word).join("");
    findSecrets(`password = "a${words}${random.pick(["1", "%", "9z"])}"\n`);
  }
  expect((process.cpuUsage().user - user) / 1000).toBeLessThan(2000);
});
