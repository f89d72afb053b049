/** A version's record: a manifest of what it changed over its parent. */
import { ByteReader, type ByteWriter, type GraphCounts, type VersionId } from "@sdl/model";
import { factsKeyBytes } from "./file-page.js";
import { decoding, encoding, readLong, readText, readTexts, writeLong, writeText, writeTexts } from "./packing.js";

/** One file's change; `before` is absent for a new file, `after` for one that went. Equal when only its links changed. */
export interface FileChange {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

export interface VersionRecord {
  readonly id: VersionId;
  readonly parent: VersionId | undefined;
  /** 1 for the first. */
  readonly seq: number;
  readonly counts: GraphCounts;
  /** The commit the files were read from, when the caller knew one. */
  readonly commit: string | undefined;
  /** By path, in code units. */
  readonly changes: readonly FileChange[];
  /** Configuration files that changed, by path. */
  readonly configs: readonly string[];
}

export function encodeVersion(record: VersionRecord): Uint8Array {
  return encoding((out) => {
    writeLong(out, Number(record.id.slice(1)));
    writeLong(out, record.parent === undefined ? 0 : Number(record.parent.slice(1)));
    out.varint(record.counts.files);
    out.varint(record.counts.symbols);
    out.varint(record.counts.edges);
    writeText(out, record.commit ?? "");
    out.varint(record.changes.length);
    for (const change of record.changes) encodeKeys(out, change);
    writeTexts(
      out,
      record.changes.map((change) => change.path),
    );
    writeTexts(out, record.configs);
  });
}

export function decodeVersion(payload: Uint8Array, seq: number): VersionRecord {
  return decoding(`version record ${seq}`, () => {
    const reader = new ByteReader(payload);
    const id = readLong(reader);
    const parent = readLong(reader);
    const counts = { files: reader.varint(), symbols: reader.varint(), edges: reader.varint() };
    const commit = readText(reader);
    const keys = Array.from({ length: reader.varint() }, () => decodeKeys(reader));
    const paths = readTexts(reader);
    return {
      id: versionIdOf(id),
      parent: parent === 0 ? undefined : versionIdOf(parent),
      seq,
      counts,
      commit: commit === "" ? undefined : commit,
      changes: keys.map((pair, i) => ({ path: paths[i] as string, ...pair })),
      configs: readTexts(reader),
    };
  });
}

/** The id of a version made at `ms`; `v0` is the empty graph before the first. */
export function versionIdOf(ms: number): VersionId {
  return `v${ms}` as VersionId;
}

function encodeKeys(out: ByteWriter, { before, after }: FileChange): void {
  out.varint((before === undefined ? 0 : 1) | (after === undefined ? 0 : 2));
  if (before !== undefined) out.raw(factsKeyBytes(before));
  if (after !== undefined) out.raw(factsKeyBytes(after));
}

function decodeKeys(reader: ByteReader): Omit<FileChange, "path"> {
  const flags = reader.varint();
  const key = (): string => Buffer.from(reader.raw(16)).toString("hex");
  return { ...((flags & 1) !== 0 ? { before: key() } : {}), ...((flags & 2) !== 0 ? { after: key() } : {}) };
}
