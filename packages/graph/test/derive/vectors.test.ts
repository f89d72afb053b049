/** Tests of symbol vectors: symbols of one topic are near, whatever words each uses, and independently of handles. */

import { InMemoryGraph, parseGraphText } from "@sdl/model/in-memory";
import { identifierTerms, packFrequencies, termHash } from "@sdl/model/text";
import { expect, test } from "vitest";
import { readCodeGraph } from "../../src/derive/code-graph.js";
import { seededRandom } from "../../src/derive/random.js";
import type { DerivationSource, FileTerms } from "../../src/derive/source.js";
import { findVectors } from "../../src/derive/vectors/find-vectors.js";
import { VECTOR_DIMENSIONS, VECTOR_PEAK } from "../../src/records/vectors.js";

/** Words of each symbol by path; the symbols of a file are named `one`, `two`, … */
type Words = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Vectors by `path#name`; symbols without a vector are left out. */
function vectorsOf(words: Words, isTest = (_path: string) => false): Map<string, readonly number[]> {
  const graph = new InMemoryGraph(parseGraphText(graphText(words)));
  const source: DerivationSource = {
    graph,
    entries: () => [],
    configs: () => [],
    terms: (path) => termsOf(words[path] ?? []),
  };
  const code = readCodeGraph(graph);
  const vectors = findVectors(
    code,
    Uint8Array.from(code.records, ({ file }) => Number(isTest(file))),
    source,
  );
  const found = new Map<string, readonly number[]>();
  code.records.forEach(({ file, name }, symbol) => {
    const vector = vectors.subarray(symbol * VECTOR_DIMENSIONS, (symbol + 1) * VECTOR_DIMENSIONS);
    if (vector.some((value) => value !== 0)) found.set(`${file}#${name}`, [...vector]);
  });
  return found;
}

function graphText(words: Words): string {
  return Object.entries(words)
    .map(([path, symbols]) => `${path}\n${symbols.map((_, i) => `  function f${i}()`).join("\n")}`)
    .join("\n");
}

/** Terms of a file: the first symbol is the module, without terms. */
function termsOf(symbols: readonly (readonly string[])[]): FileTerms {
  const rows = symbols.flatMap((words, i) => words.map((word) => ({ word, ordinal: i + 1 })));
  const terms = [...new Set(rows.map(({ word }) => word))];
  const ordered = terms.flatMap((term) => rows.filter(({ word }) => word === term));
  const starts = [0];
  for (const term of terms) starts.push((starts.at(-1) ?? 0) + rows.filter(({ word }) => word === term).length);
  return {
    hashes: terms.map((term) => termHash(identifierTerms(term)[0] ?? "")),
    starts,
    ordinals: ordered.map(({ ordinal }) => ordinal),
    frequencies: ordered.map(() => packFrequencies([0, 0, 0, 1, 0, 0])),
  };
}

const TOPICS = 30;
const WORDS_OF_TOPIC = 10;

/** Files of five functions; each function has at most four of its topic's words. */
function topics(files: number): Record<string, string[][]> {
  const random = seededRandom(7);
  const words: Record<string, string[][]> = {};
  for (let file = 0; file < files; file++) {
    const word = () => `topic${letters(file % TOPICS)}word${letters(Math.floor(random() * WORDS_OF_TOPIC))}`;
    words[pathOf(file)] = Array.from({ length: 5 }, () => [...new Set(Array.from({ length: 4 }, word))]);
  }
  return words;
}

/** Single letters are no terms, so the path adds none. */
function pathOf(file: number): string {
  return `${letters(file).split("").join("/")}.ts`;
}

function fileOf(path: string): number {
  return Array.from({ length: 100 }, (_, file) => file).findIndex((file) => pathOf(file) === path);
}

function letters(number: number): string {
  return String.fromCharCode(97 + Math.floor(number / 26), 97 + (number % 26));
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

test("symbols of one topic have similar vectors without a common word, symbols of different topics do not", () => {
  const words = topics(60);
  const vectors = [...vectorsOf(words)].map(([name, vector]) => {
    const [path = "", symbol = ""] = name.split("#");
    return {
      topic: fileOf(path) % TOPICS,
      words: words[path]?.[Number(symbol.slice(1))] ?? [],
      vector,
    };
  });
  const apart = vectors.flatMap((a, i) =>
    vectors
      .slice(i + 1)
      .filter((b) => !a.words.some((word) => b.words.includes(word)))
      .map((b) => ({ a, b })),
  );
  const mean = (pairs: typeof apart) =>
    pairs.reduce((sum, { a, b }) => sum + cosine(a.vector, b.vector), 0) / pairs.length;
  const same = apart.filter(({ a, b }) => a.topic === b.topic);
  const other = apart.filter(({ a, b }) => a.topic !== b.topic);
  expect(same.length).toBeGreaterThan(300);
  expect(mean(same)).toBeGreaterThan(0.15);
  expect(Math.abs(mean(other))).toBeLessThan(0.05);
});

test("vectors do not depend on handles", () => {
  const words = topics(40);
  const reversed = Object.fromEntries(Object.entries(words).reverse());
  const vectors = vectorsOf(words);
  expect(vectors.size).toBe(200);
  expect(new Map([...vectorsOf(reversed)].sort())).toEqual(new Map([...vectors].sort()));
});

test("components are small integers, and the largest of each vector is the peak", () => {
  for (const vector of vectorsOf(topics(40)).values()) {
    expect(Math.max(...vector.map(Math.abs))).toBe(VECTOR_PEAK);
  }
});

test("test code and small repositories have no vectors", () => {
  const words = topics(60);
  const isTest = (path: string) => fileOf(path) < 10;
  expect([...vectorsOf(words, isTest).keys()].filter((name) => isTest(name.split("#")[0] ?? ""))).toEqual([]);
  expect(vectorsOf(words, isTest).size).toBe(250);
  expect(vectorsOf(topics(20)).size).toBe(0);
});

test("uniform code yields few directions, and the other components are 0", () => {
  const some = Array.from({ length: 200 }, (_, i) => `word${letters(i)}`);
  const [left, right] = [some.slice(0, 100), some.slice(100)];
  const words = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [pathOf(i), [left, right]]));
  const vectors = vectorsOf(words);
  expect(new Set([...vectors.values()].map(String)).size).toBe(2);
});
