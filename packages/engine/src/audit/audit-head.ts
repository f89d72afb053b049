/**
 * Heads of audit logs: what a home remembers of where each log ends, so that a log whose last records were cut off, replaced or removed
 * shows. Heads lie in the user's home, outside of every repository, one file for each place of a log. Knows no records.
 *
 * Invariants, with n records known and h(n) the hash of the last:
 * - Before record n+1 is written, the head says `n, h(n), next h(n+1)`, on the disk. After it is written, on the disk, the head says
 *   `n+1, h(n+1)`. Only then may what the record is about leave the process.
 * - So while no writer is at work, the log ends in h(n), or, where `next` is set because a writer died, in h(n) or in h(n+1). Any other end
 *   was not written through this head.
 *
 * A file holds a header, which never changes, and two slots of fixed size that are written in turn: a torn slot leaves the one before.
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
  /** Where the log lies. */
  log: z.string(),
  /** 8 hex digits; records name it. */
  id: z.string(),
  /** What the log held before this head began; it was never checked against a head. */
  since: z.strictObject({ records: z.int().nonnegative(), hash: z.string() }),
});

const Slot = z.strictObject({
  write: z.int().positive(),
  records: z.int().nonnegative(),
  hash: z.string(),
  /** Hash of the log's first record: it tells a moved log from another one. */
  first: z.string().optional(),
  next: z.string().optional(),
});

type HeadHeader = z.output<typeof Header>;
type HeadSlot = z.output<typeof Slot>;

/** A head as it was read. */
export interface KnownHead extends HeadHeader {
  readonly file: string;
  readonly end: LogEnd;
  /** Hash of the log's first record; absent while there is none. */
  readonly first?: string | undefined;
  /** Hash of the record that a writer had begun to write. */
  readonly next?: string | undefined;
  /** Number of the write that gave it. */
  readonly write: number;
}

/** What lies in a head's place. `newer`: a newer program's head, which only that program may go on. */
export type FoundHead = KnownHead | "absent" | "damaged" | "newer";

const SLOT_BYTES = 512;
/** A header holds one path. */
const MAX_BYTES = 65_536;
const FOLDER = "audit";

/** @param log real absolute path of a log */
export function headFile(home: string, log: string): string {
  return join(home, FOLDER, `${createHash("sha256").update(log).digest("hex").slice(0, 16)}.head`);
}

/** @throws the system's error for something that is there and cannot be read, or is no file */
export function readHead(file: string): FoundHead {
  let text: string;
  try {
    text = readHeadText(file);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "absent";
    throw error;
  }
  return parseHead(file, text);
}

/** What a head's file holds, as it is. @throws the system's error, also for what is no file */
export function readHeadText(file: string): string {
  return readOwnFile(file, MAX_BYTES).toString("utf8");
}

function parseHead(file: string, text: string): FoundHead {
  const [header, ...slots] = text.split("\n");
  const whole = unsealed(header ?? "");
  const known = Header.safeParse(whole);
  // Written whole, with another number or other fields: by a program that knows more than this one.
  if (whole !== undefined && !known.success) return "newer";
  const sound = slots.map(unsealed).filter((slot) => slot !== undefined);
  const valid = sound.flatMap((slot) => Slot.safeParse(slot).data ?? []);
  if (valid.length < sound.length) return "newer";
  const newest = valid.sort((a, b) => b.write - a.write)[0];
  if (!known.success || newest === undefined) return "damaged";
  const { write, next, first, ...end } = newest;
  return { ...known.data, file, end, first, next, write };
}

/** Heads of logs that begin with the same record, in other places. Those that cannot be read are left out. */
export function findHeads(home: string, first: string): KnownHead[] {
  const folder = join(home, FOLDER);
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".head"));
  } catch {
    return []; // no head yet
  }
  return names.sort().flatMap((name) => {
    const head = readableHead(join(folder, name));
    return typeof head === "object" && head.first === first ? [head] : [];
  });
}

function readableHead(file: string): FoundHead | undefined {
  try {
    return readHead(file);
  } catch {
    return undefined;
  }
}

/** A head that is being written. */
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

  static of(head: KnownHead): HeadWriter {
    const { format, log, id, since, file, write, first } = head;
    return new HeadWriter({ format, log, id, since }, file, write, first);
  }

  /**
   * Begins a head. @param known what the log holds already, or what a head in another place knew of it
   * @param id of the head in another place that this one goes on from
   */
  static begin(
    file: string,
    header: Omit<HeadHeader, "format" | "id"> & { readonly id?: string },
    known: LogEnd & { readonly first?: string | undefined },
  ): HeadWriter {
    const whole: HeadHeader = { ...header, format: FORMAT, id: header.id ?? randomBytes(4).toString("hex") };
    makeFolder(dirname(file), 0o700);
    const head = padded(sealed(whole), headerBytes(whole));
    const slots = [1, 2].map((write) => padded(sealed({ write, ...known }), SLOT_BYTES));
    // The slot of an odd number is the second one.
    replaceOwnFile(file, head + (slots[1] ?? "") + (slots[0] ?? ""), { isDurable: true, mode: 0o600 });
    return new HeadWriter(whole, file, 2, known.first);
  }

  /** Says which record is about to be written, on the disk. */
  intend(end: LogEnd, next: string): void {
    this.first ??= next;
    this.writeSlot({ ...end, next }, true);
  }

  /** Says where the log ends. Lost with the power, it leaves what {@link intend} said. */
  settle(end: LogEnd): void {
    this.writeSlot(end, false);
  }

  private writeSlot(state: Omit<HeadSlot, "write">, isSynced: boolean): void {
    const write = this.write + 1;
    const descriptor = openSync(this.file, "r+");
    try {
      const at = headerBytes(this.header) + (write % 2) * SLOT_BYTES;
      writeSync(descriptor, padded(sealed({ write, ...state, first: this.first }), SLOT_BYTES), at);
      if (isSynced) fdatasyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    this.write = write;
  }
}

function headerBytes(header: HeadHeader): number {
  return Math.ceil((Buffer.byteLength(sealed(header)) + 1) / SLOT_BYTES) * SLOT_BYTES;
}

function padded(text: string, bytes: number): string {
  return `${text}${" ".repeat(bytes - 1 - Buffer.byteLength(text))}\n`;
}

/** With a checksum: a torn write is told from a whole one. */
function sealed(value: object): string {
  const text = JSON.stringify(value);
  return JSON.stringify({ ...value, sum: checksum(text) });
}

function unsealed(line: string): unknown {
  try {
    const { sum, ...value } = JSON.parse(line) as { sum?: unknown };
    return sum === checksum(JSON.stringify(value)) ? value : undefined;
  } catch {
    return undefined; // no whole slot
  }
}

function checksum(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
