/**
 * What a path says of how likely its symbols are meant: tests, docs, examples, benchmarks, declarations and generated files rank lower
 * unless the query speaks of them. Knows paths and words only.
 * Source of the factors: relevance notes §2.1 (+.058 MRR) and §4.2.
 */
import { stem, wordsOf } from "@sdl/model";

export const PATH_CLASSES = [
  "plain",
  "test",
  "example",
  "documentation",
  "benchmark",
  "compatibility",
  "barrel",
  "declaration",
  "generated",
] as const;
export type PathClass = (typeof PATH_CLASSES)[number];

/** What a symbol's lexical score is multiplied with. */
export const PATH_PRIORS: Readonly<Record<PathClass, number>> = {
  plain: 1,
  test: 0.3,
  example: 0.3,
  documentation: 0.3,
  benchmark: 0.3,
  compatibility: 0.3,
  barrel: 0.5,
  declaration: 0.7,
  generated: 0.2,
};

const FOLDERS: Readonly<Record<string, PathClass>> = byName({
  test: "test tests __tests__ spec specs e2e fixtures __fixtures__ mocks __mocks__ testdata",
  example: "example examples demo demos sample samples tutorial tutorials",
  documentation: "doc docs documentation",
  benchmark: "bench benches benchmark benchmarks",
  compatibility: "compat",
  generated: "generated __generated__ vendor vendored third_party thirdparty node_modules dist",
});

const FILES: readonly (readonly [RegExp, PathClass])[] = [
  [/(\.min\.[cm]?js|\.generated\.[^.]+|_pb2(_grpc)?\.pyi?)$/, "generated"],
  [/([._](test|spec)\.[^.]+|^(test_[^/]*|tests?|conftest)\.py)$/, "test"],
  [/[._]bench\.[^.]+$/, "benchmark"],
];

/** Words of a query that speak of a class, as stems. */
const TOPICS: Readonly<Record<string, PathClass>> = byName({
  test: "test tests testing spec specs fixture mock e2e unittest pytest vitest jest",
  example: "example demo sample tutorial",
  documentation: "doc docs documentation",
  benchmark: "bench benchmark",
  compatibility: "compat compatibility",
  barrel: "barrel index reexport",
  declaration: "declaration typings dts",
  generated: "generated vendor vendored",
});

/** @param path repository-relative; @param symbolCount symbols of the file with its module symbol: a barrel has no other */
export function pathClass(path: string, symbolCount: () => number): PathClass {
  const parts = path.split("/");
  const file = parts.at(-1) ?? path;
  for (const part of parts.slice(0, -1)) {
    const found = FOLDERS[part.toLowerCase()];
    if (found !== undefined) return found;
  }
  for (const [pattern, found] of FILES) if (pattern.test(file)) return found;
  if (/\.d\.[cm]?ts$/.test(file) || file.endsWith(".pyi")) return "declaration";
  return /^(index\.[^.]+|__init__\.py)$/.test(file) && symbolCount() <= 1 ? "barrel" : "plain";
}

/** The classes that `query` speaks of: their prior is off. */
export function topicsOf(query: string): ReadonlySet<PathClass> {
  const found = new Set<PathClass>();
  for (const word of wordsOf(query)) {
    for (const part of word.split(/[_$]+|(?<=[a-z])(?=[A-Z])/)) {
      const topic = TOPICS[stem(part.toLowerCase())];
      if (topic !== undefined) found.add(topic);
    }
  }
  return found;
}

function byName(lists: Partial<Record<PathClass, string>>): Readonly<Record<string, PathClass>> {
  const table: Record<string, PathClass> = Object.create(null);
  for (const name of PATH_CLASSES) {
    for (const word of lists[name]?.split(" ") ?? []) {
      table[word] = name;
      table[stem(word)] = name;
    }
  }
  return table;
}
