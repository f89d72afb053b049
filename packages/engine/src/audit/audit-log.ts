/**
 * The audit log: one JSON record a line, each with the hash of the one before, so that a changed, moved or missing record shows.
 * Knows the chain and the file; refuses to know what is decided.
 *
 * Invariants: records are only ever appended; writers of several processes wait for each other; a writer that dies leaves at most one
 * torn line, which the next one closes off. What cut the end off does not show in the log itself: keep the last hash elsewhere for that.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { SdlError } from "@sdl/model";
import { withFileLock } from "../registry/file-lock.js";
import { errorCode } from "../registry/system-error.js";

/** What was decided; masked by the caller. */
export interface Decision {
  readonly event: string;
  readonly [field: string]: unknown;
}

export interface AuditRecord extends Decision {
  /** From 1. */
  readonly seq: number;
  /** ISO time. */
  readonly at: string;
  /** Hash of the record before; 64 zeros for the first. */
  readonly previous: string;
  /** SHA-256 over the record without this field, as written. */
  readonly hash: string;
}

export type RecordOutcome =
  | { readonly isRecorded: true; readonly record: AuditRecord }
  | { readonly isRecorded: false; readonly warning: string };

export const FIRST_PREVIOUS = "0".repeat(64);
/** No record is longer: what a client may write into one is bounded. */
const TAIL_BYTES = 1 << 16;

export function auditPathOf(storeDirectory: string): string {
  return join(storeDirectory, "audit.jsonl");
}

/** Appends a decision. A full disk or a read-only store is an outcome, not an exception. */
export async function recordDecision(path: string, nowMs: number, decision: Decision): Promise<RecordOutcome> {
  try {
    makeFolder(dirname(path));
    const record = await withFileLock(path, () => append(path, nowMs, decision));
    return { isRecorded: true, record };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = error instanceof SdlError ? message : (errorCode(error) ?? message);
    return { isRecorded: false, warning: `the audit log ${path} could not be written (${reason})` };
  }
}

/** A store's folder keeps itself out of version control. */
function makeFolder(directory: string): void {
  if (mkdirSync(directory, { recursive: true }) !== undefined) writeFileSync(join(directory, ".gitignore"), "*\n");
}

function append(path: string, nowMs: number, decision: Decision): AuditRecord {
  const file = openSync(path, "a+", 0o600);
  try {
    const size = fstatSync(file).size;
    const { last, isTorn } = readTail(file, size);
    const record = chained(decision, {
      seq: (last?.seq ?? 0) + 1,
      at: new Date(nowMs).toISOString(),
      previous: last?.hash ?? FIRST_PREVIOUS,
    });
    writeWhole(file, size, `${isTorn ? "\n" : ""}${JSON.stringify(record)}\n`);
    return record;
  } finally {
    closeSync(file);
  }
}

function chained(decision: Decision, link: Pick<AuditRecord, "seq" | "at" | "previous">): AuditRecord {
  const body = { ...link, ...decision };
  return { ...body, hash: hashOf(body) };
}

/** @param body the record without its hash, its fields in the order in which they are written */
export function hashOf(body: object): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}

/** A record that does not fit is taken back: a torn line is left only by a process that dies. */
function writeWhole(file: number, size: number, text: string): void {
  const bytes = Buffer.from(text);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  }
}

interface Tail {
  readonly last: AuditRecord | undefined;
  /** The last line has no end. */
  readonly isTorn: boolean;
}

function readTail(file: number, size: number): Tail {
  const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
  readSync(file, bytes, 0, bytes.length, size - bytes.length);
  const lines = bytes.toString("utf8").split("\n");
  for (const line of lines.reverse()) {
    const record = parseRecord(line);
    if (record !== undefined) return { last: record, isTorn: bytes.at(-1) !== 10 };
  }
  return { last: undefined, isTorn: size > 0 && bytes.at(-1) !== 10 };
}

/** `undefined` for what is no record. Whether its hash holds is another question. */
export function parseRecord(line: string): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // torn or damaged: verifying counts it
  }
}

function isRecord(value: unknown): value is AuditRecord {
  if (typeof value !== "object" || value === null) return false;
  const { seq, at, event, previous, hash } = value as Partial<Record<keyof AuditRecord, unknown>>;
  return typeof seq === "number" && [at, event, previous, hash].every((field) => typeof field === "string");
}
