/** The program's own files, with other entries in their place. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withFileLock } from "../../src/machine/file-lock.js";
import { withLease } from "../../src/machine/lease.js";
import { requireLimits } from "../../src/machine/limits.js";
import { appendOwnFile, readOwnFile, replaceOwnFile, statOwnFile } from "../../src/machine/own-file.js";
import { describeRefusal } from "../../src/machine/system-error.js";

const INTRUDERS = {
  "a folder": (path: string) => mkdirSync(join(path, "inner"), { recursive: true }),
  "a pipe": (path: string) => execFileSync("mkfifo", [path]),
  "a link to itself": (path: string) => symlinkSync(path, path),
  "a link to nowhere": (path: string) => symlinkSync("nowhere", path),
};
const KINDS = Object.entries(INTRUDERS);

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "sdl-own-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "file");
}

test.each(KINDS.slice(0, 3))("%s in place of a file is neither read nor appended to, without blocking", (_, make) => {
  const path = place();
  make(path);
  expect(() => readOwnFile(path, 100)).toThrow(expect.objectContaining({ path }));
  expect(() => appendOwnFile(path, "x")).toThrow(expect.objectContaining({ path }));
  for (const attempt of [() => readOwnFile(path, 100), () => appendOwnFile(path, "x")]) {
    expect(answerOf(attempt)).toMatchObject({ code: "policy_denied", message: expect.stringContaining(path) });
  }
  statOwnFile(path);
});

function answerOf(attempt: () => unknown): object | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return describeRefusal(error);
  }
}

test("a file is read up to its limit, appended to, and replaced atomically", () => {
  const path = place();
  appendOwnFile(path, "one\n");
  appendOwnFile(path, "two\n");
  expect(readOwnFile(path, 8).toString()).toBe("one\ntwo\n");
  expect(answerOf(() => readOwnFile(path, 7))).toMatchObject({ code: "policy_denied" });
  replaceOwnFile(path, "three");
  expect(readFileSync(path, "utf8")).toBe("three");
});

test.each(KINDS)("%s in place of a lock does not count as held", async (_, make) => {
  const path = place();
  make(`${path}.lock`);
  expect(await withFileLock(path, () => "done")).toBe("done");
});

test.each(KINDS)("%s in place of a lease does not count as held", async (_, make) => {
  const path = place();
  make(path);
  const done = await withLease({ path, patienceMs: 0, now: Date.now }, () => Promise.resolve("done"));
  expect(done).toBe("done");
});

test.each([
  ["ENOSPC", "busy", /disk is full/],
  ["EMFILE", "busy", /ulimit -n/],
  ["EACCES", "policy_denied", /rights/],
  ["EROFS", "policy_denied", /reading only/],
  ["ENOTDIR", "policy_denied", /move it away/],
  ["EIO", "busy", /disk reports an error/],
])("the system error %s is reported as %s", (code, expected, text) => {
  const error = Object.assign(new Error(`${code}: whatever`), { code, path: "/place/of/it" });
  const { code: answered, message } = describeRefusal(error) ?? {};
  expect([answered, message]).toEqual([expected, expect.stringMatching(text)]);
  expect(message).toContain("/place/of/it");
});

test("too low limits on open files and file sizes are reported", () => {
  writeFileSync(place(), "");
  expect(() =>
    requireLimits(() => "Max open files            20                   20                   files"),
  ).toThrow(expect.objectContaining({ code: "busy", message: expect.stringMatching(/may open 20 files .*ulimit -n/) }));
  expect(() => requireLimits(() => "Max open files            1024                 4096 files")).not.toThrow();
  expect(() =>
    requireLimits(() => "Max file size             8192                 unlimited            bytes"),
  ).toThrow("may write files of 8192 bytes and needs 64 MB; raise the limit (ulimit -f)");
  expect(() =>
    requireLimits(() => "Max file size             unlimited            unlimited            bytes"),
  ).not.toThrow();
  expect(() => requireLimits(() => "")).not.toThrow();
});
