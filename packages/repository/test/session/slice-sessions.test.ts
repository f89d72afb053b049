/** Slice sessions in memory, before they are written. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseVersionId } from "@sdl/model";
import { expect, onTestFinished, test } from "vitest";
import { SliceSessions } from "../../src/session/slice-sessions.js";

test("handles given out without a pause are all known, in this process and in the next one", async () => {
  const directory = mkdtempSync(join(tmpdir(), "sdl-slice-sessions-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const open = () => new SliceSessions({ directory, canWrite: true, now: () => 1 });
  const sessions = open();
  const version = parseVersionId("v1");
  const handles = Array.from({ length: 1000 }, (_, i) => `h_${i.toString(16).padStart(16, "0")}`);
  // No timer runs in this loop.
  for (const handle of handles) {
    sessions.remember({ handle, request: "{}", version, pinned: { ledgerVersion: "v1" }, shape: "[]", dropped: [] });
  }
  expect(handles.filter((handle) => sessions.find(handle) === undefined)).toEqual([]);
  await sessions.close();
  const later = open();
  expect(handles.filter((handle) => later.find(handle) === undefined)).toEqual([]);
  await later.close();
});

test("secrets in a request are not stored", async () => {
  const directory = mkdtempSync(join(tmpdir(), "sdl-slice-sessions-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const sessions = new SliceSessions({ directory, canWrite: true, now: () => 1 });
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const sent = {
    handle: "h_1",
    version: parseVersionId("v1"),
    pinned: { ledgerVersion: "v1" },
    shape: "[]",
    dropped: [],
  };
  sessions.remember({ ...sent, request: JSON.stringify({ taskText: `the build "shows" ${secret}` }) });
  const { taskText } = JSON.parse(sessions.find("h_1")?.record.request ?? "{}") as { taskText: string };
  expect(taskText).toBe(`the build "shows" ${"*masked".padEnd(secret.length, "*")}`);
  await sessions.close();
});
