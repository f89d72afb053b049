/**
 * incremental == scratch: after random edits, linking only the files that changed or whose recorded lookups did gives what linking
 * everything gives. The driver is tested too: it fails when any one kind of lookup is forgotten.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedConfigLookups, changedLookups, createLinkSession, linkFile } from "../../src/link/index.js";
import { findFileKind } from "../../src/workspace/index.js";
import { linkText } from "./link-text.js";
import { MemoryRepository, viewOf } from "./memory-repository.js";
import { Random, randomEdit, randomRepository } from "./random-repository.js";
import { type LookupKind, lookupsOfKind } from "./lookup-kinds.js";

interface StoredLinks {
  readonly text: string;
  readonly lookups: Uint32Array;
}

type Forget = (texts: ReadonlyMap<string, string>) => ReadonlySet<number>;

/** @returns how many files were linked again beside those that changed; undefined when incremental and scratch differ */
function runEdits(seed: number, steps: number, forget: Forget | undefined): { readonly relinked: number } | undefined {
  const random = new Random(seed);
  const texts = randomRepository(random);
  const stored = new Map<string, StoredLinks>();
  linkInto(stored, texts, [...texts.keys()]);
  let relinked = 0;
  for (let step = 0; step < steps; step++) {
    const before = new Map(texts);
    const touched = new Set<string>();
    for (let i = 1 + random.below(2); i > 0; i--) for (const path of randomEdit(texts, random)) touched.add(path);
    const changed = changedSet(before, texts, touched);
    const forgotten = forget?.(new Map([...before, ...texts]));
    const stale = [...stored.keys()].filter((path) => stored.get(path)?.lookups.some((it) => changed.has(it) && !forgotten?.has(it)));
    relinked += stale.filter((path) => !touched.has(path)).length;
    for (const path of touched) stored.delete(path);
    linkInto(stored, texts, [...touched, ...stale].filter((path) => texts.has(path)));
    if (!equalsScratch(stored, texts, random)) return undefined;
  }
  return { relinked };
}

function changedSet(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>, touched: Iterable<string>): Set<number> {
  const changed = new Set<number>();
  for (const path of touched) {
    const old = before.get(path);
    const now = after.get(path);
    const lookups = isSource(path)
      ? changedLookups(old === undefined ? undefined : viewOf(path, old), now === undefined ? undefined : viewOf(path, now))
      : changedConfigLookups(path, old, now);
    for (const lookup of lookups) changed.add(lookup);
  }
  return changed;
}

function linkInto(stored: Map<string, StoredLinks>, texts: ReadonlyMap<string, string>, paths: readonly string[]): void {
  const repository = new MemoryRepository(texts);
  const session = createLinkSession(repository);
  for (const path of paths.filter(isSource)) {
    const linked = linkFile(session, repository.file(path) ?? -1);
    stored.set(path, { text: linkText(repository, linked), lookups: linked.lookups });
  }
}

function equalsScratch(stored: ReadonlyMap<string, StoredLinks>, texts: ReadonlyMap<string, string>, random: Random): boolean {
  const shuffled = [...texts].map((entry) => ({ entry, key: random.next() })).sort((a, b) => a.key - b.key);
  const scratch = new Map<string, StoredLinks>();
  linkInto(
    scratch,
    new Map(shuffled.map(({ entry }) => entry)),
    shuffled.map(({ entry }) => entry[0]),
  );
  const sources = [...texts.keys()].filter(isSource);
  return sources.every((path) => {
    const left = stored.get(path);
    const right = scratch.get(path);
    return left !== undefined && left.text === right?.text && left.lookups.join() === right.lookups.join();
  });
}

function isSource(path: string): boolean {
  return findFileKind(path.slice(path.lastIndexOf("/") + 1))?.language !== undefined;
}

describe("incremental linking", () => {
  test("equals linking from scratch after every edit", () => {
    let relinked = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const result = runEdits(seed, 12, undefined);
        relinked += result?.relinked ?? 0;
        return result !== undefined;
      }),
      { numRuns: 40, seed: 20261121 },
    );
    expect(relinked).toBeGreaterThan(100);
  });

  const KINDS: readonly LookupKind[] = ["exists", "config", "packageName", "topLevel", "export", "stars", "value", "member", "bases"];
  test.each(KINDS)("is caught when lookups of kind %s are forgotten", (kind) => {
    const seeds = Array.from({ length: 100 }, (_, i) => i);
    const isCaught = seeds.some((seed) => runEdits(seed, 12, (texts) => lookupsOfKind(kind, texts)) === undefined);
    expect(isCaught).toBe(true);
  });
});
