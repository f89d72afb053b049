/**
 * Validation of tables from an untrusted file, as far as readers rely on them. A malicious file can have a valid checksum; stored without this
 * check, it could lead to paths outside the repository, endless loops or excessive memory. It may still contain false statements. Wrong lookup
 * tables (ids, names, postings) cause errors when they are read: every decoder bounds memory by bytes, not by counts.
 */
import { EDGE_KINDS, ENVIRONMENT_PATH, LANGUAGE_CODE } from "@sdl/model";
import { RESOLVERS } from "@sdl/model/graph";
import { isDerived } from "../read/derived-view.js";
import type { PageReader } from "../read/page-reader.js";
import { DerivedKey, decodeDerivedPage, decodeDirectory, NO_CLUSTER, PAGE_SHIFT } from "../records/derived.js";
import type { EdgeColumns } from "../records/edges-page.js";
import { isEmbeddingKey } from "../records/embeddings.js";
import { unpackFacts } from "../records/facts-record.js";
import type { FileEntry } from "../records/file-page.js";
import { decodeVectors } from "../records/vectors.js";
import { decodeVersion } from "../records/version-record.js";
import { checkFacts } from "./check-facts.js";
import { checkPath } from "./check-path.js";
import { invalidFileError } from "./portable-file.js";
import { type PortableTables, readTables } from "./portable-tables.js";

/** Maximum length of the producer id, in characters. */
const MAX_PRODUCER = 256;

/** @returns a reader of the version @throws {Error} of any kind if the tables are invalid */
export function checkTables(tables: PortableTables): PageReader {
  const reader = readTables(tables);
  const entries = [...reader.state.files.all()];
  checkHead(reader, entries);
  for (const { path } of reader.configs().values()) checkPath(path);
  for (const { path } of reader.skipped()) checkPath(path);
  if (reader.producer().length > MAX_PRODUCER) throw invalidFileError("the producer id is too long");
  const symbols = new Map(
    [...tables.facts].map(([key, payload]) => [key, checkFacts(unpackFacts(payload, key, () => undefined))]),
  );
  const isSymbol = new Uint8Array(reader.state.head.capacity);
  for (const entry of entries) checkSymbols(reader, entry, symbols.get(entry.factsKey), isSymbol);
  for (const entry of entries) {
    const outgoing = reader.outgoing(entry);
    checkEdges(outgoing.edges, entry, isSymbol);
    if (outgoing.edges.length !== entry.edgeCount) throw invalidFileError(`${entry.path} has a wrong number of edges`);
    checkEdges(reader.incoming(entry).edges, entry, isSymbol);
  }
  checkDerived(reader, isSymbol);
  if ([...tables.records.derived.keys()].some(isEmbeddingKey))
    throw invalidFileError("it contains embeddings, which a portable index never does");
  const version = tables.records.versions.get(1);
  if (version === undefined || tables.records.versions.size !== 1)
    throw invalidFileError("it does not contain exactly one version");
  decodeVersion(version, 1);
  return reader;
}

/** Checks the head. Handle ranges must be contiguous, so the capacity cannot make a reader allocate more memory than the file has entries for. */
function checkHead({ state }: PageReader, entries: readonly FileEntry[]): void {
  const { head } = state;
  const sum = (pick: (entry: FileEntry) => number) => entries.reduce((total, entry) => total + pick(entry), 0);
  if (head.nextFile !== entries.length || new Set(entries.map(({ path }) => path)).size !== entries.length) {
    throw invalidFileError("the number of files is wrong");
  }
  let end = 0;
  for (const { path, base, capacity, symbolCount, language } of [...entries].sort((a, b) => a.base - b.base)) {
    if (path !== ENVIRONMENT_PATH) checkPath(path);
    const isInRange = base === end && symbolCount <= capacity && capacity <= 2 * symbolCount + 8;
    if (!isInRange || LANGUAGE_CODE[language] === undefined)
      throw invalidFileError(`the file entry of ${path} is wrong`);
    end += capacity;
  }
  if (
    end !== head.capacity ||
    sum(({ symbolCount }) => symbolCount) !== head.symbolCount ||
    sum(({ edgeCount }) => edgeCount) !== head.edgeCount
  ) {
    throw invalidFileError("the number of symbols or edges is wrong");
  }
}

function checkSymbols(reader: PageReader, entry: FileEntry, rows: number | undefined, isSymbol: Uint8Array): void {
  const { count, slots } = reader.symbols(entry);
  if (count !== entry.symbolCount || count !== rows || !slots.every((slot, ordinal) => slot === ordinal)) {
    throw invalidFileError(`the symbols of ${entry.path} do not match its facts`);
  }
  isSymbol.fill(1, entry.base, entry.base + count);
}

function checkEdges(edges: EdgeColumns, entry: FileEntry, isSymbol: Uint8Array): void {
  for (let i = 0; i < edges.length; i++) {
    const isEdge =
      (edges.near[i] as number) < entry.symbolCount &&
      isSymbol[edges.far[i] as number] === 1 &&
      (edges.kinds[i] as number) < EDGE_KINDS.length &&
      (edges.resolvers[i] as number) < RESOLVERS.length &&
      (edges.confidences[i] as number) <= 100;
    if (!isEdge) {
      throw invalidFileError(
        `an edge of ${entry.path} refers to a missing symbol or has an invalid kind, resolver or confidence`,
      );
    }
  }
}

function checkDerived(reader: PageReader, isSymbol: Uint8Array): void {
  const head = reader.derived(DerivedKey.Head);
  if (head === undefined) return;
  const directory = reader.derived(DerivedKey.Directory);
  if (directory === undefined || !isDerived(head, reader.state.head.versionMs))
    throw invalidFileError("the derived layers belong to another version");
  const { clusters, processes } = decodeDirectory(directory);
  decodeVectors((page) => reader.derived(DerivedKey.FirstVectorPage + page), reader.state.head.capacity);
  if (clusters.some(({ related }) => related.some((other) => other >= clusters.length)))
    throw invalidFileError("a cluster refers to a cluster that does not exist");
  for (let number = 0; number << PAGE_SHIFT < reader.state.head.capacity; number++) {
    const page = decodeDerivedPage(reader.derived(DerivedKey.FirstPage + number) ?? new Uint8Array(0), number);
    const isKnown = page.clusters.every((cluster) => cluster === NO_CLUSTER || cluster < clusters.length);
    const isPart = page.parts.words.every((word) => word >>> 10 < processes.length);
    if (!isKnown || !isPart || page.clusters.length !== 1 << PAGE_SHIFT)
      throw invalidFileError("a page of the derived layers is wrong");
    for (let i = 0; i < page.tests.words.length; i += 2) requireSymbol(isSymbol, page.tests.words[i] as number);
  }
}

function requireSymbol(isSymbol: Uint8Array, handle: number): void {
  if (isSymbol[handle] !== 1) throw invalidFileError("a test link refers to a symbol that does not exist");
}
