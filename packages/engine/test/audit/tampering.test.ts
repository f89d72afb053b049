/**
 * Tests of tampering with a log, its head, or both, drawn from a seeded generator: any change of only the log is detected, at once and after
 * further records; what cannot be detected is stated.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { headFile } from "../../src/audit/audit-head.js";
import { AuditLog } from "../../src/audit/audit-log.js";
import { chainRecord, parseRecord } from "../../src/audit/audit-record.js";
import { type AuditReport, verifyAudit } from "../../src/audit/verify-audit.js";

const RUNS = process.env["SDL_LONG"] === undefined ? 150 : 20_000;
const SEED = Number(process.env["SDL_SEED"] ?? 20);
const LONG_TIME = { timeout: 3_600_000 };
const RECORDS = 6;

let folder: string;
let log: string;
let home: string;
/** Log and head after each number of records. */
const states: { readonly log: Buffer; readonly head: Buffer }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sdl-tampering-"));
  log = join(folder, "store", "audit.jsonl");
  home = join(folder, "home");
  for (let i = 0; i < RECORDS; i++) {
    await append(`record ${i} ü`);
    states.push({ log: readFileSync(log), head: readFileSync(headFile(home, log)) });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function append(name: string): Promise<unknown> {
  return new AuditLog(() => ({ log, home })).record(0, { event: "window", name });
}

function put(state: { readonly log: Buffer | undefined; readonly head: Buffer | undefined }): void {
  for (const [path, bytes] of [
    [log, state.log],
    [headFile(home, log), state.head],
  ] as const) {
    if (bytes === undefined) rmSync(path, { force: true });
    else writeFileSync(path, bytes);
  }
}

function isNoticed({ isIntact, unknowns }: AuditReport): boolean {
  return !isIntact || unknowns.some((unknown) => unknown.includes("of another home"));
}

type Tampering = (lines: readonly string[], bytes: Buffer) => Buffer;
const written = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(""));
const at = fc.nat(RECORDS - 1);

/** A forged record by someone who knows the format: its own hash is correct. */
function forge(lines: readonly string[], place: number, head: string | undefined): string {
  const before = parseRecord(lines[place - 1] ?? "");
  const link = {
    seq: place + 1,
    at: new Date(0).toISOString(),
    previous: before?.hash ?? "0".repeat(64),
    ...(head && { head }),
  };
  return JSON.stringify(chainRecord(link, { event: "window", name: "forged" }));
}

function rechained(lines: readonly string[], from: number): string[] {
  const made = lines.slice(0, from);
  for (const line of lines.slice(from)) {
    const record = parseRecord(line);
    if (record === undefined) {
      made.push(line);
      continue;
    }
    const { seq: _, at: when, previous: __, hash: ___, head, ...decision } = record;
    const previous = parseRecord(made.at(-1) ?? "")?.hash ?? "0".repeat(64);
    const link = { seq: made.length + 1, at: when, previous, ...(head && { head }) };
    made.push(JSON.stringify(chainRecord(link, { ...decision, name: "rewritten" })));
  }
  return made;
}

const ownHead = (lines: readonly string[]) => parseRecord(lines[0] ?? "")?.head;

const tampering: fc.Arbitrary<Tampering> = fc.oneof(
  fc.record({ at, count: fc.integer({ min: 1, max: RECORDS }) }).map(
    ({ at, count }): Tampering =>
      (lines) =>
        written(lines.filter((_, i) => i < at || i >= at + count)),
  ),
  fc.nat(RECORDS - 1).map(
    (kept): Tampering =>
      (lines) =>
        written(lines.slice(0, kept)),
  ),
  fc
    .tuple(at, at)
    .filter(([a, b]) => a !== b)
    .map(
      ([a, b]): Tampering =>
        (lines) => {
          const moved = [...lines];
          [moved[a], moved[b]] = [moved[b] ?? "", moved[a] ?? ""];
          return written(moved);
        },
    ),
  fc.tuple(at, fc.nat(RECORDS)).map(
    ([a, to]): Tampering =>
      (lines) =>
        written([...lines.slice(0, to), lines[a] ?? "", ...lines.slice(to)]),
  ),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(
    ([place, bits]): Tampering =>
      (_, bytes) => {
        const changed = Buffer.from(bytes);
        const index = place % bytes.length;
        changed[index] = (changed[index] ?? 0) ^ bits;
        return changed;
      },
  ),
  fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 8 })).map(
    ([place, extra]): Tampering =>
      (_, bytes) =>
        Buffer.concat([
          bytes.subarray(0, place % (bytes.length + 1)),
          extra,
          bytes.subarray(place % (bytes.length + 1)),
        ]),
  ),
  fc.tuple(fc.nat(), fc.constantFrom("\n", "\r", " ", "\n\n", "{}\n")).map(
    ([place, extra]): Tampering =>
      (_, bytes) =>
        Buffer.concat([
          bytes.subarray(0, place % (bytes.length + 1)),
          Buffer.from(extra),
          bytes.subarray(place % (bytes.length + 1)),
        ]),
  ),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 400 })).map(
    ([place, count]): Tampering =>
      (_, bytes) =>
        Buffer.concat([bytes.subarray(0, place % bytes.length), bytes.subarray((place % bytes.length) + count)]),
  ),
  fc.nat().map(
    (end): Tampering =>
      (_, bytes) =>
        bytes.subarray(0, end % bytes.length),
  ),
  fc.tuple(at, fc.boolean()).map(
    ([place, isOwn]): Tampering =>
      (lines) =>
        written(
          lines.map((line, i) => (i === place ? forge(lines, place, isOwn ? ownHead(lines) : "0badcafe") : line)),
        ),
  ),
  fc.constantFrom(true, false).map(
    (isOwn): Tampering =>
      (lines) =>
        written([...lines, forge(lines, lines.length, isOwn ? ownHead(lines) : "0badcafe")]),
  ),
  at.map(
    (from): Tampering =>
      (lines) =>
        written(rechained(lines, from)),
  ),
);

