/**
 * The audit log: one JSON record a line, each with the hash of the one before, and a head in the user's home that knows where the log ends.
 * Knows the chain, the file and the head; refuses to know what is decided.
 *
 * Invariants: a record is on the disk before {@link AuditLog.record} returns, in the order that `audit-head.ts` states; records are only
 * ever appended, by one process at a time; bytes that a dying writer left without an end are moved into a file beside the log, and the next
 * record says how many; a record that follows an end which the head does not know says what the head knew. So no later record covers up
 * that the log was changed.
 */
import { closeSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "@sdl/graph";
import { SdlError } from "@sdl/model";
import { syncFolder, whileLocked } from "@sdl/repository";
import { findHeads, HeadWriter, headFile, type KnownHead, readHead } from "./audit-head.js";
import { ACCEPT_EVENT, type AuditRecord, chainRecord, type Decision, type LogEnd } from "./audit-record.js";
import { appendLine, digestOf, firstHashOf, keepTornApart, type LogTail, openLog, readEnd } from "./log-file.js";
import { writeFailure } from "./write-failure.js";

export type RecordOutcome =
  | { readonly isRecorded: true; readonly record: AuditRecord }
  /** What a client is told: `policy_denied`, or `busy` for what passes. */
  | { readonly isRecorded: false; readonly failure: SdlError };

/** Where a log and its head lie. */
export interface AuditPlace {
  /** Absolute path of the log. */
  readonly log: string;
  /** The user's folder of SDL. */
  readonly home: string;
}

export function auditPathOf(storeDirectory: string): string {
  return join(storeDirectory, "audit.jsonl");
}

export class AuditLog {
  /** @param place looked up at the first record: most queries write none */
  constructor(private readonly place: () => AuditPlace) {}

  /** Appends a decision. What keeps it from being written is an outcome, not an exception. */
  record(nowMs: number, decision: Decision): Promise<RecordOutcome> {
    return this.write(nowMs, () => decision);
  }

  /** Appends that the log is accepted as it is. The record holds the digest of all bytes before it: it accepts these and no others. */
  accept(nowMs: number, decision: Omit<Decision, "event">): Promise<RecordOutcome> {
    return this.write(nowMs, (file, bytes) => ({
      ...decision,
      event: ACCEPT_EVENT,
      accepted: digestOf(file, bytes),
    }));
  }

  private async write(nowMs: number, decide: Decide): Promise<RecordOutcome> {
    const { log, home } = this.place();
    try {
      makeIgnoredFolder(dirname(log));
      const record = await whileLocked(log, () => append({ log: realPath(log), home }, nowMs, decide));
      return { isRecorded: true, record };
    } catch (error) {
      return { isRecorded: false, failure: writeFailure("the audit log", log, error) };
    }
  }
}

/** A store's folder keeps itself out of version control. */
function makeIgnoredFolder(directory: string): void {
  if (makeFolder(directory)) writeFileSync(join(directory, ".gitignore"), "*\n");
}

/** The log's name under the real path of its folder, as far as that exists: its head is found by it. */
export function realPath(log: string): string {
  const folder = dirname(log);
  try {
    return join(realpathSync(folder), basename(log));
  } catch {
    return folder === log ? log : join(realPath(folder), basename(log));
  }
}

/** @param bytes that the log holds before the record */
type Decide = (file: number, bytes: number) => Decision;

function append(place: AuditPlace, nowMs: number, decide: Decide): AuditRecord {
  const file = openLog(place.log);
  try {
    const tail = readEnd(file);
    const torn = keepTornApart(file, place.log, tail);
    const { head, ...doubts } = onHead(place, () => headFor(place, tail.last, nowMs));
    const link = {
      seq: tail.last.records + 1,
      at: new Date(nowMs).toISOString(),
      previous: tail.last.hash,
      head: head.id,
      ...doubts,
      ...(torn > 0 && { torn }),
    };
    const record = chainRecord(link, decide(file, tail.bytes));
    onHead(place, () => head.intend(tail.last, record.hash));
    writeRecord(file, record, { tail, head });
    if (tail.bytes === 0) syncFolder(dirname(place.log));
    onHead(place, () => head.settle({ records: record.seq, hash: record.hash }));
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
    // Where this fails, too, the head goes on saying that a record was begun, which is so.
    head.settle(tail.last);
    throw error;
  }
}

interface HeadForLog {
  readonly head: HeadWriter;
  /** What the head knew, where the log ends otherwise. */
  readonly knew?: LogEnd;
  readonly damagedHead?: true;
}

function headFor(place: AuditPlace, last: LogEnd, nowMs: number): HeadForLog {
  const file = headFile(place.home, place.log);
  const found = readHead(file);
  if (found === "absent") return newHead(place, file, last);
  if (found === "newer") throw newerHead(file);
  if (found === "damaged") {
    renameSync(file, `${file}.damaged-${nowMs}`);
    return { head: adopt(place, file, last), damagedHead: true };
  }
  return { head: HeadWriter.of(found), ...doubtOf(found, last) };
}

/** Going on from a head that this program cannot read would look like a change of the log to the program that wrote it. */
function newerHead(file: string): SdlError {
  const message = `a newer program keeps the head of the audit log (${file}), and this one cannot go on from it; update this program, or set SDL_HOME to another folder`;
  return new SdlError("policy_denied", message);
}

/** A head goes along with a log that was moved; any other log is taken as it is, and the head says since when. */
function newHead(place: AuditPlace, file: string, last: LogEnd): HeadForLog {
  const moved = movedHead(place);
  if (moved === undefined) return { head: adopt(place, file, last) };
  const { id, since, first, end } = moved;
  const head = HeadWriter.begin(file, { log: place.log, id, since }, { ...end, first });
  rmSync(moved.file, { force: true });
  return { head, ...doubtOf(moved, last) };
}

function adopt({ log }: AuditPlace, file: string, last: LogEnd): HeadWriter {
  return HeadWriter.begin(file, { log, since: last }, { ...last, first: firstHashOf(log) });
}

/** The head of this log in a place where the log no longer lies. */
export function movedHead(place: AuditPlace): KnownHead | undefined {
  const moved = headsElsewhere(place).filter(({ isLeft }) => isLeft);
  return moved.sort((a, b) => b.head.end.records - a.head.end.records)[0]?.head;
}

/** Heads of logs in other places that begin with the same record: this log was moved from there, or one is a copy of the other. */
export function headsElsewhere({ log, home }: AuditPlace): { readonly head: KnownHead; readonly isLeft: boolean }[] {
  const first = firstHashOf(log);
  if (first === undefined) return [];
  const others = findHeads(home, first).filter((head) => head.log !== log);
  return others.map((head) => ({ head, isLeft: firstHashOf(head.log) !== first }));
}

/** What the head knew, unless the log ends there or with the record that a writer had begun. */
function doubtOf({ end, next }: KnownHead, last: LogEnd): { readonly knew?: LogEnd } {
  if (last.records === end.records && last.hash === end.hash) return {};
  if (last.records === end.records + 1 && last.hash === next) return {};
  return { knew: end };
}

/** What a head in the user's home cannot do is said with its path. */
function onHead<T>({ log, home }: AuditPlace, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw writeFailure("the head of the audit log, which SDL keeps in its home,", headFile(home, log), error);
  }
}
