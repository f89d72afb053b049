/** Queries while a watcher notes many changes and an editor has unsaved text. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openRepository } from "../../../test/support/small-repository.js";
import { MAX_FRESH_WAIT_MS, refreshIfStale } from "../../query/refresh-if-stale.js";
import { notedChanges } from "../../query/watched.js";
import { WATCHER_TIMES } from "./repository-watcher.js";
import { watchRepository } from "./watch-repository.js";

test.runIf(process.platform === "linux")(
  "while something is typed, many changed files are told as the watcher noted them",
  async () => {
    const place = await openRepository({ "a.ts": "export function before() {}\n" });
    onTestFinished(() => place.remove());
    const { engine, root } = place;
    const repository = await engine.open(await engine.find(undefined));
    // No refresh follows an event during the test.
    const times = { ...WATCHER_TIMES, quietMs: 600_000, longestQuietMs: 600_000 };
    await repository.refresh({ mode: "incremental" });
    await watchRepository(engine, repository.repoId, { times });
    const compares = vi.spyOn(repository, "compareWithDisk");
    for (let file = 0; file < 60; file++) writeFileSync(join(root, `f${file}.ts`), "export const one = 1;\n");
    writeFileSync(join(root, "notes.txt"), "no source");
    const typed = { event: "change", filePath: "a.ts", content: "const typed = 1;\n", isDirty: true } as const;
    await repository.drafts.push({ ...typed, version: 2, timestampMs: Date.now(), source: "editor" });
    const answer = await refreshIfStale({ engine }, repository, "auto");
    expect(answer).toMatchObject({ staleFiles: 60, staleNames: ["f0.ts", "f1.ts", "f10.ts"] });
    expect(compares).not.toHaveBeenCalled();
    // A question about changes waits for them.
    await refreshIfStale({ engine }, repository, "auto", MAX_FRESH_WAIT_MS);
    expect(compares).toHaveBeenCalled();
    // The version is newer than the noted changes.
    expect(await notedChanges(engine, repository.repoId)).toBeDefined();
    expect(await refreshIfStale({ engine }, repository, "auto")).toMatchObject({ staleFiles: 0 });
  },
);
