/** Tests of the draft queue: events of a document reach the drafts in order, and failed pushes are repeated unless a newer event waits. */
import { bufferPush, type Engine, IdleCollector, SdlError } from "@sdl/engine";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { type BufferEvent, DraftQueue } from "../../src/documents/draft-queue.js";

const URI = "file:///a.ts";
const MOMENT_MS = 5_000;

let execute: MockInstance<typeof bufferPush.execute>;
let errors: string[];
let pushed: number;
beforeEach(() => {
  vi.useFakeTimers();
  execute = vi.spyOn(bufferPush, "execute").mockResolvedValue({} as never);
  errors = [];
  pushed = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function queue(): DraftQueue {
  const engine = { ending: new AbortController().signal, log: { record: () => undefined } } as unknown as Engine;
  const onPushed = (): void => void pushed++;
  return new DraftQueue({
    engine,
    rest: new IdleCollector(),
    source: () => "editor",
    onError: (text) => errors.push(text),
    onPushed,
  });
}

function event(version: number): Promise<BufferEvent> {
  const said = {
    eventType: "change",
    repoId: "r",
    filePath: "/a.ts",
    content: `text ${version}`,
    dirty: true,
  } as const;
  return Promise.resolve({ ...said, version, timestamp: "2026-01-01T00:00:00.000Z" });
}

function versions(): unknown[] {
  return execute.mock.calls.map(([args]) => (args as { readonly version: number }).version);
}

test("a failed push is repeated until it succeeds, and each failure is reported", async () => {
  execute.mockRejectedValueOnce(new Error("no tree")).mockRejectedValueOnce(new SdlError("busy", "taken"));
  queue().add(URI, true, event(1));
  await vi.advanceTimersByTimeAsync(MOMENT_MS);
  expect(versions()).toEqual([1, 1, 1]);
  expect([errors.length, pushed]).toEqual([2, 1]);
});

test("a push is given up after some tries, and later events are pushed", async () => {
  execute.mockRejectedValueOnce(new Error("1")).mockRejectedValueOnce(new Error("2"));
  execute.mockRejectedValueOnce(new Error("3")).mockRejectedValueOnce(new Error("4"));
  const drafts = queue();
  drafts.add(URI, true, event(1));
  await vi.advanceTimersByTimeAsync(MOMENT_MS);
  expect(versions()).toEqual([1, 1, 1, 1]);
  drafts.add(URI, true, event(2));
  await vi.advanceTimersByTimeAsync(1);
  expect([versions().at(-1), pushed]).toEqual([2, 1]);
});

test("a later text replaces one whose push failed", async () => {
  execute.mockRejectedValueOnce(new Error("no tree"));
  const drafts = queue();
  drafts.add(URI, true, event(1));
  await vi.advanceTimersByTimeAsync(1);
  drafts.add(URI, true, event(2));
  await vi.advanceTimersByTimeAsync(MOMENT_MS);
  expect([versions(), pushed]).toEqual([[1, 2], 1]);
});

test("a push refused for its file is neither repeated nor reported", async () => {
  execute.mockRejectedValueOnce(new SdlError("too_large", "too large"));
  queue().add(URI, true, event(1));
  await vi.advanceTimersByTimeAsync(MOMENT_MS);
  expect([versions(), errors, pushed]).toEqual([[1], [], 0]);
});
