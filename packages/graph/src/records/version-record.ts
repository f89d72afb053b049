/**
 * Record of a version: its changes relative to the previous kept version. A file is represented by the key of its facts, which are kept as long as
 * a record or the latest version refers to them; configuration texts and the list of files that are not indexed are stored as they were before.
 * Applying records backwards from the latest version yields every kept version.
 */
import { defined, type VersionId } from "@sdl/model";
import { ByteReader, type ByteWriter } from "@sdl/model/facts";
import type { GraphCounts } from "@sdl/model/graph";
import { factsKeyBytes, readFactsKey } from "./file-page.js";
import {
  decodeChecked,
  deflateText,
  encodeWith,
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

/** Change of one file. `before` is absent for a new file, `after` for a removed one; equal keys mean that only the file's links changed. */
export interface FileChange {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
  /** The indexer's bits belonging to `before` and `after`; absent if 0. */
  readonly flagsBefore?: number;
  readonly flagsAfter?: number;
}

/** Previous text of a path: a configuration file's text, or the reason why a file was not indexed. */
export interface TextBefore {
  readonly path: string;
  /** `undefined` if there was none: the configuration file did not exist, or the file was not skipped. */
  readonly before: string | undefined;
}

/** Position of a version in the chain of kept versions. */
export interface VersionLink {
  readonly id: VersionId;
  /** 1 for the first version. Ascending, with gaps where versions were pruned. */
  readonly seq: number;
  /** The previous kept version and its sequence number; `undefined` and 0 for the oldest one. */
  readonly parent: VersionId | undefined;
  readonly parentSeq: number;
}

/** A kept version with its changes. */
export interface VersionRecord extends VersionLink {
  readonly counts: GraphCounts;
  /** The commit that the files were read from, if the caller knew it. */
  readonly commit: string | undefined;
  /** Ordered by path in code units. Empty if there is no previous version. */
  readonly changes: readonly FileChange[];
  /** Configuration files that changed, ordered by path. */
  readonly configs: readonly TextBefore[];
  /** Files that were skipped before or after and whose reason changed, ordered by path. */
  readonly skipped: readonly TextBefore[];
}

/** Encodes a version's record. */
export function encodeVersion(record: VersionRecord): Uint8Array {
  return encodeWith((out) => {
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

/** Decodes a record. @param seq number of the version, for errors @throws {GraphError} `STORE_CORRUPT` */
export function decodeVersion(payload: Uint8Array, seq: number): VersionRecord {
  return decodeChecked(`version record ${seq}`, () => {
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

/** Decodes only the beginning of a record. */
export function decodeVersionLink(payload: Uint8Array, seq: number): VersionLink {
  return decodeChecked(`version record ${seq}`, () => readLink(new ByteReader(payload), seq));
}

function readLink(reader: ByteReader, seq: number): VersionLink {
  const id = versionIdOf(readLong(reader));
  const parent = versionIdOf(readLong(reader));
  const parentSeq = reader.varint();
  return { id, seq, parent: parentSeq === 0 ? undefined : parent, parentSeq };
}

/** Id of a version created at `ms` (milliseconds since the epoch); `v0` is the empty graph before the first version. */
export function versionIdOf(ms: number): VersionId {
  return `v${ms}` as VersionId;
}

/** Time of a version id in milliseconds since the epoch. */
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

/** Writes the paths, then the length of each text (0 for none), then all texts as one block. */
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
