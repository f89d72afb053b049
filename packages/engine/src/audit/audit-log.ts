/**
 * The audit log: one JSON record per line, each with the hash of the previous one, and a head in the user's home that records where the log ends.
 * Knows chain, file and head; knows nothing of the decisions recorded.
 *
 * Invariants: a record is on disk before {@link AuditLog.record} returns, in the order that `audit-head.ts` states; records are only appended, by
 * one process at a time; bytes of an unfinished record, left by a writer that died, are moved to a file beside the log, and the next record states
 * their number; a record that follows an end unknown to the head states the end that the head knew. So later records never hide a change of the
 * log.
 */
import { closeSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "@sdl/graph";
import { SdlError } from "@sdl/model";
import { syncFolder, whileLocked } from "@sdl/repository";
import { findHeads, HeadWriter, headFile, type LoadedHead, readHead } from "./audit-head.js";
import { ACCEPT_EVENT, type AuditRecord, chainRecord, type Decision, type LogEnd } from "./audit-record.js";
import { appendLine, firstRecordHash, type LogTail, logDigest, moveTornAside, openLog, readTail } from "./log-file.js";
import { writeFailure } from "./write-failure.js";

/** Result of appending a record: the record as written, or the error for the client. */
export type RecordOutcome =
  | { readonly isRecorded: true; readonly record: AuditRecord }
  /** The client's error: `policy_denied`, or `busy` for a temporary failure. */
  | { readonly isRecorded: false; readonly failure: SdlError };

/** Paths of a log and its head. */
export interface AuditPlace {
  /** Absolute path of the log. */
  readonly log: string;
  /** The user's SDL folder. */
  readonly home: string;
}

/** Path of the audit log of a store. */
export function auditPathOf(storeDirectory: string): string {
  return join(storeDirectory, "audit.jsonl");
}

/** Appends to one repository's log, and verifies it. */
export class AuditLog {
  /** @param place resolved at the first record, because most queries write none */
  constructor(private readonly place: () => AuditPlace) {}

  /** Appends a decision. A failure to write is an outcome, not an exception. */
  record(nowMs: number, decision: Decision): Promise<RecordOutcome> {
    return this.write(nowMs, () => decision);
  }

  /** Appends a record that accepts the log in its current state. The record contains the digest of all bytes before it, and accepts only these. */
  accept(nowMs: number, decision: Omit<Decision, "event">): Promise<RecordOutcome> {
    return this.write(nowMs, (file, bytes) => ({
      ...decision,
      event: ACCEPT_EVENT,
      accepted: logDigest(file, bytes),
    }));
  }

  private async write(nowMs: number, decide: DecisionBuilder): Promise<RecordOutcome> {
    const { log, home } = this.place();
    try {
      makeIgnoredFolder(dirname(log));
      const record = await whileLocked(log, () => append({ log: resolveLogPath(log), home }, nowMs, decide));
      return { isRecorded: true, record };
    } catch (error) {
      return { isRecorded: false, failure: writeFailure("the audit log", log, error) };
    }
  }
}

/** Creates the store's folder with a `.gitignore` that keeps it out of version control. */
function makeIgnoredFolder(directory: string): void {
  if (makeFolder(directory)) writeFileSync(join(directory, ".gitignore"), "*\n");
}

/** The log's path with its folder's real path, as far as that exists: heads are found by this path. */
export function resolveLogPath(log: string): string {
  const folder = dirname(log);
  try {
    return join(realpathSync(folder), basename(log));
  } catch {
    return folder === log ? log : join(resolveLogPath(folder), basename(log));
  }
}

/** @param bytes length of the log before the record */
type DecisionBuilder = (file: number, bytes: number) => Decision;

function append(place: AuditPlace, nowMs: number, decide: DecisionBuilder): AuditRecord {
  const file = openLog(place.log);
  try {
    const tail = readTail(file);
    const torn = moveTornAside(file, place.log, tail);
    const { head, ...doubts } = runOnHead(place, () => openHead(place, tail.last, nowMs));
    const link = {
      seq: tail.last.records + 1,
      at: new Date(nowMs).toISOString(),
      previous: tail.last.hash,
      head: head.id,
      ...doubts,
      ...(torn > 0 && { torn }),
    };
    const record = chainRecord(link, decide(file, tail.bytes));
    runOnHead(place, () => head.announceNextRecord(tail.last, record.hash));
    writeRecord(file, record, { tail, head });
    if (tail.bytes === 0) syncFolder(dirname(place.log));
    runOnHead(place, () => head.recordLogEnd({ records: record.seq, hash: record.hash }));
    return record;
  } finally {
    closeSync(file);
  }
}

function writeRecord(
  file: number,
  record: AuditRecord,
  { tail, head }: { readonly tail: LogTail; readonly head: HeadWriter },
): void {
  try {
    appendLine(file, JSON.stringify(record), tail);
  } catch (error) {
    // If this fails too, the head still contains `next`, which is correct.
    head.recordLogEnd(tail.last);
    throw error;
  }
}

interface OpenedHead {
  readonly head: HeadWriter;
  /** The end that the head knew, if the log ends elsewhere. */
  readonly knew?: LogEnd;
  readonly damagedHead?: true;
}

function openHead(place: AuditPlace, last: LogEnd, nowMs: number): OpenedHead {
  const file = headFile(place.home, place.log);
  const found = readHead(file);
  if (found === "absent") return createHead(place, file, last);
  if (found === "newer") throw newerHeadError(file);
  if (found === "damaged") {
    renameSync(file, `${file}.damaged-${nowMs}`);
    return { head: beginHead(place, file, last), damagedHead: true };
  }
  return { head: HeadWriter.writerFor(found), ...knownEndMismatch(found, last) };
}

/** This program must not continue a head that it cannot read: to the newer program, the log would look changed. */
function newerHeadError(file: string): SdlError {
  const message = `a newer program keeps the head of the audit log (${file}), and this one cannot go on from it; update this program, or set SDL_HOME to another folder`;
  return new SdlError("policy_denied", message);
}

/**
 * Creates the head of a log without one: continues the head of a moved log; otherwise accepts the log as found and records where the head begins.
 */
function createHead(place: AuditPlace, file: string, last: LogEnd): OpenedHead {
  const moved = loadMovedHead(place);
  if (moved === undefined) return { head: beginHead(place, file, last) };
  const { id, since, first, end } = moved;
  const head = HeadWriter.begin(file, { log: place.log, id, since }, { ...end, first });
  rmSync(moved.file, { force: true });
  return { head, ...knownEndMismatch(moved, last) };
}

function beginHead({ log }: AuditPlace, file: string, last: LogEnd): HeadWriter {
  return HeadWriter.begin(file, { log, since: last }, { ...last, first: firstRecordHash(log) });
}

/** The head of this log at a path where the log no longer exists. */
export function loadMovedHead(place: AuditPlace): LoadedHead | undefined {
  const moved = headsElsewhere(place).filter(({ isLeft }) => isLeft);
  return moved.sort((a, b) => b.head.end.records - a.head.end.records)[0]?.head;
}

/** Heads of logs at other paths that begin with the same record: this log was moved from there, or one is a copy of the other. */
export function headsElsewhere({ log, home }: AuditPlace): { readonly head: LoadedHead; readonly isLeft: boolean }[] {
  const first = firstRecordHash(log);
  if (first === undefined) return [];
  const others = findHeads(home, first).filter((head) => head.log !== log);
  return others.map((head) => ({ head, isLeft: firstRecordHash(head.log) !== first }));
}

/** The end that the head knew, unless the log ends there or with the record that a writer had begun. */
function knownEndMismatch({ end, next }: LoadedHead, last: LogEnd): { readonly knew?: LogEnd } {
  if (last.records === end.records && last.hash === end.hash) return {};
  if (last.records === end.records + 1 && last.hash === next) return {};
  return { knew: end };
}

/** Runs an operation on the head; its error names the head's path. */
function runOnHead<T>({ log, home }: AuditPlace, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw writeFailure("the head of the audit log, which SDL keeps in its home,", headFile(home, log), error);
  }
}
