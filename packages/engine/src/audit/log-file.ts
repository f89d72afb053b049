/**
 * File of an audit log: opened without following links, read from its end, appended to. Knows lines and bytes; `audit-log.ts` handles heads and
 * decisions.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { SdlError } from "@sdl/model";
import { type AuditRecord, EMPTY_LOG, type LogEnd, parseRecord } from "./audit-record.js";

/** Path of the file that keeps unfinished records. */
export function tornRecordsPath(log: string): string {
  return `${log}.torn`;
}

/** Opens a log for appending. Does not follow a symbolic link, because a repository may contain one at this path. */
export function openLog(path: string): number {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  return requireFile(openSync(path, flags | (constants.O_NONBLOCK ?? 0), 0o600), path);
}

/** Opens a log for reading, without blocking on a pipe. @throws {SdlError} `policy_denied` if it is not a regular file; the system's error */
export function openLogToRead(path: string): number {
  return requireFile(openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)), path);
}

function requireFile(file: number, path: string): number {
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new SdlError("policy_denied", `the audit log ${path} is no regular file; move it away`);
}

/** SHA-256 of the first `bytes` bytes of a log. */
export function logDigest(file: number, bytes: number): string {
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let from = 0; from < bytes; ) {
    const length = readSync(file, chunk, 0, Math.min(chunk.length, bytes - from), from);
    if (length === 0) break;
    hash.update(chunk.subarray(0, length));
    from += length;
  }
  return hash.digest("hex");
}

/** The end of a log file. */
export interface LogTail {
  readonly last: LogEnd;
  /** Offset of the end of the last complete line. */
  readonly bytes: number;
  /** Size of the file; more than `bytes` if a writer died. */
  readonly size: number;
}

const CHUNK_BYTES = 1 << 16;
/** Maximum length of a record: this program writes no longer line. */
const MAX_LINE_BYTES = 1 << 24;

/** Finds the last record of the log, searching from its end. */
export function readTail(file: number): LogTail {
  const { size } = fstatSync(file);
  let tail = Buffer.alloc(0);
  let from = size;
  let bytes: number | undefined;
  while (from > 0 && size - from < MAX_LINE_BYTES) {
    const length = Math.min(CHUNK_BYTES, from);
    const chunk = Buffer.alloc(length);
    from -= length;
    readSync(file, chunk, 0, length, from);
    tail = Buffer.concat([chunk, tail]);
    const newline = tail.lastIndexOf(10);
    if (newline < 0) continue;
    bytes = from + newline + 1;
    const last = lastRecord(tail.subarray(0, newline), from === 0);
    if (last !== undefined) return { last: { records: last.seq, hash: last.hash }, bytes, size };
  }
  return { last: EMPTY_LOG, bytes: bytes ?? 0, size };
}

/** @param isWhole whether the first line is complete */
function lastRecord(lines: Buffer, isWhole: boolean): AuditRecord | undefined {
  const texts = lines.toString("utf8").split("\n");
  const whole = isWhole ? texts : texts.slice(1);
  for (const line of whole.reverse()) {
    const record = parseRecord(line);
    if (record !== undefined) return record;
  }
  return undefined;
}

/** Moves the bytes after the last complete line to the file beside the log. @returns their number */
export function moveTornAside(file: number, log: string, { bytes, size }: LogTail): number {
  const length = size - bytes;
  if (length === 0) return 0;
  const torn = Buffer.alloc(Math.min(length, CHUNK_BYTES));
  readSync(file, torn, 0, torn.length, bytes);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  const beside = openSync(tornRecordsPath(log), flags, 0o600);
  try {
    writeSync(beside, Buffer.concat([torn, Buffer.from("\n")]));
    fsyncSync(beside);
  } finally {
    closeSync(beside);
  }
  ftruncateSync(file, bytes);
  return length;
}

/** Appends a line and syncs it to disk. If that fails, truncates the file again, so that only a process that dies leaves an unfinished line. */
export function appendLine(file: number, line: string, { bytes }: LogTail): void {
  const buffer = Buffer.from(`${line}\n`);
  try {
    for (let done = 0; done < buffer.length; ) done += writeSync(file, buffer, done);
    fdatasyncSync(file);
  } catch (error) {
    ftruncateSync(file, bytes);
    throw error;
  }
}

/** Hash of a log's first record, which identifies the log; `undefined` if there is no log, or its first line is not a record. */
export function firstRecordHash(log: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(log, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const line = Buffer.alloc(MAX_FIRST_BYTES);
    const length = readSync(file, line, 0, line.length, 0);
    const newline = line.subarray(0, length).indexOf(10);
    return newline < 0 ? undefined : parseRecord(line.toString("utf8", 0, newline))?.hash;
  } catch {
    return undefined; // does not exist, or is not a file
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const MAX_FIRST_BYTES = 1 << 20;
