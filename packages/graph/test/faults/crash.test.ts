/**
 * Writers that are killed or get an error inside a commit, at the n-th system call of a kind. strace injects the signal or the error; each kind of
 * call is counted separately. CI takes some of the calls, and every other case each day; the long tier takes all.
 */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { shareOfDay } from "../../src/testing/share-of-day.js";
import { hasProgram, lookAt, WRITER } from "../support/look.js";
import { temporaryDirectory } from "../support/with-ledger.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const VERSIONS = 4;
/** System calls of a commit on the data file. */
const CALLS = ["pwrite64", "writev", "fdatasync"] as const;
const STRACE = hasProgram("strace");
/** strace option that skips other system calls. It works with injected errors, but not with signals (strace 6.1). */
const ONLY_TRACED = "--seccomp-bpf";
const NEEDS_STRACE = STRACE ? "" : " (skipped: strace is not installed)";

/** Message printed by the native library. */
const NATIVE = /Write error: .* size \d+/g;
/** Output of a writer that continued after errors of the ledger. */
const TYPED = /^(STORE_IO|STORAGE_FULL|STORE_FAILED)(\s+[A-Z_]+)*$/;
/** Output of a writer that such an error ended, because it occurred while the store was created. */
const TYPED_END = /^([A-Z_]+\s+)*file:.*\s[\s\S]*GraphError/;
/**
 * Output of crashes that do not come from the ledger, with glibc's messages about a corrupted heap. The library prints the error of a failed write
 * into a buffer that is too short for it (`last_error` in `mdb_page_flush`, lmdb 3.5.6), and ends silently if it cannot write the head of a new
 * file.
 */
const NATIVE_END = /^([A-Z_]+(?:\s+|$))*((malloc|free|realloc|corrupted|double free|munmap_chunk|unaligned)[^\n]*)?$/;

interface Injected {
  /** The last version that the writer acknowledged. */
  readonly acknowledged: number;
  readonly errors: string;
  /** Whether the writer finished. */
  readonly hasEnded: boolean;
}

function write(directory: string, call: string, fault: string): Injected {
  const inject = ["-f", "-qq", "-e", `trace=${call}`, "-e", `inject=${call}:${fault}`, "-o", "/dev/null"];
  if (fault.startsWith("error=")) inject.unshift(ONLY_TRACED);
  const args = [...inject, process.execPath, WRITER, directory, "12", String(VERSIONS), "endure"];
  const { stdout, stderr, status, signal } = spawnSync("strace", args, { encoding: "utf8" });
  const acknowledged = Math.max(0, ...stdout.trim().split("\n").map(Number));
  return { acknowledged, errors: stderr.replace(NATIVE, "").trim(), hasEnded: status === 0 && signal === null };
}

const counts = new Map<string, number>();

/** Number of such system calls of an undisturbed writer. */
function countCalls(call: string): number {
  const known = counts.get(call);
  if (known !== undefined) return known;
  const program = [process.execPath, WRITER, temporaryDirectory(), "12", String(VERSIONS)];
  const args = ["-f", ONLY_TRACED, "-c", "-e", `trace=${call}`, ...program];
  const { stderr } = spawnSync("strace", args, { encoding: "utf8" });
  const [, calls] = new RegExp(`^\\s*[\\d.]+\\s+[\\d.]+\\s+\\d+\\s+(\\d+)\\s.*\\b${call}$`, "m").exec(stderr) ?? [];
  expect(Number(calls)).toBeGreaterThan(VERSIONS);
  counts.set(call, Number(calls));
  return Number(calls);
}

/** All numbers from 1 to `count`, or `wanted` of them, evenly spread. */
function moments(count: number, wanted: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i + 1);
  const step = IS_LONG ? 1 : Math.floor(count / wanted);
  return all.filter((n) => n % step === 0);
}

test.runIf(STRACE).each(shareOfDay(CALLS, 2))(
  `a writer killed in %s leaves an intact store with all acknowledged versions${NEEDS_STRACE}`,
  async (call) => {
    const ends = moments(countCalls(call), 3).map((n) => ({ n, directory: temporaryDirectory() }));
    const written = ends.map(({ n, directory }) => write(directory, call, `signal=KILL:when=${n}`));
    expect(written.some(({ hasEnded }) => hasEnded)).toBe(false);
    // The writer continues on the store that each crash left.
    for (const { directory } of ends) spawnSync(process.execPath, [WRITER, directory, "12", "1"]);
    const looks = await lookAt(ends.map(({ directory }) => directory));
    for (const [i, look] of looks.entries()) {
      expect({ n: ends[i]!.n, look }).toMatchObject({ look: { faults: [] } });
      if (typeof look !== "string") expect(look.version).toBeGreaterThan(written[i]!.acknowledged);
    }
  },
  600_000,
);

const ERRORS = [
  ["pwrite64", "EIO"],
  ["writev", "EIO"],
  ["fdatasync", "EIO"],
  ["pwrite64", "ENOSPC"],
  ["writev", "EDQUOT"],
] as const;

test.runIf(STRACE).each(shareOfDay(ERRORS, 2))(
  `%s failing with %s throws a typed error or ends the process, and the store is intact either way${NEEDS_STRACE}`,
  async (call, error) => {
    const ends = moments(countCalls(call), 3).map((n) => ({ n, directory: temporaryDirectory() }));
    const written = ends.map(({ n, directory }) => write(directory, call, `error=${error}:when=${n}`));
    for (const [i, { errors, hasEnded }] of written.entries()) {
      const expected = hasEnded ? [TYPED] : [TYPED_END, NATIVE_END];
      expect({ n: ends[i]!.n, errors, isExpected: expected.some((one) => one.test(errors)) }).toMatchObject({
        isExpected: true,
      });
    }
    expect(written.some(({ hasEnded }) => hasEnded)).toBe(true);
    for (const { directory } of ends) spawnSync(process.execPath, [WRITER, directory, "12", "1"]);
    const looks = await lookAt(ends.map(({ directory }) => directory));
    for (const [i, look] of looks.entries()) {
      const { acknowledged, hasEnded } = written[i]!;
      if (hasEnded) expect(acknowledged).toBe(VERSIONS);
      expect({ n: ends[i]!.n, look }).toMatchObject({ look: { faults: [] } });
      if (typeof look !== "string") expect(look.version).toBeGreaterThan(acknowledged);
    }
  },
  600_000,
);
