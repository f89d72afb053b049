/** What commits say of a change: what usually changes as well, and how often its symbols do. */
import { deltaSide } from "@sdl/graph/delta";
import { afterAll, expect, test } from "vitest";
import { deltaOf } from "../../src/queries/delta/compute-delta.js";
import { GitFixture } from "../../src/testing/index.js";
import { openWorkspace } from "../../src/workspace/open-lazily.js";

const fixture = GitFixture.make();
afterAll(() => fixture.remove());

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
    const nameOf = (id: (typeof delta.companions)[number]["symbolId"]) =>
      after.symbol(after.findSymbol(id) as number).name;
    expect(delta.companions.map(({ symbolId, support }) => [nameOf(symbolId), support])).toEqual([["two", 4]]);
    const risks = new Map(
      delta.changes.map(({ after: symbol, risk }) => [after.symbol(symbol as number).name, risk.value]),
    );
    expect(risks.get("one")).toBeGreaterThan(risks.get("calm") as number);
    after.close();
  } finally {
    await workspace.close();
  }
});
