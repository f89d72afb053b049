/** Log of the program's errors: limited, masked, in the user's folder or a private temporary one; errors with code `internal` name it. */
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
import { expect, onTestFinished, test } from "vitest";
import { MAX_LOG_BYTES, ProgramLog } from "../../src/machine/program-log.js";

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

test("log records have masked secrets and truncated texts", () => {
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

test("the log takes at most two files of a megabyte", () => {
  const log = new ProgramLog({ home: folder() });
  for (let i = 0; i < 400; i++) log.record({ during: "linking", message: String(i), stack: "s".repeat(7900) });
  const logs = join(log.path ?? "", "..");
  expect(readdirSync(logs).sort()).toEqual(["errors.1.log", "errors.log"]);
  for (const name of readdirSync(logs)) expect(statSync(join(logs, name)).size).toBeLessThanOrEqual(MAX_LOG_BYTES);
  expect(records(log.path ?? "").at(-1)?.["message"]).toBe("399");
});

test("if the user's folder cannot be written, the log uses a private temporary folder, but not a planted one", () => {
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
