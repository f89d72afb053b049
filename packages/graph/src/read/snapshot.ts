/**
 * Snapshot: the graph at one version, read only.
 * Invariant: two reads of one snapshot never see two versions. A snapshot that outlives its version either answers from cached pages or throws
 * `VERSION_EXPIRED`; it never answers from a newer version.
 */
import {
  EDGE_KINDS,
  GraphError,
  type SkippedFile,
  SymbolFlag,
  type SymbolHandle,
  type SymbolId,
  type SymbolIdParts,
  type SymbolKind,
  symbolIdFromParts,
  symbolIdParts,
  type VersionId,
  VISIBILITIES,
} from "@sdl/model";
import {
  type Behaviour,
  type FactsPage,
  moduleName,
  qualifiedName,
  readBehaviour,
  SYMBOLS,
  symbolKind,
} from "@sdl/model/facts";
import type {
  Adjacency,
  DerivedLayers,
  FactsSource,
  GraphCounts,
  Postings,
  SymbolDetails,
  SymbolGraph,
  SymbolRecord,
  SymbolVectors,
  TermIndex,
  UnresolvedTarget,
  VectorModel,
} from "@sdl/model/graph";
import { FILE_MARKS } from "@sdl/model/paths";
import { copyText } from "@sdl/model/text";
import { bucketOfId } from "../records/buckets.js";
import type { EmbeddingRow } from "../records/embeddings.js";
import type { FileEntry } from "../records/file-page.js";
import { findId } from "../records/id-bucket.js";
import type { ConfigEntry } from "../records/inputs.js";
import { bucketOfName, groupOfName } from "../records/name-bucket.js";
import { versionIdOf } from "../records/version-record.js";
import { openDerived } from "./derived-view.js";
import { embeddingRows, openEmbeddings } from "./embeddings-view.js";
import type { PageReader } from "./page-reader.js";
import { SnapshotFacts } from "./snapshot-facts.js";
import { detailsOf, rangeOf, simpleName } from "./symbol-facts.js";
import {
  countPostings,
  type LengthRow,
  lengthAt,
  meanLengths,
  readLengthRow,
  readNameBlocks,
  readNameGroup,
  readNames,
  readPostings,
} from "./term-index.js";

/** An unresolved target and its number of references. */
export interface UnresolvedUse extends UnresolvedTarget {
  readonly count: number;
}

/** Number of symbol records cached for repeated reads by slices and searches; they take some megabytes. */
const MAX_CACHED_RECORDS = 16_384;

/** Reads symbols, edges, facts and terms of one version. */
export class LedgerSnapshot implements SymbolGraph, TermIndex {
  readonly version: VersionId;
  readonly counts: GraphCounts;
  readonly capacity: number;
  readonly documentCount: number;
  readonly meanLengths: readonly number[];
  /** Direct-mapped cache: a record is stored at its handle modulo the length; a later record replaces an earlier one. */
  private readonly records: (SymbolRecord | undefined)[];
  /** Field lengths of the symbol requested last; callers read all fields of a symbol in a row. */
  private lengthRow: LengthRow | undefined;
  private layers: DerivedLayers | undefined;
  private embedded: { readonly fingerprint: string; readonly vectors: SymbolVectors } | undefined;

  /** @param release ends the read transaction @param forgetPages drops pages that no other snapshot reads */
  constructor(
    private readonly reader: PageReader,
    private readonly release: () => void,
    private readonly forgetPages: () => void = () => undefined,
  ) {
    this.records = new Array<SymbolRecord | undefined>(Math.min(MAX_CACHED_RECORDS, reader.state.head.capacity));
    const { head } = reader.state;
    this.version = versionIdOf(head.versionMs);
    this.counts = { files: this.reader.state.files.sourceCount(), symbols: head.symbolCount, edges: head.edgeCount };
    this.capacity = head.capacity;
    this.documentCount = head.symbolCount;
    this.meanLengths = meanLengths(head.lengthTotals, head.symbolCount);
  }

  /** Ends the snapshot and releases its memory. A second call has no effect. */
  close(): void {
    this.records.length = 0;
    this.lengthRow = undefined;
    this.forgetPages();
    this.release();
  }

  findSymbol(id: SymbolId): SymbolHandle | undefined {
    const { hi, lo } = symbolIdParts(id);
    const rows = this.reader.ids(bucketOfId(hi));
    return rows === undefined ? undefined : findId(rows, hi, lo);
  }

  symbol(handle: SymbolHandle): SymbolRecord {
    const place = handle % MAX_CACHED_RECORDS;
    const known = this.records[place];
    if (known?.handle === handle) return known;
    const record = this.readRecord(handle);
    this.records[place] = record;
    return record;
  }

