/** Reading an audit log: whether its chain holds, and its last records. */
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { type AuditRecord, FIRST_PREVIOUS, hashOf, parseRecord } from "./audit-log.js";

export interface AuditProblem {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly what: string;
}

export interface AuditReport {
  readonly path: string;
  readonly records: number;
  /** Whether every record is as it was written, in its place. */
  readonly isIntact: boolean;
  readonly problems: readonly AuditProblem[];
  /** Lines that a dying writer left unfinished: no record is missing through them. */
  readonly tornLines: number;
  /** Of the last record: compare it with a copy kept elsewhere to know that nothing was cut off. */
  readonly lastHash?: string;
}

const PROBLEM_LIMIT = 100;

/** An absent log is an empty one. */
export async function verifyAudit(path: string): Promise<AuditReport> {
  const problems: AuditProblem[] = [];
  let last: AuditRecord | undefined;
  let records = 0;
  let tornLines = 0;
  for await (const { line, record } of readRecords(path)) {
    if (record === undefined) {
      tornLines++;
      continue;
    }
    records++;
    const what = faultOf(record, last);
    if (what !== undefined && problems.length < PROBLEM_LIMIT) problems.push({ line, what });
    last = record;
  }
  return {
    path,
    records,
    isIntact: problems.length === 0,
    problems,
    tornLines,
    ...(last && { lastHash: last.hash }),
  };
}

/** @returns the last `limit` records, newest last */
export async function listAudit(path: string, limit: number): Promise<readonly AuditRecord[]> {
  const records: AuditRecord[] = [];
  for await (const { record } of readRecords(path)) {
    if (record === undefined) continue;
    records.push(record);
    if (records.length > limit) records.shift();
  }
  return records;
}

async function* readRecords(
  path: string,
): AsyncIterable<{ readonly line: number; readonly record: AuditRecord | undefined }> {
  if (!existsSync(path)) return;
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
  let line = 0;
  for await (const text of lines) {
    line++;
    if (text !== "") yield { line, record: parseRecord(text) };
  }
}

function faultOf(record: AuditRecord, last: AuditRecord | undefined): string | undefined {
  const { hash, ...body } = record;
  if (hashOf(body) !== hash) return "the record was changed: its hash is another";
  if (record.previous !== (last?.hash ?? FIRST_PREVIOUS))
    return "records before this one were changed, moved or removed";
  if (record.seq !== (last?.seq ?? 0) + 1) return `record ${(last?.seq ?? 0) + 1} is missing`;
  return undefined;
}
