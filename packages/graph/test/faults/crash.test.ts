/**
 * Writers that die or fail inside a commit, by system call. strace delivers the signal, or the error, at the n-th call of a kind; each kind is
 * counted by itself. CI takes some of the calls, and every other case each day; the long tier takes all of them.
 */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { shareOfDay } from "../../src/testing/share-of-day.js";
import { hasProgram, lookAt, WRITER } from "../support/look.js";
import { temporaryDirectory } from "../support/with-ledger.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const VERSIONS = 4;
/** What a commit does to the file. */
const CALLS = ["pwrite64", "writev", "fdatasync"] as const;
const STRACE = hasProgram("strace");
/** Does not stop at calls of other kinds. Injects errors, but no signals (strace 6.1). */
const ONLY_TRACED = "--seccomp-bpf";
const NEEDS_STRACE = STRACE ? "" : " (skipped: strace is not installed)";

/** What the library says by itself. */
const NATIVE = /Write error: .* size \d+/g;
/** Errors of the ledger after which the writer went on. */
const TYPED = /^(STORE_IO|STORAGE_FULL|STORE_FAILED)(\s+[A-Z_]+)*$/;
/** The same, when one ended it: while a store is made there is none to go on with. */
const TYPED_END = /^([A-Z_]+\s+)*file:.*\s[\s\S]*GraphError/;
/**
 * Ends that are not the ledger's, with what glibc says of a heap that was written over. The library prints the error of a failed write into a
 * buffer that is too short for it (`last_error` in `mdb_page_flush`, lmdb 3.5.6), and a new file's head that cannot be written ends it without a word.
 */
const NATIVE_END = /^([A-Z_]+(?:\s+|$))*((malloc|free|realloc|corrupted|double free|munmap_chunk|unaligned)[^\n]*)?$/;

interface Injected {
  /** The last version that the writer said was there. */
  readonly acknowledged: number;
  readonly errors: string;
  /** Whether it came to its end. */
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

/** How often the writer makes a call when nothing hinders it. */
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

/** All from 1 to `count`, or some spread over them. */
function moments(count: number, wanted: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i + 1);
  const step = IS_LONG ? 1 : Math.floor(count / wanted);
  return all.filter((n) => n % step === 0);
}

test.runIf(STRACE).each(shareOfDay(CALLS, 2))(
  `a writer that is killed in %s leaves a sound store with all it acknowledged${NEEDS_STRACE}`,
  async (call) => {
    const ends = moments(countCalls(call), 3).map((n) => ({ n, directory: temporaryDirectory() }));
    const written = ends.map(({ n, directory }) => write(directory, call, `signal=KILL:when=${n}`));
    expect(written.some(({ hasEnded }) => hasEnded)).toBe(false);
    // The writer goes on from whatever it finds.
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
  `%s failing with %s is a typed error after which the process goes on, or its end; the store is sound either way${NEEDS_STRACE}`,
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
