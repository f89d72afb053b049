/** Search by relevance: parts of names, definitions before benchmarks, nonsense, and where a list ends. */
import { expect, test } from "vitest";
import { SIGNS } from "../src/relevance/signs.js";
import { SIGN_WEIGHTS } from "../src/relevance/weights.js";
import { relatedStems } from "../src/relevance/word-forms.js";
import { searchByRelevance } from "../src/search.js";
import { fixture } from "./check-search.js";

const LIBRARY = fixture(`
src/router.ts
  export interface Router  // Finds the handler of a request.
  export function smartRouterOf(options: Options): Router  // Tries several ways.
src/cache.py
  function _get_content_hash(path: string): string  // Digest of a file.
  function find_duplicates(paths: string): string  // Files with equal bytes.
  function write_entry(key: string): void
benchmarks/run.ts
  variable router: Router
  function runAll(): void
`);

function search(query: string) {
  const { graph, index } = LIBRARY;
  const { results, noGoodMatch } = searchByRelevance(graph, index, query);
  return {
    noGoodMatch,
    names: results.map(({ symbol }) => graph.symbol(symbol).name),
    scores: results.map(({ score }) => score),
  };
}

test("parts of a name are found in any order and however they are joined", () => {
  for (const query of ["content-hash", "hash content", "contentHash", "CONTENT_HASH", "content.hash", "hash/content"]) {
    expect([query, search(query).names[0]]).toEqual([query, "_get_content_hash"]);
  }
  expect(search("duplicate detection").names[0]).toBe("find_duplicates");
});

test("the interface comes before a benchmark's variable of the name", () => {
  const { graph, index } = LIBRARY;
  const { results } = searchByRelevance(graph, index, "router", { kinds: ["interface", "function", "variable"] });
  const files = results.map(({ symbol }) => `${graph.fileOf(symbol)}#${graph.symbol(symbol).name}`);
  expect(files).toEqual(["src/router.ts#Router", "src/router.ts#smartRouterOf", "benchmarks/run.ts#router"]);
});

test("nothing matches well if the repository has none or few of the words", () => {
  expect(search("mortgage amortization")).toEqual({ noGoodMatch: false, names: [], scores: [] });
  const { noGoodMatch, names } = search("mortgage amortization digest ledger");
  expect(noGoodMatch).toBe(true);
  expect(names.length).toBeLessThanOrEqual(3);
});

test("scores are probabilities that never rise along the list", () => {
  const { scores } = search("router");
  expect(scores[0]).toBeGreaterThan(0.9);
  expect(scores.every((score, at) => score > 0 && score < 1 && score <= (scores[at - 1] ?? 1))).toBe(true);
});

test("every sign has its weight, in the same order", () => {
  expect(Object.keys(SIGN_WEIGHTS)).toEqual([...SIGNS]);
});

test("nouns and their verbs are related, short words to nothing shorter", () => {
  expect(relatedStems("detection")).toContain("detect");
  expect(relatedStems("compress")).toContain("compression");
  expect(relatedStems("ion")).toEqual([]);
});
