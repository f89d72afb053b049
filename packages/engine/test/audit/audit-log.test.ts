import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordDecision } from "../../src/audit/audit-log.js";
import { listAudit, verifyAudit } from "../../src/audit/verify-audit.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sdl-audit-"));
  path = join(folder, "store", "audit.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function append(...names: string[]): Promise<void> {
  for (const name of names) {
    expect(await recordDecision(path, 0, { event: "window", name, note: 'line\nbreak " ü' })).toMatchObject({
      isRecorded: true,
    });
  }
}

function lines(): string[] {
  return readFileSync(path, "utf8").trimEnd().split("\n");
}

test("an absent log is intact and empty", async () => {
  expect(await verifyAudit(path)).toEqual({ path, records: 0, isIntact: true, problems: [], tornLines: 0 });
});

test("records are chained, and listed newest last", async () => {
  await append("a", "b", "c");
  const report = await verifyAudit(path);
  expect(report).toMatchObject({ records: 3, isIntact: true, tornLines: 0 });
  expect((await listAudit(path, 2)).map(({ seq, event, name }) => [seq, event, name])).toEqual([
    [2, "window", "b"],
    [3, "window", "c"],
  ]);
  expect(report.lastHash).toBe((await listAudit(path, 1))[0]?.hash);
  expect(readFileSync(join(folder, "store", ".gitignore"), "utf8")).toBe("*\n");
});

test("writers at the same time lose nothing and break nothing", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => append(`w${i}`)));
  expect(await verifyAudit(path)).toMatchObject({ records: 20, isIntact: true });
});

test("a torn line is closed off, and no record is missing through it", async () => {
  await append("a", "b");
  appendFileSync(path, '{"seq":3,"at":"19');
  await append("c");
  expect(await verifyAudit(path)).toMatchObject({ records: 3, isIntact: true, tornLines: 1 });
});

const TAMPERINGS: readonly [string, (all: string[]) => string[], string][] = [
  ["changed", (all) => all.map((line) => line.replace('"name":"b"', '"name":"x"')), "changed"],
  ["removed", (all) => all.filter((_, i) => i !== 1), "changed, moved or removed"],
  ["removed first", (all) => all.slice(1), "changed, moved or removed"],
  ["swapped", ([a = "", b = "", ...rest]) => [b, a, ...rest], "changed, moved or removed"],
  ["doubled", (all) => [...all, all.at(-1) ?? ""], "changed, moved or removed"],
];

test.each(TAMPERINGS)("a %s record shows", async (_, tamper, what) => {
  await append("a", "b", "c");
  writeFileSync(path, `${tamper(lines()).join("\n")}\n`);
  const report = await verifyAudit(path);
  expect(report.isIntact).toBe(false);
  expect(report.problems[0]?.what).toContain(what);
});
