import { expect, test } from "vitest";
import { nameBonus, namesLike } from "../src/name-match.js";
import { answerLines, fixture } from "./check-search.js";

function bonus(candidate: string, query: string): number {
  return nameBonus(candidate, query, query.toLowerCase());
}

test("the closer the name, the higher its bonus", () => {
  const query = "getUser";
  const order = ["getUser", "getuser", "getUsers", "getUserById"].map((name) => bonus(name, query));
  expect(order).toEqual([...order].sort((a, b) => b - a));
  expect(new Set(order).size).toBe(order.length);
  expect(bonus("get_user_by_id", "gubi")).toBe(bonus("getUserById", "gubi"));
  expect([bonus("getUserById", "gu"), bonus("gxUserById", "getUser"), bonus("g", "gubi")]).toEqual([0, 0, 0]);
});

test("every matching name is a candidate", () => {
  const names = ["GETUSER", "GetUser", "_getUser", "getUser", "getUserById", "getuser", "größe", "hgetUser"].sort();
  for (const query of ["getuser", "GETUSER", "g", "getU", "gubi", "_getuser", "GRÖSSE", "Größe"]) {
    const matching = names.filter((name) => {
      const startsAlike = name.charAt(0).toLowerCase() === query.charAt(0).toLowerCase();
      return startsAlike && bonus(name, query) > 0;
    });
    const startingWith = (first: string) => names.filter((name) => name.startsWith(first));
    expect([...namesLike(startingWith, query)]).toEqual(expect.arrayContaining(matching));
  }
});

test("partial matches are limited after the filter", () => {
  const lines = Array.from(
    { length: 120 },
    (_, i) => `  ${i % 2 === 0 ? "class" : "function"} handle${String.fromCharCode(65 + (i % 26))}${i}`,
  );
  const on = fixture(`src/all.ts\n${lines.join("\n")}`);
  expect(answerLines(on, "handl", { kinds: ["class"], limit: 60 })).toHaveLength(60);
});
