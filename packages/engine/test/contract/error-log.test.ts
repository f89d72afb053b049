/** Tests of the error log: it records internal errors of calls, and no others. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SdlError } from "@sdl/model";
import { ProgramLog } from "@sdl/repository";
import { expect, onTestFinished, test } from "vitest";
import { toErrorAnswer } from "../../src/contract/error-answer.js";

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

test("an internal error is logged with its stack, and its message names the log", () => {
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
  expect(record?.["stack"]).toContain("error-log.test.ts");
  expect(statSync(path).mode & 0o077).toBe(0);
});

test("errors that clients can act on are not logged", () => {
  const log = new ProgramLog({ home: folder() });
  expect(toErrorAnswer(new SdlError("busy", "later"), log).message).toBe("later");
  expect(() => statSync(log.path ?? "")).toThrow("ENOENT");
});
