/** Tests of what commits add to a delta: symbols that usually change together, and how often symbols change. */
import { deltaSide, packDelta } from "@sdl/delta";
import type { Repository } from "@sdl/repository";
import { openRepository } from "@sdl/repository";
import { GitFixture } from "@sdl/repository/testing";
import { afterAll, expect, test } from "vitest";
import { computeDescribedDelta } from "../../src/query/compute-delta.js";

const fixture = GitFixture.make();
afterAll(() => fixture.remove());

type Delta = Awaited<ReturnType<typeof computeDescribedDelta>>;
type Graph = ReturnType<Repository["snapshot"]>;

function companionsOf(delta: Delta, graph: Graph): unknown[] {
  return delta.companions.map(({ symbolId, support, confidence }) => {
    return [graph.symbol(graph.findSymbol(symbolId) as number).name, support, confidence];
  });
}

const file = (name: string, value: number): string =>
  `export function ${name}(): number {\n  const value = ${value};\n  return value;\n}\n`;

test("functions that commits change together are listed, and a frequently changed one has the higher risk", async () => {
  for (const value of [1, 2, 3, 4]) {
    fixture.commit(`Change ${value}`, {
      "pair.ts": file("one", value),
      "other.ts": file("two", value),
      "calm.ts": file("calm", 0),
    });
  }
  const repository = await openRepository({ rootPath: fixture.root, repoId: "r", workers: 1 });
  try {
    await repository.refresh({ mode: "full" });
    await repository.settle();
    const first = repository.latestVersion();
    fixture.write({ "pair.ts": file("one", 9), "calm.ts": file("calm", 9) });
    await repository.refresh({ mode: "incremental" });
    await repository.settle();
    if (first === undefined) throw new Error("no version");
    const [before, after] = [await repository.snapshotAt(first), repository.snapshot()];
    const delta = computeDescribedDelta(deltaSide(before), deltaSide(after, after.derived()));
    expect(companionsOf(delta, after)).toEqual([["two", 4, 0.47]]);
    const risks = new Map(
      delta.changes.map(({ after: symbol, risk }) => [after.symbol(symbol as number).name, risk.value]),
    );
    expect(risks.get("one")).toBeGreaterThan(risks.get("calm") as number);
  } finally {
    await repository.close();
  }
});

test("a symbol without a history gets its file's companions, with a lower confidence", async () => {
  const own = GitFixture.make();
  const lines = (value: number): string => `${file("one", value)}\n${file("calm", 0)}`;
  for (const value of [1, 2, 3, 4])
    own.commit(`Change ${value}`, { "pair.ts": lines(value), "other.ts": file("two", value) });
  const repository = await openRepository({ rootPath: own.root, repoId: "r", workers: 1 });
  try {
    await repository.refresh({ mode: "full" });
    await repository.settle();
    const first = repository.latestVersion()!;
    own.write({ "pair.ts": `${lines(4)}\n${file("fresh", 1)}` });
    await repository.refresh({ mode: "incremental" });
    await repository.settle();
    const [before, after] = [await repository.snapshotAt(first), repository.snapshot()];
    const delta = computeDescribedDelta(deltaSide(before), deltaSide(after, after.derived()));
    // Four commits changed the file: .2 · 4 / (4 + 3); `calm` was only added. Symbols of the same file are near by as well.
    expect(companionsOf(delta, after)).toEqual([
      ["one", 4, 0.25],
      ["calm", 1, 0.22],
      ["two", 4, 0.11],
    ]);
  } finally {
    await repository.close();
    own.remove();
  }
});

test("without commits, the nearest symbols of the file are listed without support", async () => {
  const own = GitFixture.make();
  const names = Array.from({ length: 30 }, (_, i) => `f${i}`);
  const lines = (changed: string): string => names.map((name) => file(name, name === changed ? 1 : 0)).join("\n");
  own.commit("Begin", { "many.ts": lines(""), "other.ts": file("other", 0) });
  const repository = await openRepository({ rootPath: own.root, repoId: "r", workers: 1 });
  try {
    await repository.refresh({ mode: "full" });
    await repository.settle();
    const first = repository.latestVersion()!;
    own.write({ "many.ts": lines("f2") });
    await repository.refresh({ mode: "incremental" });
    await repository.settle();
    const [before, after] = [await repository.snapshotAt(first), repository.snapshot()];
    const delta = computeDescribedDelta(deltaSide(before), deltaSide(after, after.derived()));
    expect(companionsOf(delta, after)).toEqual([
      ["f1", 0, 0.2],
      ["f3", 0, 0.15],
      ["f0", 0, 0.12],
      ["f4", 0, 0.1],
      ["f5", 0, 0.09],
      ["f6", 0, 0.07],
      ["f7", 0, 0.07],
      ["f8", 0, 0.06],
      ["f9", 0, 0.05],
      ["f10", 0, 0.05],
    ]);
  } finally {
    await repository.close();
    own.remove();
  }
});

test("a delta of given symbols lists only those among them that commits changed together", async () => {
  const own = GitFixture.make();
  // Eleven pairs of files: more companions than a whole delta lists.
  const names = Array.from({ length: 11 }, (_, i) => `n${i}`);
  for (const name of names)
    for (const value of [1, 2])
      own.commit(`Change ${name} ${value}`, {
        [`${name}a.ts`]: `${file(`${name}a`, value)}\n${file(`${name}near`, 0)}`,
        [`${name}b.ts`]: file(`${name}b`, value),
      });
  const repository = await openRepository({ rootPath: own.root, repoId: "r", workers: 1 });
  try {
    await repository.refresh({ mode: "full" });
    await repository.settle();
    const first = repository.latestVersion()!;
    own.write(Object.fromEntries(names.map((n) => [`${n}a.ts`, `${file(`${n}a`, 9)}\n${file(`${n}near`, 0)}`])));
    await repository.refresh({ mode: "incremental" });
    await repository.settle();
    const [before, after] = [await repository.snapshotAt(first), repository.snapshot()];
    const delta = computeDescribedDelta(deltaSide(before), deltaSide(after, after.derived()));
    const idOf = (name: string) =>
      after.symbolsNamed(name).flatMap((one) => (after.kindOf(one) === "function" ? [after.symbol(one).id] : []))[0]!;
    const told = (...members: string[]) => {
      const versions = { repoId: "r", fromVersion: "a", toVersion: "b" };
      const { alsoUsuallyChanges } = packDelta(delta, versions, new Set(members.map(idOf)));
      return alsoUsuallyChanges.map(({ symbolId, support }) => [
        after.symbol(after.findSymbol(symbolId)!).name,
        support,
      ]);
    };
    for (const name of names) {
      expect(told(`${name}a`, `${name}b`)).toEqual([[`${name}b`, 2]]);
      // It is near by in a changed file, and no commit changed it again.
      expect(told(`${name}a`, `${name}near`).every(([, support]) => Number(support) > 0)).toBe(true);
    }
    // The symbol that changed with it is not in the slice: no support for a common change.
    expect(told("n0b", "n1a")).toEqual([]);
  } finally {
    await repository.close();
    own.remove();
  }
});
