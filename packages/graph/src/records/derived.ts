/**
 * Records of derived layers: a head that names their version, a directory of clusters and processes, and pages of symbols by handle, with pages of
 * vectors beside them (`vectors.ts`). All records except the head depend on the version's content alone.
 */
import type { VersionId } from "@sdl/model";
import { ByteReader } from "@sdl/model/facts";
import { type Cluster, PROCESS_ROLES, type ProcessPart, type TestLink, type VectorModel } from "@sdl/model/graph";
import { throwMissing } from "../errors.js";
import {
  asBytes,
  asWords,
  decodeChecked,
  encodeWith,
  readList,
  readLong,
  readText,
  readTexts,
  writeList,
  writeLong,
  writeText,
  writeTexts,
} from "./packing.js";
import type { PackedRows } from "./rows.js";

/** Format number of the derived layers. Raise it when the layers or their encoding change: layers with another number are treated as absent. */
export const DERIVATION_FORMAT = 4;

/** Base-2 logarithm of the number of handles on one page. */
export const PAGE_SHIFT = 11;
const PAGE_SYMBOLS = 1 << PAGE_SHIFT;

/** Keys of the derived table. */
export const DerivedKey = {
  Head: 0,
  Directory: 1,
  History: 2,
  /** Head of the embedding vectors, see `embeddings.ts`. */
  EmbeddingHead: 3,
  FirstPage: 16,
  FirstVectorPage: 1 << 24,
  FirstEmbeddingPage: 1 << 25,
} as const;

/** Cluster number of a symbol in no cluster. */
export const NO_CLUSTER = 0xffffffff;
const ROLE_SHIFT = 8;
const PROCESS_SHIFT = 10;

/** A record of the derived table. */
export interface DerivedRecord {
  readonly key: number;
  readonly payload: Uint8Array;
}

/** Layers derived from a version. */
export interface StoredLayers {
  readonly version: VersionId;
  /** The last commit of their history, if there is a history. */
  readonly commit: string | undefined;
  readonly records: readonly DerivedRecord[];
}

/** Embedding vectors of a version that have been computed so far. */
export interface StoredEmbeddings extends VectorModel {
  readonly version: VersionId;
  readonly dimensions: number;
  readonly total: number;
  readonly missing: number;
  readonly pages: number;
  /** Pages that changed since the previous request to the draft. */
  readonly records: readonly DerivedRecord[];
}

/** Inputs from which the stored layers were derived. */
export interface DerivedHead {
  readonly derivation: number;
  /** Id of the version without its `v`. */
  readonly versionMs: number;
  /** The last commit of the history; "" without a history. */
  readonly commit: string;
}

/** Names of all clusters and processes. */
export interface DerivedDirectory {
  readonly clusters: readonly Cluster[];
  readonly processes: readonly { readonly id: string; readonly label: string }[];
}

/** Derived values of the symbols of `PAGE_SYMBOLS` handles, indexed by slot. */
export interface DerivedPage {
  readonly clusters: Uint32Array;
  readonly tests: PackedRows;
  readonly parts: PackedRows;
  /** Number of commits in the last 30 days; all 0 without a history. */
  readonly churn: Uint32Array;
}

/** Encodes the head record. */
export function encodeDerivedHead({ derivation, versionMs, commit }: DerivedHead): Uint8Array {
  return encodeWith((out) => {
    out.varint(derivation);
    writeLong(out, versionMs);
    writeText(out, commit);
  });
}

/** Decodes the head. If its format number is another one, only that number and the version are decoded: every format begins with these two. */
export function decodeDerivedHead(payload: Uint8Array): DerivedHead {
  return decodeChecked("the head of the derived layers", () => {
    const reader = new ByteReader(payload);
    const head = { derivation: reader.varint(), versionMs: readLong(reader) };
    return { ...head, commit: head.derivation === DERIVATION_FORMAT ? readText(reader) : "" };
  });
}

