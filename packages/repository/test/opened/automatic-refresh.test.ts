/** Automatic refreshes run at low priority until a caller waits for them. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository } from "../../src/opened/repository.js";
import { SharedRefresh, type SharedRun } from "../../src/opened/shared-refresh.js";
import type { RefreshResult } from "../../src/refresh/refresh-request.js";

const LOW = constants.priority.PRIORITY_BELOW_NORMAL;
const canLower = existsSync("/proc/thread-self") && getPriority() < LOW;

function nicenessOfThreads(): Set<number> {
  const stats = readdirSync("/proc/self/task").map((task) => readFileSync(`/proc/self/task/${task}/stat`, "utf8"));
  return new Set(stats.map((stat) => Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16])));
}

async function openExample(): Promise<Repository> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "sdl-automatic-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (let i = 0; i < 20; i++) writeFileSync(join(root, `f${i}.ts`), `export const f${i} = () => ${i};\n`);
  const repository = await openRepository({ rootPath: root, repoId: "example" });
  onTestFinished(() => repository.close());
  return repository;
}

/** The niceness of this process's threads while files were extracted. */
async function seenDuring(repository: Repository, isAutomatic: boolean): Promise<Set<number>> {
  const seen = new Set<number>();
  const onProgress = () => {
    for (const niceness of nicenessOfThreads()) seen.add(niceness);
  };
  await repository.refresh({ mode: "full", isAutomatic, onProgress });
  return seen;
}

test.runIf(canLower)("files are extracted at low priority only if nobody waits", async () => {
  expect(await seenDuring(await openExample(), false)).not.toContain(LOW);
  expect(await seenDuring(await openExample(), true)).toContain(LOW);
});

/** A refresh whose end the test controls. */
function heldRefresh() {
  const runs: SharedRun[] = [];
  const ends: (() => void)[] = [];
  const shared = new SharedRefresh((run) => {
    runs.push(run);
    return new Promise<RefreshResult>((resolve) => ends.push(() => resolve({} as RefreshResult)));
  });
  onTestFinished(() => {
    for (const end of ends) end();
  });
  return { shared, runs };
}

test("a refresh counts as requested once a non-automatic caller joins it or the next one", () => {
  const joined = heldRefresh();
  void joined.shared.refresh({ mode: "incremental", isAutomatic: true });
  void joined.shared.refresh({ mode: "incremental", isAutomatic: true });
  expect(joined.runs[0]?.whenAskedFor.aborted).toBe(false);
  void joined.shared.refresh({ mode: "incremental" });
  expect(joined.runs[0]?.whenAskedFor.aborted).toBe(true);

  const behind = heldRefresh();
  void behind.shared.refresh({ mode: "incremental", isAutomatic: true });
  behind.runs[0]?.begin();
  void behind.shared.refresh({ mode: "incremental" });
  expect(behind.runs[0]?.whenAskedFor.aborted).toBe(true);

  const attended = heldRefresh();
  void attended.shared.refresh({ mode: "incremental", isAutomatic: true });
  void attended.shared.attend({});
  expect(attended.runs[0]?.whenAskedFor.aborted).toBe(true);
});

/** Number of unparsed drafts when a refresh looked at the files, with one pushed just before. */
async function unreadAtStart(isAutomatic: boolean): Promise<number | undefined> {
  const repository = await openExample();
  await repository.refresh({ mode: "full" });
  const edit = {
    filePath: "f0.ts",
    content: "export const typed = 1;\n",
    version: 1,
    isDirty: true,
    source: "editor",
    timestampMs: 0,
  };
  await repository.drafts.push({ ...edit, event: "change" });
  let unread: number | undefined;
  const onProgress = () => {
    unread ??= repository.drafts.status(undefined).pending;
  };
  await repository.refresh({ mode: "incremental", isAutomatic, onProgress });
  return unread;
}

test("drafts are parsed before an automatic refresh, and during a requested one", async () => {
  expect(await unreadAtStart(true)).toBe(0);
  expect(await unreadAtStart(false)).toBe(1);
});

test("a refresh trusts the watcher only if all its callers do", () => {
  const trusting = heldRefresh();
  void trusting.shared.refresh({ mode: "incremental", trustsWatcher: true });
  void trusting.shared.refresh({ mode: "incremental", trustsWatcher: true });
  expect(trusting.runs[0]?.begin()).toMatchObject({ trustsWatcher: true });

  const doubting = heldRefresh();
  void doubting.shared.refresh({ mode: "incremental", trustsWatcher: true });
  void doubting.shared.refresh({ mode: "incremental" });
  expect(doubting.runs[0]?.begin()).toMatchObject({ trustsWatcher: false });
});
