/** Scans a whole audit log: checks that each line is an unchanged record in its place. Knows no head. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { errorCode } from "@sdl/repository";
import { ACCEPT_EVENT, type AuditRecord, FIRST_PREVIOUS, parseRecord, recordHash } from "./audit-record.js";
import { openLogToRead } from "./log-file.js";

/** A sign that the log was changed. */
export interface AuditProblem {
  /** Line of the log, from 1; absent if the problem concerns the whole log. */
  readonly line?: number;
  readonly what: string;
}

/** The fields of a record that verifying keeps. */
export type ScannedRecord = Pick<AuditRecord, "seq" | "hash" | "head" | "knew" | "damagedHead"> & {
  readonly line: number;
};

/** A record that accepts an earlier change of the log. */
export interface Acceptance {
  readonly line: number;
  readonly seq: number;
  /** ISO 8601 time. */
  readonly at: string;
  readonly reason: string;
}

/** Result of a scan. */
export interface ScannedLog {
  readonly isThere: boolean;
  readonly marks: readonly ScannedRecord[];
  readonly problems: readonly AuditProblem[];
  /** Number of bytes after the last complete line. */
  readonly tornBytes: number;
  /** The last valid acceptance whose accepted bytes are still unchanged. */
  readonly accepted?: Acceptance;
  /** Number of bytes that records state were moved to the file beside the log. */
  readonly keptApartBytes: number;
}

const PROBLEM_LIMIT = 100;

/** Reads the log line by line. A missing file gives an empty result with `isThere` false. */
export async function scanLog(path: string): Promise<ScannedLog> {
  const problems: AuditProblem[] = [];
  const marks: ScannedRecord[] = [];
  const scan = { isThere: true, tornBytes: 0 };
  let keptApartBytes = 0;
  let last: AuditRecord | undefined;
  let accepted: Acceptance | undefined;
  const before = createHash("sha256");
  const report = (line: number, what: string) => {
    if (problems.length < PROBLEM_LIMIT) problems.push({ line, what });
  };
  for await (const { line, bytes } of readLogLines(path, scan)) {
    const record = parseRecord(bytes.toString("utf8"));
    if (record?.event === ACCEPT_EVENT && isUnchanged(record, bytes) && record.accepted === before.copy().digest("hex"))
      accepted = { line, seq: record.seq, at: record.at, reason: String(record["reason"] ?? "") };
    before.update(bytes).update("\n");
    if (record === undefined) {
      report(line, "this line is not a record: it was changed or inserted");
      continue;
    }
    const what = describeFault(record, bytes, last);
    if (what !== undefined) report(line, what);
    const { seq, hash, head, knew, damagedHead, torn } = record;
    marks.push({ line, seq, hash, ...(head && { head }), ...(knew && { knew }), ...(damagedHead && { damagedHead }) });
    keptApartBytes += torn ?? 0;
    last = record;
  }
  return { ...scan, marks, problems, keptApartBytes, ...(accepted && { accepted }) };
}

/** @returns the last `limit` records, newest last */
export async function listAudit(path: string, limit: number): Promise<readonly AuditRecord[]> {
  const records: AuditRecord[] = [];
  for await (const { bytes } of readLogLines(path, { isThere: true, tornBytes: 0 })) {
    const record = parseRecord(bytes.toString("utf8"));
    if (record === undefined) continue;
    records.push(record);
    if (records.length > limit) records.shift();
  }
  return records;
}

/** Maximum length of a record: of a longer line only the length is kept. */
const MAX_LINE_BYTES = 1 << 24;

/**
 * Lines without line ends, as bytes, so that invalid UTF-8 is detected. @param scan receives whether the log exists, and the length of a last line
 * without an end
 */
async function* readLogLines(
  path: string,
  scan: { isThere: boolean; tornBytes: number },
): AsyncIterable<{ readonly line: number; readonly bytes: Buffer }> {
  let rest: Buffer[] = [];
  let line = 0;
  try {
    const file = openLogToRead(path);
    for await (const chunk of createReadStream(path, { fd: file }) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        line++;
        yield { line, bytes: Buffer.concat([...rest, chunk.subarray(from, end)]) };
        rest = [];
        scan.tornBytes = 0;
        from = end + 1;
      }
      scan.tornBytes += chunk.length - from;
      if (scan.tornBytes > MAX_LINE_BYTES) rest = [];
      else if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  } catch (error) {
    if (errorCode(error) !== "ENOENT" && errorCode(error) !== "ENOTDIR") throw error;
    scan.isThere = false;
  }
}

function describeFault(record: AuditRecord, bytes: Buffer, last: AuditRecord | undefined): string | undefined {
  if (!isUnchanged(record, bytes)) return "this record was changed after it was written";
  if (record.previous !== (last?.hash ?? FIRST_PREVIOUS))
    return "records before this one were changed, moved or removed";
  if (record.seq !== (last?.seq ?? 0) + 1) return `record ${(last?.seq ?? 0) + 1} is missing`;
  return undefined;
}

function isUnchanged(record: AuditRecord, bytes: Buffer): boolean {
  const { hash, ...body } = record;
  return recordHash(body) === hash && Buffer.from(JSON.stringify(record)).equals(bytes);
}
