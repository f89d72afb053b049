/** Derived layers of a version that others overtake while they are made. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openWorkspace } from "../../src/workspace/open-workspace.js";
import type { Workspace } from "../../src/workspace/workspace.js";

function isDerived(workspace: Workspace): boolean {
  const snapshot = workspace.snapshot();
  try {
    return snapshot.derived() !== undefined;
  } finally {
    snapshot.close();
  }
}

/**
 * Publishes versions while layers are made, until each try of that run was in vain.
 * @returns who asked meanwhile
 */
async function overtake(workspace: Workspace, path: string): Promise<{ readonly asked: Promise<void> }> {
  let isOver = false;
  const run = workspace.settle().finally(() => {
    isOver = true;
  });
  let asked = run;
  for (let edit = 0; !isOver; edit++) {
    writeFileSync(path, `export function f${edit}() { return ${edit}; }\n`);
    await workspace.refresh({ mode: "incremental" });
    if (edit === 0) asked = workspace.settle();
  }
  return { asked };
}

test("settling goes on where a run under way was overtaken as often as it tries", { timeout: 120_000 }, async () => {
  const root = mkdtempSync(join(tmpdir(), "sdl-settle-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = join(root, "a.ts");
  writeFileSync(path, "export function f() {}\n");
  const workspace = await openWorkspace({ rootPath: root, repoId: "r", workers: 1 });
  onTestFinished(() => workspace.close());
  await workspace.refresh({ mode: "incremental" });
  const { asked } = await overtake(workspace, path);
  expect(isDerived(workspace)).toBe(false);
  await asked;
  expect(isDerived(workspace)).toBe(true);
});
