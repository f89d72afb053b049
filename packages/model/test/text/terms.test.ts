import { expect, test } from "vitest";
import { stem } from "../../src/text/stem.js";
import {
  identifierTerms,
  isTextStopWord,
  joinTermHash,
  pathTermsOf,
  queryTerms,
  termHash,
  termHashHigh,
  termHashLow,
  wordsOf,
} from "../../src/text/terms.js";

function checkIdentifier(word: string, terms: string): void {
  expect([word, identifierTerms(word).join(" ")]).toEqual([word, terms]);
}

function checkQuery(query: string, terms: string): void {
  const shown = queryTerms(query).map(
    ({ term, count, weight, quoted }) =>
      `${term}${count > 1 ? `x${count}` : ""}${weight < 1 ? `~${weight}` : ""}${quoted ? '"' : ""}`,
  );
  expect([query, shown.join(" ")]).toEqual([query, terms]);
}

test("an identifier gives itself and its parts", () => {
  checkIdentifier("getUserById", "getuserbyid get user by id");
  checkIdentifier("HTTPServer", "httpserver http server");
  checkIdentifier("parse_url", "parseurl pars url");
  checkIdentifier("__init__", "init");
  checkIdentifier("sha256Hash", "sha256hash sha 256 hash");
  checkIdentifier("$scope", "scop");
  checkIdentifier("x", "");
  checkIdentifier("T1", "t1");
  checkIdentifier("_", "");
});

test("letters beyond ASCII belong to words", () => {
  checkIdentifier("größeÄndern", "größeändern größ ändern");
  checkIdentifier("用户", "用户");
  checkIdentifier("ﬁle", "file");
  checkIdentifier("Ωmega", "ωmega");
  expect(wordsOf("naïve café — 用户_id 42x")).toEqual(["naïve", "café", "用户_id", "x"]);
});

test("a path gives its parts without extension", () => {
  const shown = pathTermsOf("packages/slice/src/beam-search.test.ts").map(({ term, count }) => `${term}:${count}`);
  expect(shown.join(" ")).toBe("packag:1 slic:1 src:1 beamsearchtest:1 beam:1 search:1 test:1");
  expect(pathTermsOf("lib/auth/auth.d.ts").map(({ term, count }) => `${term}:${count}`)).toEqual(["lib:1", "auth:2"]);
});

test("a query drops stop words around the subject", () => {
  checkQuery("fix how the parser handles nested quotes", "parser handl nest quot");
  checkQuery("add", "add");
  checkQuery("use the", "us the".replace("us", stem("use")));
  checkQuery("addUser to the list", "adduser add user list");
});

test("frequent programming terms are never dropped", () => {
  for (const word of ["token", "error", "config", "server", "type", "class", "import", "handler", "get", "update"]) {
    expect(queryTerms(`${word} frobnicator`).map(({ term }) => term)).toContain(stem(word));
    expect(isTextStopWord(stem(word))).toBe(false);
  }
});

test("synonyms follow, each once, with a quarter of the weight", () => {
  checkQuery("cfg error", "cfg error conf~0.25 config~0.25 configur~0.25 err~0.25 exception~0.25");
  checkQuery("config cfg", "config cfg conf~0.25 configur~0.25");
});

test("quoted words are marked and repeats counted", () => {
  checkQuery('raises "bad gateway" on gateway', 'rais bad" gatewayx2"');
  checkQuery("don't crash, isn't it", "crash isn");
});

test("a hash has 40 bits, is stable, and equals its joined halves", () => {
  expect(termHash("token")).toBe(joinTermHash(termHashHigh("token"), termHashLow("token")));
  expect(termHash("configuration")).toBeLessThan(2 ** 40);
  expect([termHash("token"), termHash("error")]).toMatchInlineSnapshot(`
    [
      613284331407,
      273290468373,
    ]
  `);
});

test("the hashes of many words are distinct", () => {
  const words = Array.from({ length: 50_000 }, (_, i) => `word${i.toString(36)}`);
  expect(new Set(words.map(termHash)).size).toBe(words.length);
});
