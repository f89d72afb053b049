import { type RefreshProgress, workProgress } from "@sdl/engine";
import { expect, test, vi } from "vitest";
import { createProgressView, formatDuration, formatProgress } from "../../src/render/progress.js";
import { PLAIN, type Terminal } from "../../src/terminal.js";

const extract = (done: number, doneBytes: number): RefreshProgress => ({
  phase: "extract",
  done,
  total: 100,
  doneBytes,
  totalBytes: 10_000_000,
});

test("a line tells the rate and the time left once there is one to tell", () => {
  expect(formatProgress(extract(1, 1000), 100, 0)).toBe("reading symbols 1/100");
  expect(formatProgress(extract(40, 4_000_000), 2_000, 0)).toBe("reading symbols 40/100  2.0 MB/s  3.0 s left");
});

test.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [4_200, "4.2 s"],
  [59_999, "1 min 0 s"],
  [200_000, "3 min 20 s"],
])("%i ms is %s", (ms, text) => expect(formatDuration(ms)).toBe(text));

/** @returns what is written when progress comes at these times */
function show(isInteractive: boolean, times: readonly number[]): string {
  let written = "";
  let nowMs = 0;
  const terminal: Terminal = {
    out: () => undefined,
    err: (text) => {
      written += text;
    },
    style: PLAIN,
    isInteractive,
    isOutTerminal: isInteractive,
    columns: 80,
    readStdin: () => Promise.resolve(""),
  };
  const view = createProgressView(terminal, () => nowMs);
  for (const [index, time] of times.entries()) {
    nowMs = time;
    view.update(extract(index + 1, (index + 1) * 1_000_000));
  }
  view.end();
  return written;
}

test("a person sees one line, drawn anew and cleared at the end", () => {
  expect(show(true, [0, 10, 1_000])).toBe(
    "\r\u001b[2Kreading symbols 1/100\r\u001b[2Kreading symbols 3/100  2.0 MB/s  3.5 s left\r\u001b[2K",
  );
});

test("a log gets a plain line now and then", () => {
  expect(show(false, [0, 1_000, 4_000, 5_000, 8_000])).toBe(
    "reading symbols 3/100  0.5 MB/s  14.0 s left\nreading symbols 5/100  0.5 MB/s  10.0 s left\n",
  );
});

test("a step is told at once to a person, and to a log once it takes a second", () => {
  vi.useFakeTimers();
  try {
    const written: string[] = [];
    const terminal = (isInteractive: boolean): Terminal => ({
      out: () => undefined,
      err: (text) => void written.push(text),
      style: PLAIN,
      isInteractive,
      isOutTerminal: isInteractive,

      columns: 80,
      readStdin: () => Promise.resolve(""),
    });
    const drawn = createProgressView(terminal(true), () => 0);
    for (const name of ["v1", "v2"]) drawn.update(workProgress(`reading ${name}`));
    expect(written.splice(0)).toEqual(["\r\u001b[2Kreading v1", "\r\u001b[2Kreading v2"]);
    const logged = createProgressView(terminal(false), () => 0);
    logged.update(workProgress("reading v1"));
    vi.advanceTimersByTime(900);
    logged.update(workProgress("reading v2"));
    vi.advanceTimersByTime(1_100);
    logged.update(workProgress("comparing"));
    logged.end();
    vi.advanceTimersByTime(2_000);
    expect(written).toEqual(["reading v2\n"]);
  } finally {
    vi.useRealTimers();
  }
});