  idParts(handle: SymbolHandle): SymbolIdParts {
    const { file, ordinal } = this.locate(handle);
    const { ids } = this.reader.symbols(file);
    return { hi: ids[2 * ordinal] ?? 0, lo: ids[2 * ordinal + 1] ?? 0 };
  }

  fileOf(handle: SymbolHandle): string {
    return this.owner(handle).path;
  }

  kindOf(handle: SymbolHandle): SymbolKind {
    const { file, ordinal } = this.locate(handle);
    return this.reader.briefFacts(file).kind(ordinal);
  }

  nameOf(handle: SymbolHandle): string {
    const { file, ordinal } = this.locate(handle);
    return ordinal === 0 ? moduleName(file.path) : this.reader.briefFacts(file).name(ordinal);
  }

  containerOf(handle: SymbolHandle): SymbolHandle | undefined {
    const { file, ordinal } = this.locate(handle);
    return ordinal === 0 ? undefined : this.handleOf(file, this.reader.briefFacts(file).container(ordinal));
  }

  /** Whether other files can reference the symbol by itself; members follow their class. Cheaper than {@link symbol}. @throws as {@link symbol} */
  isExport(handle: SymbolHandle): boolean {
    const { file, ordinal } = this.locate(handle);
    return this.reader.briefFacts(file).isExport(ordinal);
  }

  details(handle: SymbolHandle): SymbolDetails {
    const { file, ordinal } = this.locate(handle);
    return detailsOf(this.reader.facts(file), ordinal);
  }

  behaviour(handle: SymbolHandle): Behaviour {
    const { file, ordinal } = this.locate(handle);
    return readBehaviour(this.reader.facts(file), ordinal);
  }

  outgoing(handle: SymbolHandle): Adjacency {
    const file = this.owner(handle);
    return this.reader.outgoing(file).edgesOfSlot(handle - file.base);
  }

  incoming(handle: SymbolHandle): Adjacency {
    const file = this.owner(handle);
    return this.reader.incoming(file).edgesOfSlot(handle - file.base);
  }

  unresolved(handle: SymbolHandle): readonly UnresolvedUse[] {
    const { file } = this.locate(handle);
    const slot = handle - file.base;
    const rows = this.reader.outgoing(file).unresolved.filter((row) => row.slot === slot);
    return rows.map((row) => ({
      kind: EDGE_KINDS[row.kind] ?? "uses",
      ...(row.packageName !== "" ? { packageName: row.packageName } : {}),
      name: row.name,
      count: row.count,
    }));
  }

  fileSymbols(path: string): readonly SymbolHandle[] {
    const file = this.reader.state.files.find(path);
    if (file === undefined) return [];
    return Array.from(this.reader.symbols(file).slots, (slot) => file.base + slot);
  }

  files(): readonly string[] {
    return this.reader.state.files.sourcePaths();
  }

  /** Like {@link files}, plus the settings files: the environment, and configuration that code reads. */
  filesAndSettings(): readonly string[] {
    return this.reader.state.files.paths();
  }

  symbolsNamed(name: string): readonly SymbolHandle[] {
    const bucket = this.reader.names(bucketOfName(name));
    return (bucket?.get(name) ?? []).map((symbol) => symbol.handle);
  }

  /**
   * The layers derived from this version; `undefined` until they are stored, which may happen while the snapshot is open. A caller that needs
   * consistent answers must call this once and keep the result.
   */
  derived(): DerivedLayers | undefined {
    this.layers ??= openDerived((key) => this.reader.derived(key), this.reader.state.head);
    return this.layers;
  }

  /**
   * Embedding vectors of a sentence model; `undefined` until the vectors of all symbols are stored. Returns the same object as long as the vectors
   * are the same.
   * @throws {GraphError} errors of reading the store
   */
  embeddings(model: VectorModel): SymbolVectors | undefined {
    const { embedded } = this;
    if (embedded?.fingerprint === model.fingerprint && embedded.vectors.model === model.model) return embedded.vectors;
    const vectors = openEmbeddings((key) => this.reader.derived(key), { ...this.reader.state.head, ...model });
    this.embedded = vectors && { fingerprint: model.fingerprint, vectors };
    return vectors;
  }

  /** Stored vectors of any version, with the hashes of the embedded texts. @param of restricts the rows to this model */
  embeddingRows(of?: VectorModel & { readonly dimensions: number }): Iterable<EmbeddingRow> {
    return embeddingRows((key) => this.reader.derived(key), of);
  }

