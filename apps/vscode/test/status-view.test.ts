import { expect, test } from "vitest";
import type { FolderState } from "../src/server/answers.js";
import type { LinkState } from "../src/server/link-state.js";
import { statusView } from "../src/status/status-view.js";

const NOW_MS = Date.parse("2026-01-02T12:00:00Z");
const index = (symbols: number, indexedAt = "2026-01-02T11:58:30Z") => ({
  version: "v1",
  files: 12,
  symbols,
  indexedAt,
});
const READY: FolderState = {
  folder: "file:///w/my%20app",
  phase: { kind: "ready" },
  index: index(1204),
  lag: { kind: "none" },
  dirtyFiles: 0,
  pendingFiles: 0,
};

function shown(folders: readonly FolderState[], link: LinkState = { kind: "running" }, isTrusted = true): string[] {
  const { kind, text, details } = statusView({ link, folders, isTrusted, nowMs: NOW_MS });
  return [kind, text, ...details];
}

test("an indexed folder shows the size and age of its index", () => {
  expect(shown([READY])).toEqual([
    "indexed",
    "$(database) SDL: 1,204 symbols",
    "1,204 symbols in 12 files, indexed 1 minute ago.",
  ]);
});

test.each([
  ["2026-01-02T12:00:10Z", "just now"],
  ["2026-01-02T11:59:10Z", "just now"],
  ["2026-01-02T11:15:00Z", "45 minutes ago"],
  ["2026-01-02T09:30:00Z", "2 hours ago"],
  ["2025-12-31T11:00:00Z", "2 days ago"],
])("an index made at %s is shown as indexed %s", (indexedAt, age) => {
  expect(shown([{ ...READY, index: index(1, indexedAt) }]).at(-1)).toBe(`1 symbol in 12 files, indexed ${age}.`);
});

test("files with unsaved text are counted, with a note whether agents see it", () => {
  expect(shown([{ ...READY, dirtyFiles: 2, pendingFiles: 1 }])).toEqual([
    "drafts",
    "$(edit) SDL: 1,204 symbols, 2 unsaved",
    expect.any(String),
    "Unsaved text of 2 files: 1 not indexed yet.",
  ]);
  expect(shown([{ ...READY, dirtyFiles: 1 }]).at(-1)).toBe("Unsaved text of 1 file: agents see it already.");
});

test("during indexing the percentage of the slowest folder is shown, and each folder by name", () => {
  const half: FolderState = { folder: "file:///w/two/", phase: { kind: "indexing", percent: 50 } };
  expect(shown([READY, half, { ...READY, phase: { kind: "indexing", percent: 70 } }])).toEqual([
    "indexing",
    "$(sync~spin) SDL: indexing 50 %",
    "my app:",
    expect.any(String),
    "two:",
    "Indexing, 50 % done.",
    "my app:",
    "Indexing, 70 % done.",
    expect.any(String),
  ]);
  expect(shown([{ folder: "file:///w", phase: { kind: "opening" } }]).slice(0, 2)).toEqual([
    "indexing",
    "$(sync~spin) SDL: opening",
  ]);
});

test("an index is shown as stale after a failed refresh, regardless of other states", () => {
  const failed: FolderState = { ...READY, dirtyFiles: 1, lag: { kind: "failed", reason: "the disk is full" } };
  expect(shown([READY, failed])).toContain("Changed files are not indexed: the disk is full");
  expect(shown([failed]).slice(0, 2)).toEqual(["stale", "$(warning) SDL: stale"]);
  expect(shown([{ ...READY, lag: { kind: "changes" } }])[0]).toBe("indexed");
});

test("a folder without an index shows the reason", () => {
  const none: FolderState = { folder: "file:///w", phase: { kind: "none", reason: "nothing to index here" } };
  expect(shown([none])).toEqual(["none", "$(circle-outline) SDL: no index", "No index: nothing to index here"]);
  expect(shown([READY, none]).slice(0, 2)).toEqual(["indexed", "$(database) SDL: 1,204 symbols"]);
  expect(shown([])[0]).toBe("none");
});

test("a stopped server is shown as offline with the reason and the next action", () => {
  expect(shown([], { kind: "waiting", reason: "it ended by itself", delayMs: 1500 })).toEqual([
    "offline",
    "$(debug-disconnect) SDL: offline",
    "The server does not run: it ended by itself.",
    "It is started again in 2 s.",
  ]);
  expect(shown([], { kind: "stopped", reason: "it was not started yet" }).at(-1)).toBe("Click to start it.");
  expect(shown([READY], { kind: "starting" })[1]).toBe("$(sync~spin) SDL: starting");
});

test("an untrusted folder is shown as such, regardless of the server's state", () => {
  expect(shown([READY], { kind: "running" }, false)).toEqual([
    "offline",
    "$(debug-disconnect) SDL: not trusted",
    "Nothing runs until you trust this folder.",
  ]);
});
