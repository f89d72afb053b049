/** Records of the audit log as text: a JSON object a line, chained by hashes. Pure. */
import { createHash } from "node:crypto";

/** What was decided; masked by the caller. */
export interface Decision {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** The last record that a head knew of: how many there were, and the hash of the last. */
export interface LogEnd {
  readonly records: number;
  readonly hash: string;
}

/** The event of records that accept a log as it is, though it was changed. */
export const ACCEPT_EVENT = "accept";

export interface AuditRecord extends Decision {
  /** From 1. */
  readonly seq: number;
  /** ISO time. */
  readonly at: string;
  /** Hash of the record before; 64 zeros for the first. */
  readonly previous: string;
  /** Id of the head that the writer keeps in its home; absent in records of older programs. */
  readonly head?: string;
  /** What the head knew, where the log had ended otherwise when this record was written. */
  readonly knew?: LogEnd;
  /** The head could not be read when this record was written. */
  readonly damagedHead?: true;
  /** Bytes of an unfinished record that stood before this one and were moved into the file beside the log. */
  readonly torn?: number;
  /** Of a record that accepts the log as it is: SHA-256 of all bytes before it. */
  readonly accepted?: string;
  /** SHA-256 over the record without this field, as written. */
  readonly hash: string;
}

export const FIRST_PREVIOUS = "0".repeat(64);
export const EMPTY_LOG: LogEnd = { records: 0, hash: FIRST_PREVIOUS };

export type RecordLink = Pick<AuditRecord, "seq" | "at" | "previous" | "head" | "knew" | "damagedHead" | "torn">;

export function chainRecord(link: RecordLink, decision: Decision): AuditRecord {
  const body = { ...link, ...decision };
  return { ...body, hash: hashOf(body) };
}

/** @param body the record without its hash, its fields in the order in which they are written */
export function hashOf(body: object): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}

/** `undefined` for what is no record. Whether its hash holds is another question. */
export function parseRecord(line: string): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // torn or damaged: verifying says so
  }
}

function isRecord(value: unknown): value is AuditRecord {
  if (typeof value !== "object" || value === null) return false;
  const { seq, at, event, previous, hash } = value as Partial<Record<keyof AuditRecord, unknown>>;
  return typeof seq === "number" && [at, event, previous, hash].every((field) => typeof field === "string");
}
