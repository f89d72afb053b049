/** Derived layers of a version that others overtake while they are made. */
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
  /** Who asked meanwhile. */
  readonly asked: Promise<void>;
  /** Whether they had their answer before the last version came, as on a machine whose refreshes take long. */
  isAnswered(): boolean;
}

/** Publishes versions while layers are made, until each try of that run was in vain. */
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

test("settling goes on where a run under way was overtaken as often as it tries", { timeout: 120_000 }, async () => {
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
