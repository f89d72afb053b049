/** Derivation of a version that newer versions supersede while it runs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";

function isDerived(repository: Repository): boolean {
  const snapshot = repository.snapshot();
  return snapshot.derived() !== undefined;
}

interface Overtaken {
  /** Callers that asked meanwhile. */
  readonly asked: Promise<void>;
  /** Whether they were answered before the last version came, as on a machine with slow refreshes. */
  isAnswered(): boolean;
}

/** Publishes versions during a derivation until all its tries have failed. */
async function overtake(repository: Repository, path: string): Promise<Overtaken> {
  let isOver = false;
  const run = repository.settle().finally(() => {
    isOver = true;
  });
  let asked = run;
  let isAnswered = false;
  for (let edit = 0; !isOver; edit++) {
    writeFileSync(path, `export function f${edit}() { return ${edit}; }\n`);
    await repository.refresh({ mode: "incremental" });
    if (edit > 0) continue;
    asked = repository.settle().finally(() => {
      isAnswered = true;
    });
  }
  return { asked, isAnswered: () => isAnswered };
}

test("settle derives again if the current run was superseded in all its tries", { timeout: 120_000 }, async () => {
  const root = mkdtempSync(join(tmpdir(), "sdl-settle-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = join(root, "a.ts");
  writeFileSync(path, "export function f() {}\n");
  const repository = await openRepository({ rootPath: root, repoId: "r", workers: 1 });
  onTestFinished(() => repository.close());
  await repository.refresh({ mode: "incremental" });
  let overtaken = await overtake(repository, path);
  while (overtaken.isAnswered() || isDerived(repository)) overtaken = await overtake(repository, path);
  await overtaken.asked;
  expect(isDerived(repository)).toBe(true);
});
