import { expect, test } from "vitest";
import { LooseNames } from "../src/loose-names.js";
import { answerLines, fixture } from "./check-search.js";

const NAMES = new LooseNames([
  "validateToken",
  "invalidate_token",
  "Token",
  "render",
  "rendezvous",
  "getUserById",
  "x",
]);

test.each([
  ["inside, whatever the joiners", "dateToken", ["validateToken", "invalidate_token"]],
  ["two letters swapped", "valdiateToken", ["validateToken"]],
  ["one letter missing, other case", "VALIDATETOKN", ["validateToken"]],
  ["one letter too many in a short name", "renderr", ["render"]],
  ["two slips in a short name are another name", "rnedr", []],
  ["too short to be anything", "ge", []],
])("%s", (_, query, expected) => {
  expect(NAMES.like(query, true).map(({ name }) => name)).toEqual(expected);
});

test("what is spelt right has no slips", () => {
  expect(NAMES.like("valdiateToken", false)).toEqual([]);
});

const ON = fixture(`
src/auth.ts
  export function validateToken(token: string)
  export function validate(value: string)
  export function isTokenValid(token: string)
src/other.ts
  export function revalidateTokens()`);

test("a mistyped name is found first, a part of a name behind its beginning", () => {
  expect(answerLines(ON, "validteToken")[0]).toContain("validateToken");
  const partly = answerLines(ON, "validateT");
  expect(partly[0]).toContain("validateToken");
  expect(partly.some((line) => line.includes("revalidateTokens"))).toBe(true);
});
