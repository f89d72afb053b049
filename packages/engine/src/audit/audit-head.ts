/**
 * Heads of audit logs: records of where each log ends, so that verifying detects a log whose last records were cut off, replaced or removed. Heads
 * are in the user's home, outside of every repository, one file per log path. Knows no records.
 *
 * Invariants, for n known records and h(n) the hash of the last:
 * - Before record n+1 is written, the head on disk contains `n, h(n), next h(n+1)`. After it is written to disk, the head contains `n+1, h(n+1)`.
 *   Only then may the process return the recorded action's result.
 * - So while no writer is active, the log ends in h(n); or, if `next` is set because a writer died, in h(n) or h(n+1). Any other end was not
 *   written through this head.
 *
 * A file has a header, which never changes, and two slots of fixed size that are written alternately: if one slot is torn, the previous one is
 * intact.
 */
import { createHash, randomBytes } from "node:crypto";
import { closeSync, fdatasyncSync, openSync, readdirSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "@sdl/graph";
import { errorCode, readOwnFile, replaceOwnFile } from "@sdl/repository";
import { z } from "zod";
import type { LogEnd } from "./audit-record.js";

const FORMAT = 1;

const Header = z.strictObject({
  format: z.literal(FORMAT),
  /** Absolute path of the log. */
  log: z.string(),
  /** 8 hex digits; records refer to the head by it. */
  id: z.string(),
  /** The log's end when this head was created; records before it were never checked against a head. */
  since: z.strictObject({ records: z.int().nonnegative(), hash: z.string() }),
});

const Slot = z.strictObject({
  write: z.int().positive(),
  records: z.int().nonnegative(),
  hash: z.string(),
  /** Hash of the log's first record: identifies a log after it is moved. */
  first: z.string().optional(),
  next: z.string().optional(),
});

type HeadHeader = z.output<typeof Header>;
type HeadSlot = z.output<typeof Slot>;

/** A head as read from its file. */
export interface LoadedHead extends HeadHeader {
  readonly file: string;
  readonly end: LogEnd;
  /** Hash of the log's first record; absent if the log is empty. */
  readonly first?: string | undefined;
  /** Hash of the record that a writer had begun to write. */
  readonly next?: string | undefined;
  /** Number of the slot write that this head was read from. */
  readonly write: number;
}

/** Content of a head's file. `newer`: the head of a newer program, which only that program may continue. */
export type HeadState = LoadedHead | "absent" | "damaged" | "newer";

const SLOT_BYTES = 512;
/** Maximum size of a head's file: the header contains one path. */
const MAX_BYTES = 65_536;
const FOLDER = "audit";

/** @param log real absolute path of a log */
export function headFile(home: string, log: string): string {
  return join(home, FOLDER, `${createHash("sha256").update(log).digest("hex").slice(0, 16)}.head`);
}

/** @throws the system's error if the file exists but cannot be read or is not a file */
export function readHead(file: string): HeadState {
  let text: string;
  try {
    text = readHeadText(file);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "absent";
    throw error;
  }
  return parseHead(file, text);
}

/** The raw text of a head's file. @throws the system's error, also if it is not a file */
export function readHeadText(file: string): string {
  return readOwnFile(file, MAX_BYTES).toString("utf8");
}

function parseHead(file: string, text: string): HeadState {
  const [header, ...slots] = text.split("\n");
  const whole = parseWithChecksum(header ?? "");
  const known = Header.safeParse(whole);
  // The checksum is valid but the format or fields are unknown: a newer program wrote it.
  if (whole !== undefined && !known.success) return "newer";
  const sound = slots.map(parseWithChecksum).filter((slot) => slot !== undefined);
  const valid = sound.flatMap((slot) => Slot.safeParse(slot).data ?? []);
  if (valid.length < sound.length) return "newer";
  const newest = valid.sort((a, b) => b.write - a.write)[0];
  if (!known.success || newest === undefined) return "damaged";
  const { write, next, first, ...end } = newest;
  return { ...known.data, file, end, first, next, write };
}

/** Heads of logs at other paths that begin with the same record. Leaves out unreadable heads. */
export function findHeads(home: string, first: string): LoadedHead[] {
  const folder = join(home, FOLDER);
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".head"));
  } catch {
    return []; // the folder does not exist yet
  }
  return names.sort().flatMap((name) => {
    const head = tryReadHead(join(folder, name));
    return typeof head === "object" && head.first === first ? [head] : [];
  });
}

function tryReadHead(file: string): HeadState | undefined {
  try {
    return readHead(file);
  } catch {
    return undefined;
  }
}

/** Writes one head. */
export class HeadWriter {
  private constructor(
    private readonly header: HeadHeader,
    private readonly file: string,
    private write: number,
    private first: string | undefined,
  ) {}

  get id(): string {
    return this.header.id;
  }

  static writerFor(head: LoadedHead): HeadWriter {
    const { format, log, id, since, file, write, first } = head;
    return new HeadWriter({ format, log, id, since }, file, write, first);
  }

  /**
   * Creates a head. @param known the current end of the log, or the end that a head at another path knew
   * @param id id of the head at another path that this one continues
   */
  static begin(
    file: string,
    header: Omit<HeadHeader, "format" | "id"> & { readonly id?: string },
    known: LogEnd & { readonly first?: string | undefined },
  ): HeadWriter {
    const whole: HeadHeader = { ...header, format: FORMAT, id: header.id ?? randomBytes(4).toString("hex") };
    makeFolder(dirname(file), 0o700);
    const head = padToBytes(withChecksum(whole), headerBytes(whole));
    const slots = [1, 2].map((write) => padToBytes(withChecksum({ write, ...known }), SLOT_BYTES));
    // The slot with an odd write number is the second one.
    replaceOwnFile(file, head + (slots[1] ?? "") + (slots[0] ?? ""), { isDurable: true, mode: 0o600 });
    return new HeadWriter(whole, file, 2, known.first);
  }

  /** Records on disk which record is about to be written. */
  announceNextRecord(end: LogEnd, next: string): void {
    this.first ??= next;
    this.writeSlot({ ...end, next }, true);
  }

  /** Records where the log ends, without a sync: after a power failure the head still contains what {@link announceNextRecord} wrote. */
  recordLogEnd(end: LogEnd): void {
    this.writeSlot(end, false);
  }

  private writeSlot(state: Omit<HeadSlot, "write">, isSynced: boolean): void {
    const write = this.write + 1;
    const descriptor = openSync(this.file, "r+");
    try {
      const at = headerBytes(this.header) + (write % 2) * SLOT_BYTES;
      writeSync(descriptor, padToBytes(withChecksum({ write, ...state, first: this.first }), SLOT_BYTES), at);
      if (isSynced) fdatasyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    this.write = write;
  }
}

function headerBytes(header: HeadHeader): number {
  return Math.ceil((Buffer.byteLength(withChecksum(header)) + 1) / SLOT_BYTES) * SLOT_BYTES;
}

function padToBytes(text: string, bytes: number): string {
  return `${text}${" ".repeat(bytes - 1 - Buffer.byteLength(text))}\n`;
}

/** JSON with a checksum, which distinguishes a complete write from a torn one. */
function withChecksum(value: object): string {
  const text = JSON.stringify(value);
  return JSON.stringify({ ...value, sum: computeChecksum(text) });
}

function parseWithChecksum(line: string): unknown {
  try {
    const { sum, ...value } = JSON.parse(line) as { sum?: unknown };
    return sum === computeChecksum(JSON.stringify(value)) ? value : undefined;
  } catch {
    return undefined; // no complete slot
  }
}

function computeChecksum(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