/** Encodes the record of clusters and processes. */
export function encodeDirectory({ clusters, processes }: DerivedDirectory): Uint8Array {
  return encodeWith((out) => {
    writeTexts(out, [...clusters.map(({ id }) => id), ...clusters.map(({ label }) => label)]);
    for (const { memberCount, related } of clusters) {
      out.varint(memberCount);
      writeList(out, related, (other) => out.varint(other));
    }
    writeTexts(out, [...processes.map(({ id }) => id), ...processes.map(({ label }) => label)]);
  });
}

/** Decodes the record of clusters and processes. @throws {GraphError} `STORE_CORRUPT` */
export function decodeDirectory(payload: Uint8Array): DerivedDirectory {
  return decodeChecked("the directory of the derived layers", () => {
    const reader = new ByteReader(payload);
    const clusters = pairIdsWithLabels(readTexts(reader)).map(({ id, label }) => ({
      id,
      label,
      memberCount: reader.varint(),
      related: readList(reader, () => reader.varint()),
    }));
    return { clusters, processes: pairIdsWithLabels(readTexts(reader)) };
  });
}

/** Pairs ids (first half of the texts) with labels (second half). */
function pairIdsWithLabels(texts: readonly string[]): { readonly id: string; readonly label: string }[] {
  const count = texts.length / 2;
  return texts.slice(0, count).map((id, i) => ({ id, label: texts[count + i] as string }));
}

/** Packs a test link into two words. */
export function packTest({ test, distance, proximity }: TestLink): readonly [number, number] {
  return [test, (Math.min(distance, 255) << 8) | Math.round(proximity * 100)];
}

/** Unpacks all test links of a symbol. */
export function unpackTests(words: Uint32Array): TestLink[] {
  const links: TestLink[] = [];
  for (let i = 0; i + 1 < words.length; i += 2) {
    const place = words[i + 1] as number;
    links.push({ test: words[i] as number, distance: place >>> 8, proximity: (place & 0xff) / 100 });
  }
  return links;
}

/** @param role index in `PROCESS_ROLES` */
export function packPart(process: number, role: number, depth: number): number {
  return (process << PROCESS_SHIFT) | (role << ROLE_SHIFT) | Math.min(depth, 255);
}

/** Unpacks a symbol's parts in processes, with their labels. */
export function unpackParts(words: Uint32Array, { processes }: DerivedDirectory): ProcessPart[] {
  return Array.from(words, (word) => ({
    processId: processes[word >>> PROCESS_SHIFT]?.id ?? "",
    label: processes[word >>> PROCESS_SHIFT]?.label ?? "",
    role: PROCESS_ROLES[(word >>> ROLE_SHIFT) & 3] ?? "intermediate",
    depth: word & 0xff,
  }));
}

/** Encodes the layers of one page of symbols. */
export function encodeDerivedPage({ clusters, tests, parts, churn }: DerivedPage): Uint8Array {
  const columns = [clusters, churn, tests.offsets, parts.offsets, tests.words, parts.words];
  const words = new Uint32Array(columns.reduce((sum, column) => sum + column.length, 0));
  let at = 0;
  for (const column of columns) {
    words.set(column, at);
    at += column.length;
  }
  return asBytes(words);
}

/** @param payload record of the page; `undefined` is damage, because every page has a record */
export function decodeDerivedPage(payload: Uint8Array | undefined, page: number): DerivedPage {
  const what = `page ${page} of the derived layers`;
  const words = asWords(payload ?? throwMissing(what), what);
  let at = 0;
  const take = (length: number) => {
    at += length;
    return words.subarray(at - length, at);
  };
  const clusters = take(PAGE_SYMBOLS);
  const churn = take(PAGE_SYMBOLS);
  const testOffsets = take(PAGE_SYMBOLS + 1);
  const partOffsets = take(PAGE_SYMBOLS + 1);
  const tests = { offsets: testOffsets, words: take(testOffsets[PAGE_SYMBOLS] ?? 0) };
  return { clusters, churn, tests, parts: { offsets: partOffsets, words: take(partOffsets[PAGE_SYMBOLS] ?? 0) } };
}
