/** Text of audit log records: one JSON object per line, chained by hashes. Pure. */
import { createHash } from "node:crypto";

/** A decision to be recorded; secrets are masked by the caller. */
export interface Decision {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** The end of a log as a head knows it: number of records, and the hash of the last one. */
export interface LogEnd {
  readonly records: number;
  readonly hash: string;
}

/** Event of a record that accepts a changed log in its current state. */
export const ACCEPT_EVENT = "accept";

/** One record as it is written to the log. */
export interface AuditRecord extends Decision {
  /** Number of the record, from 1. */
  readonly seq: number;
  /** ISO 8601 time. */
  readonly at: string;
  /** Hash of the previous record; 64 zeros for the first. */
  readonly previous: string;
  /** Id of the head in the writer's home; absent in records of older programs. */
  readonly head?: string;
  /** The end that the head knew, if the log ended elsewhere when this record was written. */
  readonly knew?: LogEnd;
  /** Set if the file with the log's last known end (the head) could not be read when this record was written. */
  readonly damagedHead?: true;
  /** Number of bytes of an unfinished record before this one that were moved to the file beside the log. */
  readonly torn?: number;
  /** Only in an accepting record: SHA-256 of all bytes before it. */
  readonly accepted?: string;
  /** SHA-256 of the record without this field, as written. */
  readonly hash: string;
}

/** The `previous` hash of a log's first record. */
export const FIRST_PREVIOUS = "0".repeat(64);
/** The end of a log without records. */
export const EMPTY_LOG: LogEnd = { records: 0, hash: FIRST_PREVIOUS };

/** The fields that place a record in the chain. */
export type RecordLink = Pick<AuditRecord, "seq" | "at" | "previous" | "head" | "knew" | "damagedHead" | "torn">;

/** Completes a decision to a record and computes its hash. */
export function chainRecord(link: RecordLink, decision: Decision): AuditRecord {
  const body = { ...link, ...decision };
  return { ...body, hash: recordHash(body) };
}

/** @param body the record without its hash; the order of its fields matters */
export function recordHash(body: object): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}

/** `undefined` if the line is not a record. Does not check the hash. */
export function parseRecord(line: string): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // a torn or damaged line; verifying reports it
  }
}

function isRecord(value: unknown): value is AuditRecord {
  if (typeof value !== "object" || value === null) return false;
  const { seq, at, event, previous, hash } = value as Partial<Record<keyof AuditRecord, unknown>>;
  return typeof seq === "number" && [at, event, previous, hash].every((field) => typeof field === "string");
}
