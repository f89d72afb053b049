/** Derived layers of a version that others overtake while they are made. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openWorkspace } from "../../src/opened/open-repository.js";
import type { Workspace } from "../../src/opened/repository.js";

function isDerived(workspace: Workspace): boolean {
  const snapshot = workspace.snapshot();
  try {
    return snapshot.derived() !== undefined;
  } finally {
    snapshot.close();
  }
}

interface Overtaken {
  /** Who asked meanwhile. */
  readonly asked: Promise<void>;
  /** Whether they had their answer before the last version came, as on a machine whose refreshes take long. */
  isAnswered(): boolean;
}

/** Publishes versions while layers are made, until each try of that run was in vain. */
async function overtake(workspace: Workspace, path: string): Promise<Overtaken> {
  let isOver = false;
  const run = workspace.settle().finally(() => {
    isOver = true;
  });
  let asked = run;
  let isAnswered = false;
  for (let edit = 0; !isOver; edit++) {
    writeFileSync(path, `export function f${edit}() { return ${edit}; }\n`);
    await workspace.refresh({ mode: "incremental" });
    if (edit > 0) continue;
    asked = workspace.settle().finally(() => {
      isAnswered = true;
    });
  }
  return { asked, isAnswered: () => isAnswered };
}

test("settling goes on where a run under way was overtaken as often as it tries", { timeout: 120_000 }, async () => {
  const root = mkdtempSync(join(tmpdir(), "sdl-settle-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = join(root, "a.ts");
  writeFileSync(path, "export function f() {}\n");
  const workspace = await openWorkspace({ rootPath: root, repoId: "r", workers: 1 });
  onTestFinished(() => workspace.close());
  await workspace.refresh({ mode: "incremental" });
  let overtaken = await overtake(workspace, path);
  while (overtaken.isAnswered() || isDerived(workspace)) overtaken = await overtake(workspace, path);
  await overtaken.asked;
  expect(isDerived(workspace)).toBe(true);
});
