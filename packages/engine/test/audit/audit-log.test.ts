import { execFile, execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { headFile } from "../../src/audit/audit-head.js";
import { AuditLog } from "../../src/audit/audit-log.js";
import { listAudit } from "../../src/audit/scan-log.js";
import { verifyAudit } from "../../src/audit/verify-audit.js";

let folder: string;
let log: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sdl-audit-"));
  log = join(folder, "store", "audit.jsonl");
  home = join(folder, "home");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const record = (name: string, place = { log, home }) =>
  new AuditLog(() => place).record(0, { event: "window", name, note: 'line\nbreak " ü' });

async function append(...names: string[]): Promise<void> {
  for (const name of names) expect(await record(name)).toMatchObject({ isRecorded: true });
}

const verify = (place = { log, home }) => verifyAudit(place);

test("an absent log counts as intact", async () => {
  expect(await verify()).toEqual({
    path: log,
    headPath: headFile(home, log),
    records: 0,
    isIntact: true,
    hasHead: false,
    problems: [],
    notes: [],
    unknowns: [],
  });
});

test("records are chained, listed newest last, and the head knows the last one", async () => {
  await append("a", "b", "c");
  const report = await verify();
  expect(report).toMatchObject({ records: 3, isIntact: true, hasHead: true, problems: [], notes: [] });
  expect(report.unknowns).toEqual([expect.stringContaining("both restored to an older state")]);
  expect((await listAudit(log, 2)).map(({ seq, event, name }) => [seq, event, name])).toEqual([
    [2, "window", "b"],
    [3, "window", "c"],
  ]);
  expect(report.lastHash).toBe((await listAudit(log, 1))[0]?.hash);
  expect(readFileSync(join(folder, "store", ".gitignore"), "utf8")).toBe("*\n");
});

test("writers of several processes lose no record and break no chain", async () => {
  const module = JSON.stringify(new URL("../../dist/audit/audit-log.js", import.meta.url).href);
  const script = `const { AuditLog } = await import(${module});
for (let i = 0; i < 10; i++) {
  const outcome = await new AuditLog(() => (${JSON.stringify({ log, home })})).record(i, { event: "window", i });
  if (!outcome.isRecorded) throw outcome.failure;
}`;
  const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  await Promise.all([run(), run(), run(), append("own")]);
  expect(await verify()).toMatchObject({ records: 31, isIntact: true, problems: [] });
  expect(readdirSync(join(folder, "store")).sort()).toEqual([".gitignore", "audit.jsonl"]);
});

test("an unfinished record is moved aside, and the next record states it", async () => {
  await append("a", "b");
  appendFileSync(log, '{"seq":3,"at":"19');
  await append("c");
  expect(await verify()).toMatchObject({
    records: 3,
    isIntact: true,
    notes: [expect.stringMatching(/^17 bytes of unfinished records, .* are in .*audit\.jsonl\.torn\.$/)],
  });
  expect(readFileSync(`${log}.torn`, "utf8")).toBe('{"seq":3,"at":"19\n');
});

test("a long record is read back", async () => {
  const long = { event: "source", symbols: Array.from({ length: 20_000 }, (_, i) => String(i).padStart(16, "0")) };
  const audit = new AuditLog(() => ({ log, home }));
  for (let i = 0; i < 3; i++) await audit.record(0, long);
  expect(await verify()).toMatchObject({ records: 3, isIntact: true, problems: [] });
});

test("a removed log is detected, also after records of a new log", async () => {
  await append("a", "b");
  rmSync(log);
  expect(await verify()).toMatchObject({ isIntact: false, problems: [{ what: expect.stringContaining("removed") }] });
  await append("c");
  expect(await verify()).toMatchObject({
    isIntact: false,
    problems: [{ line: 1, what: expect.stringContaining("the head knew 2 records") }],
  });
});

test("without a head the end of the log is unknown; the next record creates a head that states where it begins", async () => {
  await append("a", "b");
  rmSync(home, { recursive: true });
  expect(await verify()).toMatchObject({
    isIntact: true,
    hasHead: false,
    unknowns: [expect.stringMatching(/this home has no head .* name head [0-9a-f]{8}/), expect.anything()],
  });
  await append("c");
  expect(await verify()).toMatchObject({
    isIntact: true,
    hasHead: true,
    unknowns: [expect.stringContaining("Records 1 to 2 are older than the head"), expect.anything()],
  });
});

test("a damaged head is detected, also after further records", async () => {
  await append("a");
  writeFileSync(headFile(home, log), "x");
  expect(await verify()).toMatchObject({ isIntact: false, problems: [{ what: expect.stringContaining("damaged") }] });
  await append("b");
  expect(await verify()).toMatchObject({ isIntact: false, hasHead: true, problems: [{ line: 2 }] });
});

test("an unreadable head of another log does not affect this log", async () => {
  await append("a");
  execFileSync("mkfifo", [join(dirname(headFile(home, log)), "0123456789abcdef.head")]);
  const moved = join(folder, "moved.jsonl");
  renameSync(log, moved);
  expect(await verify({ log: moved, home })).toMatchObject({ isIntact: true, records: 1, hasHead: true });
});

test("a head follows its moved log, and a cut made during the move is detected", async () => {
  await append("a", "b", "c");
  const moved = { log: join(folder, "elsewhere", "audit.jsonl"), home };
  renameSync(join(folder, "store"), join(folder, "elsewhere"));
  expect(await verify(moved)).toMatchObject({ isIntact: true, hasHead: true, notes: [expect.stringContaining(log)] });
  const whole = readFileSync(moved.log, "utf8");
  writeFileSync(moved.log, whole.split("\n").slice(0, 2).join("\n").concat("\n"));
  expect(await verify(moved)).toMatchObject({
    isIntact: false,
    problems: [{ what: expect.stringContaining("1 record was cut off") }],
  });
  writeFileSync(moved.log, whole);
  await record("d", moved);
  expect(await verify(moved)).toMatchObject({ records: 4, isIntact: true, notes: [] });
});

test("for a copied log the report states that the head belongs to the original", async () => {
  await append("a", "b");
  cpSync(join(folder, "store"), join(folder, "copy"), { recursive: true });
  const copy = { log: join(folder, "copy", "audit.jsonl"), home };
  expect(await verify(copy)).toMatchObject({
    hasHead: false,
    unknowns: [expect.stringContaining("is a copy of"), expect.anything()],
  });
  await record("c", copy);
  await append("d");
  expect(await verify()).toMatchObject({ isIntact: true, records: 3, problems: [] });
  expect(await verify(copy)).toMatchObject({ isIntact: true, records: 3, problems: [] });
});

test("with two homes on one log, each home states which records it cannot verify", async () => {
  const other = { log, home: join(folder, "other") };
  await append("a");
  await record("b", other);
  expect(await verify()).toMatchObject({
    isIntact: true,
    unknowns: [expect.stringMatching(/^Record 2 was written with head/), expect.anything()],
  });
  await append("c");
  await record("d", other);
  for (const place of [{ log, home }, other])
    expect(await verify(place)).toMatchObject({ isIntact: true, records: 4, problems: [] });
});

const REFUSALS: readonly [string, () => void, string, RegExp][] = [
  [
    "a folder in the log's place",
    () => mkdirSync(log, { recursive: true }),
    "policy_denied",
    /audit\.jsonl could not be written: a folder has its path; move/,
  ],
  [
    "a file in the folder's place",
    () => writeFileSync(join(folder, "store"), ""),
    "policy_denied",
    /a file has the path of its folder; move/,
  ],
  [
    "a link in the log's place",
    () => {
      mkdirSync(join(folder, "store"));
      symlinkSync(join(folder, "victim"), log);
    },
    "policy_denied",
    /a symbolic link has its path; delete the link/,
  ],
  [
    "a file in the home's place",
    () => writeFileSync(home, ""),
    "policy_denied",
    /the head of the audit log.*a file has the path of its folder/,
  ],
  [
    "a pipe in the head's place",
    () => {
      mkdirSync(dirname(headFile(home, log)), { recursive: true });
      execFileSync("mkfifo", [headFile(home, log)]);
    },
    "policy_denied",
    /the head of the audit log.*a pipe or a device has its path; move that away/,
  ],
];

test.each(REFUSALS)("%s: the record fails with a remedy", async (_, hinder, code, message) => {
  hinder();
  expect(await record("a")).toMatchObject({
    isRecorded: false,
    failure: { code, message: expect.stringMatching(message) },
  });
  expect(readdirSync(folder)).not.toContain("victim");
});