const last = () => states.at(-1) ?? expect.fail();

test("every change of only the log is detected, at once and after further records", LONG_TIME, async () => {
  await fc.assert(
    fc.asyncProperty(tampering, fc.nat(2), async (tamper, later) => {
      const state = last();
      const lines = state.log.toString("utf8").trimEnd().split("\n");
      const changed = tamper(lines, state.log);
      fc.pre(!changed.equals(state.log));
      put({ log: changed, head: state.head });
      expect(isNoticed(await verifyAudit({ log, home }))).toBe(true);
      for (let i = 0; i < later; i++) await append(`later ${i}`);
      const isTornAlone =
        changed.subarray(0, state.log.length).equals(state.log) && !changed.includes(10, state.log.length);
      // Bytes of an unfinished record are moved aside by the next record, which states their number.
      const report = await verifyAudit({ log, home });
      expect(isNoticed(report) || (isTornAlone && later > 0 && report.notes.length > 0)).toBe(true);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test(
  "an older log, an older head, or a removed one of them is detected; if both are older, the report states that this cannot be known",
  LONG_TIME,
  async () => {
    const version = fc.option(fc.nat(RECORDS - 1), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(version, version, async (logAt, headAt) => {
        put({
          log: logAt === undefined ? undefined : states[logAt]?.log,
          head: headAt === undefined ? undefined : states[headAt]?.head,
        });
        const report = await verifyAudit({ log, home });
        if (logAt !== undefined || headAt !== undefined)
          expect(report.unknowns.join("\n") + report.problems.map(({ what }) => what).join("\n")).not.toBe("");
        expect(report.isIntact).toBe(logAt === headAt || headAt === undefined);
        if (headAt === undefined && logAt !== undefined)
          expect(report).toMatchObject({
            hasHead: false,
            unknowns: [expect.stringContaining("no head"), expect.anything()],
          });
      }),
      { numRuns: Math.min(RUNS, 400), seed: SEED },
    );
  },
);

test("a writer that dies at any point leaves an intact log, and no record is lost whose answer was sent", async () => {
  const [before, after] = [states[3] ?? expect.fail(), states[4] ?? expect.fail()];
  const intended = intendedHead();
  const line = after.log.subarray(before.log.length);
  for (let written = 0; written <= line.length; written += 7) {
    put({ log: Buffer.concat([before.log, line.subarray(0, written)]), head: intended });
    const report = await verifyAudit({ log, home });
    expect(report).toMatchObject({ isIntact: true, records: 4 });
    expect(report.notes.length).toBeGreaterThan(0);
    await append("next");
    expect(await verifyAudit({ log, home })).toMatchObject({ isIntact: true, records: 5, problems: [] });
  }
  put({ log: after.log, head: intended });
  expect(await verifyAudit({ log, home })).toMatchObject({
    isIntact: true,
    records: 5,
    notes: [expect.stringContaining("died right after")],
  });
  await append("next");
  expect(await verifyAudit({ log, home })).toMatchObject({ isIntact: true, records: 6, problems: [] });
});

/** The head while the fifth record is being written: the head after it, with the slot written last torn. */
function intendedHead(): Buffer {
  const head = Buffer.from((states[4] ?? expect.fail()).head);
  const text = head.toString("latin1");
  const slot = text.split("\n").findIndex((row) => row.includes('"records":5'));
  const start = text.split("\n").slice(0, slot).join("\n").length + 1;
  head.fill(0, start, start + 20);
  return head;
}

test("changes that the owner accepted count as intact from then on, but no later and no other earlier changes", async () => {
  const accept = () => new AuditLog(() => ({ log, home })).accept(0, { reason: "a test" });
  await fc.assert(
    fc.asyncProperty(tampering, tampering, fc.nat(2), async (first, second, later) => {
      const state = last();
      const changed = first(state.log.toString("utf8").trimEnd().split("\n"), state.log);
      fc.pre(!changed.equals(state.log));
      put({ log: changed, head: state.head });
      await accept();
      for (let i = 0; i < later; i++) await append(`later ${i}`);
      const accepted = await verifyAudit({ log, home });
      expect(accepted).toMatchObject({
        isIntact: true,
        notes: expect.arrayContaining([expect.stringMatching(/accepts/)]),
      });
      const kept = readFileSync(log);
      const again = second(kept.toString("utf8").trimEnd().split("\n"), kept);
      fc.pre(!again.equals(kept));
      writeFileSync(log, again);
      // The second change may undo the first one: then there is nothing to detect.
      const isRestored = again.subarray(0, state.log.length).equals(state.log);
      expect(isNoticed(await verifyAudit({ log, home })) || isRestored).toBe(true);
    }),
    { numRuns: Math.min(RUNS, 2000), seed: 21 },
  );
});
