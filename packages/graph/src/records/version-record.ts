/**
 * A version's record: what it changed over the version before it that is kept. Files are named by their facts, which are kept as long
 * as a record or the latest version names them; texts of configuration files and the list of files that are not indexed stand in it as they
 * were before. Walking records back from the latest version gives every kept one.
 */
import { defined, type VersionId } from "@sdl/model";
import { ByteReader, type ByteWriter } from "@sdl/model/facts";
import type { GraphCounts } from "@sdl/model/graph";
import { factsKeyBytes, readFactsKey } from "./file-page.js";
import {
  decoding,
  deflateText,
  encoding,
  inflateText,
  readList,
  readLong,
  readText,
  readTexts,
  writeList,
  writeLong,
  writeText,
  writeTexts,
} from "./packing.js";

/** One file's change; `before` is absent for a new file, `after` for one that went. Equal when only its links changed. */
export interface FileChange {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
  /** The indexer's bits beside each of the two; 0 when absent. */
  readonly flagsBefore?: number;
  readonly flagsAfter?: number;
}

/** What a path said before: a configuration file's text, or why a file was not indexed. */
export interface TextBefore {
  readonly path: string;
  /** `undefined` when it said nothing: the file was not there, or was not left out. */
  readonly before: string | undefined;
}

/** A version's place in the chain of those that are kept. */
export interface VersionLink {
  readonly id: VersionId;
  /** 1 for the first; rises, but not by one where versions between were pruned. */
  readonly seq: number;
  /** The version before it that is kept, and its number; `undefined` and 0 for the oldest one. */
  readonly parent: VersionId | undefined;
  readonly parentSeq: number;
}

export interface VersionRecord extends VersionLink {
  readonly counts: GraphCounts;
  /** The commit the files were read from, when the caller knew one. */
  readonly commit: string | undefined;
  /** By path, in code units. None where there is no version before it: nothing takes them back. */
  readonly changes: readonly FileChange[];
  /** Configuration files that changed, by path. */
  readonly configs: readonly TextBefore[];
  /** Files whose being left out changed, by path. */
  readonly skipped: readonly TextBefore[];
}

export function encodeVersion(record: VersionRecord): Uint8Array {
  return encoding((out) => {
    writeLong(out, idMs(record.id));
    writeLong(out, record.parent === undefined ? 0 : idMs(record.parent));
    out.varint(record.parentSeq);
    out.varint(record.counts.files);
    out.varint(record.counts.symbols);
    out.varint(record.counts.edges);
    writeText(out, record.commit ?? "");
    writeList(out, record.changes, (change) => encodeKeys(out, change));
    writeTexts(
      out,
      record.changes.map((change) => change.path),
    );
    encodeTexts(out, record.configs);
    encodeTexts(out, record.skipped);
  });
}

export function decodeVersion(payload: Uint8Array, seq: number): VersionRecord {
  return decoding(`version record ${seq}`, () => {
    const reader = new ByteReader(payload);
    const link = readLink(reader, seq);
    const counts = { files: reader.varint(), symbols: reader.varint(), edges: reader.varint() };
    const commit = readText(reader);
    const keys = readList(reader, () => decodeKeys(reader));
    const paths = readTexts(reader);
    return {
      ...link,
      counts,
      commit: commit === "" ? undefined : commit,
      changes: keys.map((pair, i) => ({ path: paths[i] as string, ...pair })),
      configs: decodeTexts(reader),
      skipped: decodeTexts(reader),
    };
  });
}

/** The head of a record. */
export function decodeVersionLink(payload: Uint8Array, seq: number): VersionLink {
  return decoding(`version record ${seq}`, () => readLink(new ByteReader(payload), seq));
}

function readLink(reader: ByteReader, seq: number): VersionLink {
  const id = versionIdOf(readLong(reader));
  const parent = versionIdOf(readLong(reader));
  const parentSeq = reader.varint();
  return { id, seq, parent: parentSeq === 0 ? undefined : parent, parentSeq };
}

/** The id of a version made at `ms`; `v0` is the empty graph before the first. */
export function versionIdOf(ms: number): VersionId {
  return `v${ms}` as VersionId;
}

/** Milliseconds since the epoch. */
export function idMs(id: VersionId): number {
  return Number(id.slice(1));
}

const Bit = { Before: 1, After: 2, Same: 4, FlagsBefore: 8, FlagsAfter: 16 } as const;

function encodeKeys(out: ByteWriter, { before, after, flagsBefore = 0, flagsAfter = 0 }: FileChange): void {
  const isSame = before !== undefined && before === after;
  out.varint(
    (before === undefined ? 0 : Bit.Before) |
      (after === undefined ? 0 : Bit.After) |
      (isSame ? Bit.Same : 0) |
      (flagsBefore === 0 ? 0 : Bit.FlagsBefore) |
      (flagsAfter === 0 ? 0 : Bit.FlagsAfter),
  );
  if (before !== undefined) out.raw(factsKeyBytes(before));
  if (after !== undefined && !isSame) out.raw(factsKeyBytes(after));
  if (flagsBefore !== 0) out.varint(flagsBefore);
  if (flagsAfter !== 0) out.varint(flagsAfter);
}

function decodeKeys(reader: ByteReader): Omit<FileChange, "path"> {
  const bits = reader.varint();
  const has = (bit: number): boolean => (bits & bit) !== 0;
  const before = has(Bit.Before) ? readFactsKey(reader) : undefined;
  const after = has(Bit.Same) ? before : has(Bit.After) ? readFactsKey(reader) : undefined;
  const flagsBefore = has(Bit.FlagsBefore) ? reader.varint() : undefined;
  const flagsAfter = has(Bit.FlagsAfter) ? reader.varint() : undefined;
  return defined({ before, after, flagsBefore, flagsAfter });
}

/** Paths, then which of them said something, then all that they said as one block. */
function encodeTexts(out: ByteWriter, rows: readonly TextBefore[]): void {
  writeTexts(
    out,
    rows.map(({ path }) => path),
  );
  if (rows.length === 0) return;
  for (const { before } of rows) out.varint(before === undefined ? 0 : before.length + 1);
  deflateText(out, rows.map(({ before }) => before ?? "").join(""));
}

function decodeTexts(reader: ByteReader): TextBefore[] {
  const paths = readTexts(reader);
  if (paths.length === 0) return [];
  const lengths = paths.map(() => reader.varint());
  const text = inflateText(reader);
  let at = 0;
  return paths.map((path, i) => {
    const length = (lengths[i] as number) - 1;
    if (length < 0) return { path, before: undefined };
    at += length;
    return { path, before: text.slice(at - length, at) };
  });
}
