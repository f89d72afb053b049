/** What commits say of a change: what usually changes as well, and how often its symbols do. */
import { deltaSide } from "@sdl/graph/delta";
import { afterAll, expect, test } from "vitest";
import { deltaOf } from "../../src/queries/delta/compute-delta.js";
import { GitFixture } from "../../src/testing/index.js";
import { openWorkspace } from "../../src/workspace/open-lazily.js";
import type { Workspace } from "../../src/workspace/workspace.js";

const fixture = GitFixture.make();
afterAll(() => fixture.remove());

type Delta = Awaited<ReturnType<typeof deltaOf>>;
type Graph = ReturnType<Workspace["snapshot"]>;

function companionsOf(delta: Delta, graph: Graph): unknown[] {
  return delta.companions.map(({ symbolId, support, confidence }) => {
    return [graph.symbol(graph.findSymbol(symbolId) as number).name, support, confidence];
  });
}

const file = (name: string, value: number): string =>
  `export function ${name}(): number {\n  const value = ${value};\n  return value;\n}\n`;

test("functions that commits change together are told, and one that is changed often is the riskier", async () => {
  for (const value of [1, 2, 3, 4]) {
    fixture.commit(`Change ${value}`, {
      "pair.ts": file("one", value),
      "other.ts": file("two", value),
      "calm.ts": file("calm", 0),
    });
  }
  const workspace = await openWorkspace({ rootPath: fixture.root, repoId: "r", workers: 1 });
  try {
    await workspace.refresh({ mode: "full" });
    await workspace.settle();
    const first = workspace.latestVersion();
    fixture.write({ "pair.ts": file("one", 9), "calm.ts": file("calm", 9) });
    await workspace.refresh({ mode: "incremental" });
    await workspace.settle();
    if (first === undefined) throw new Error("no version");
    const [before, after] = [await workspace.snapshotAt(first), workspace.snapshot()];
    const delta = await deltaOf(deltaSide(before), deltaSide(after, after.derived()));
    expect(companionsOf(delta, after)).toEqual([["two", 4, 0.57]]);
    const risks = new Map(
      delta.changes.map(({ after: symbol, risk }) => [after.symbol(symbol as number).name, risk.value]),
    );
    expect(risks.get("one")).toBeGreaterThan(risks.get("calm") as number);
    after.close();
  } finally {
    await workspace.close();
  }
});

test("what has no history of its own is told what changes with its file, for less", async () => {
  const own = GitFixture.make();
  const lines = (value: number): string => `${file("one", value)}\n${file("calm", 0)}`;
  for (const value of [1, 2, 3, 4])
    own.commit(`Change ${value}`, { "pair.ts": lines(value), "other.ts": file("two", value) });
  const workspace = await openWorkspace({ rootPath: own.root, repoId: "r", workers: 1 });
  try {
    await workspace.refresh({ mode: "full" });
    await workspace.settle();
    const first = workspace.latestVersion()!;
    own.write({ "pair.ts": `${lines(4)}\n${file("fresh", 1)}` });
    await workspace.refresh({ mode: "incremental" });
    await workspace.settle();
    const [before, after] = [await workspace.snapshotAt(first), workspace.snapshot()];
    const delta = await deltaOf(deltaSide(before), deltaSide(after, after.derived()));
    // Four commits changed the file: .6 · 4 / (4 + 3). The nearer one comes first; `calm` was only added.
    expect(companionsOf(delta, after)).toEqual([
      ["one", 4, 0.34],
      ["two", 4, 0.34],
      ["calm", 1, 0.09],
    ]);
    after.close();
  } finally {
    await workspace.close();
    own.remove();
  }
});