  postings(term: number): Postings {
    return readPostings(this.reader, term);
  }

  length(symbol: SymbolHandle, field: number): number {
    if (this.lengthRow?.symbol !== symbol) this.lengthRow = readLengthRow(this.reader, symbol);
    return this.lengthRow === undefined ? 0 : lengthAt(this.lengthRow, field);
  }

  names(): readonly string[] {
    return readNames(this.reader);
  }

  nameBlocks(): readonly (readonly string[])[] {
    return readNameBlocks(this.reader);
  }

  namesStarting(first: string): readonly string[] {
    return readNameGroup(this.reader, groupOfName(first)).startingWith(first);
  }

  /** Number of terms and postings in the index; reads all of it. */
  postingCounts(): { readonly terms: number; readonly postings: number } {
    return countPostings(this.reader);
  }

  /** One file's row of the file table; `undefined` if the path is not indexed. */
  fileEntry(path: string): FileEntry | undefined {
    return this.reader.state.files.find(path);
  }

  fileMarks(path: string): number {
    return (this.reader.state.files.find(path)?.flags ?? 0) & FILE_MARKS;
  }

  /** All rows of the file table, unordered, for comparison with a stat walk. */
  fileEntries(): Iterable<FileEntry> {
    return this.reader.state.files.all();
  }

  /** Number of syntax errors of a file; 0 if the path is not indexed. */
  syntaxErrors(path: string): number {
    const file = this.reader.state.files.find(path);
    return file === undefined ? 0 : this.reader.briefFacts(file).syntaxErrors;
  }

  /** A file's facts; `undefined` if the path is not indexed. */
  fileFacts(path: string): FactsPage | undefined {
    const file = this.reader.state.files.find(path);
    return file === undefined ? undefined : this.reader.facts(file);
  }

  /** The version as a source of facts for the linker. */
  factsSource(): FactsSource {
    return new SnapshotFacts(this.reader);
  }

  /** Hashes of the lookups that linking the file recorded, ascending; empty if the path is not indexed. */
  fileLookups(path: string): Uint32Array {
    const file = this.reader.state.files.find(path);
    return file === undefined ? new Uint32Array(0) : this.reader.lookups(file);
  }

  /** Configuration files, ordered by path. */
  configs(): readonly ConfigEntry[] {
    return [...this.reader.configs().values()].map(({ path, text, stat }) => ({ path, text, stat }));
  }

  skipped(): readonly SkippedFile[] {
    return this.reader.skipped();
  }

  /** Id of the program that made the facts and links, as passed to the commit; empty if it was not recorded. */
  producer(): string {
    return this.reader.producer();
  }

  private readRecord(handle: SymbolHandle): SymbolRecord {
    const { file, ordinal } = this.locate(handle);
    const page = this.reader.facts(file);
    const symbols = page.table(SYMBOLS);
    const container = symbols.container[ordinal] ?? 0;
    const range = rangeOf(page, ordinal);
    return {
      handle,
      id: this.idAt(file, ordinal),
      name: simpleName(page, ordinal, file.path),
      qualifiedName: ordinal === 0 ? file.path : copyText(qualifiedName(page, ordinal)),
      kind: symbolKind(page, ordinal),
      visibility: VISIBILITIES[symbols.visibility[ordinal] ?? 0] ?? "internal",
      exported: ((symbols.flags[ordinal] ?? 0) & SymbolFlag.Exported) !== 0,
      file: file.path,
      range,
      line: range.startLine + (symbols.nameLine[ordinal] ?? 0),
      container: ordinal === 0 ? undefined : this.handleOf(file, container),
    };
  }

  /** The file whose handle range contains the handle, even if no symbol has that handle. */
  private owner(handle: SymbolHandle): FileEntry {
    return this.reader.state.files.owner(handle) ?? this.throwNoSymbol(handle);
  }

  private locate(handle: SymbolHandle): { readonly file: FileEntry; readonly ordinal: number } {
    return this.reader.locate(handle) ?? this.throwNoSymbol(handle);
  }

  private throwNoSymbol(handle: SymbolHandle): never {
    throw new GraphError("SYMBOL_NOT_FOUND", `no symbol has handle ${handle} in ${this.version}; search for it again`);
  }

  private idAt(file: FileEntry, ordinal: number): SymbolId {
    const { ids } = this.reader.symbols(file);
    return symbolIdFromParts(ids[2 * ordinal] ?? 0, ids[2 * ordinal + 1] ?? 0);
  }

  private handleOf(file: FileEntry, ordinal: number): SymbolHandle {
    return file.base + (this.reader.symbols(file).slots[ordinal] ?? 0);
  }
}
