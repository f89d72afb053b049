import { expect, test } from "vitest";
import { LooseNameIndex } from "../src/loose-names.js";
import { answerLines, fixture } from "./check-search.js";

const NAMES = new LooseNameIndex([
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
  ["two typing errors in a short name make a different name", "rnedr", []],
  ["too short to be anything", "ge", []],
])("%s", (_, query, expected) => {
  expect(NAMES.find(query, true).map(({ name }) => name)).toEqual(expected);
});

test("without withTypos mistyped names are not found", () => {
  expect(NAMES.find("valdiateToken", false)).toEqual([]);
});

const ON = fixture(`
src/auth.ts
  export function validateToken(token: string)
  export function validate(value: string)
  export function isTokenValid(token: string)
src/other.ts
  export function revalidateTokens()`);

test("a mistyped name ranks first, and a prefix before a substring", () => {
  expect(answerLines(ON, "validteToken")[0]).toContain("validateToken");
  const partly = answerLines(ON, "validateT");
  expect(partly[0]).toContain("validateToken");
  expect(partly.some((line) => line.includes("revalidateTokens"))).toBe(true);
});
