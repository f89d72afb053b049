/** The log of the program's errors: bounded, masked, in the user's folder or a private temporary one; messages of `internal` name it. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SdlError } from "@sdl/model";
import { expect, onTestFinished, test } from "vitest";
import { toErrorAnswer } from "../src/actions/error-answer.js";
import { MAX_LOG_BYTES, ProgramLog } from "../src/logging/program-log.js";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "sdl-log-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function records(path: string): Record<string, unknown>[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("an error that no code foresaw is kept with its stack, and its message names the log", () => {
  const home = join(folder(), "home");
  const log = new ProgramLog({ home, now: () => 0 });
  const path = join(home, "logs", "errors.log");
  expect({ path: log.path, isFallback: log.isFallback }).toEqual({ path, isFallback: false });
  const answer = toErrorAnswer(new TypeError("x is not a function"), log);
  expect(answer.code).toBe("internal");
  expect(answer.message).toContain(path);
  const [record] = records(path);
  expect(record).toMatchObject({ at: "1970-01-01T00:00:00.000Z", during: "a call", pid: process.pid });
  expect(record?.["message"]).toContain("x is not a function");
  expect(record?.["stack"]).toContain("logging.test.ts");
  expect(statSync(path).mode & 0o077).toBe(0);
});

test("errors that clients can act on are not kept", () => {
  const log = new ProgramLog({ home: folder() });
  expect(toErrorAnswer(new SdlError("busy", "later"), log).message).toBe("later");
  expect(() => statSync(log.path ?? "")).toThrow("ENOENT");
});

test("secrets are masked, long texts cut", () => {
  const log = new ProgramLog({ home: folder() });
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const path = log.record({
    during: "linking",
    message: `token ${secret}`,
    stack: `${secret}\n${"s".repeat(100_000)}`,
  });
  const text = readFileSync(path ?? "", "utf8");
  expect(text).not.toContain(secret);
  expect(text.length).toBeLessThan(12_000);
});

test("two files of a megabyte are all that it takes", () => {
  const log = new ProgramLog({ home: folder() });
  for (let i = 0; i < 400; i++) log.record({ during: "linking", message: String(i), stack: "s".repeat(7900) });
  const logs = join(log.path ?? "", "..");
  expect(readdirSync(logs).sort()).toEqual(["errors.1.log", "errors.log"]);
  for (const name of readdirSync(logs)) expect(statSync(join(logs, name)).size).toBeLessThanOrEqual(MAX_LOG_BYTES);
  expect(records(log.path ?? "").at(-1)?.["message"]).toBe("399");
});

test("where the user's folder cannot be written, a private temporary one is; a planted one is refused", () => {
  const place = folder();
  const home = join(place, "home");
  writeFileSync(home, "a file where a folder should be");
  const log = new ProgramLog({ home, temporary: place });
  expect(log.isFallback).toBe(true);
  const path = log.record({ during: "linking", message: "kept" }) ?? "";
  expect(path.startsWith(place)).toBe(true);
  expect(records(path)[0]?.["message"]).toBe("kept");

  const fallback = join(path, "..");
  chmodSync(fallback, 0o777);
  expect(log.path).toBeUndefined();
  rmSync(fallback, { recursive: true });
  mkdirSync(join(place, "elsewhere"));
  symlinkSync(join(place, "elsewhere"), fallback);
  expect(log.record({ during: "linking", message: "not kept" })).toBeUndefined();
});
