/**
 * Draft of the next version. It is a {@link FactsSource} over the ledger with the draft's changes applied, so the linker reads the state that will
 * be published. Nothing is written before {@link LedgerUpdate.commit}, which writes everything in one transaction; {@link LedgerUpdate.materialise}
 * writes nothing and returns the version in memory.
 */
import { type FileHandle, type FileStat, GraphError, type SkippedFile, type VersionId } from "@sdl/model";
import type { FactsPage, FileView } from "@sdl/model/facts";
import type { FactsSource, LinkedFile } from "@sdl/model/graph";
import { materialise } from "./materialise.js";
import { Draft, type FilePages } from "./publish/draft.js";
import type { FileInput } from "./publish/file-input.js";
import type { PostingsRecords, PostingsTask } from "./publish/first-postings.js";
import { postingsTask } from "./publish/postings.js";
import { type CommitOptions, type CommitResult, publish } from "./publish/publication.js";
import { encodeDifference } from "./publish/version-difference.js";
import type { PageReader } from "./read/page-reader.js";
import type { LedgerSnapshot } from "./read/snapshot.js";
import type { PageCaches } from "./read/state.js";
import { packFactsAsync } from "./records/facts-record.js";
import { type FileEntry, factsKeyBytes } from "./records/file-page.js";
import { readHead } from "./records/head.js";
import type { ConfigEntry } from "./records/inputs.js";
import type { VersionRecord } from "./records/version-record.js";
import { readOnlyError, type StoreEnvironment } from "./store/environment.js";

/** The lookups that linking one file recorded. */
export interface FileLookups {
  readonly file: FileHandle;
  /** Ids of the lookups, ascending. */
  readonly lookups: Uint32Array;
}

/** A file before and after the update. */
export interface FileViewChange {
  readonly file: FileHandle;
  readonly before: FileView | undefined;
  readonly after: FileView | undefined;
}

/** Text of a configuration file before and after an update; `undefined` if the file does not exist. */
export interface ConfigChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A version in memory. */
export interface MaterialisedVersion {
  readonly snapshot: LedgerSnapshot;
  /**
   * Encodes the difference from the latest version, for {@link Ledger.snapshotWith}; `undefined` if there is none.
   * @param held keys of facts pages that the receiver already has; they are left out
   */
  encode(held: ReadonlySet<string>): Uint8Array | undefined;
}

/** The store and reader that an update is based on. */
export interface UpdateBase {
  readonly reader: PageReader;
  readonly environment: StoreEnvironment;
  readonly caches: PageCaches;
  /** Ends the read transaction. */
  release(): void;
}

/** Takes extracted files and links, then publishes a version. */
export class LedgerUpdate implements FactsSource {
  private readonly draft: Draft;
  private isDone = false;

  constructor(private readonly base: UpdateBase) {
    this.draft = new Draft(base.reader);
  }

  /** Records of the versions that existed when the update began, newest first. */
  versions(): Iterable<VersionRecord> {
    return this.base.reader.versions();
  }

  /** Adds a file or replaces its facts. The facts must be stored already or be passed as `page`. */
  putFile(input: FileInput): FileHandle {
    return this.requireDraft().put(input);
  }

  /** Removes a file; does nothing if the file is not indexed. */
  removeFile(path: string): void {
    const draft = this.requireDraft();
    const file = draft.find(path);
    if (file !== undefined) draft.remove(file, path);
  }

  /** Records that a file's stat changed while its content did not. This alone creates no version. */
  touchFile(path: string, stat: FileStat): void {
    const draft = this.requireDraft();
    const file = draft.find(path);
    if (file !== undefined) draft.touch(draft.requireEntry(file), stat);
  }

  putConfig(config: ConfigEntry): void {
    this.requireDraft().configs.set(config.path, config);
  }

  removeConfig(path: string): void {
    this.requireDraft().configs.set(path, undefined);
  }

  /** The list of files that are not indexed, as of the beginning of the update. */
  skipped(): readonly SkippedFile[] {
    return this.draft.reader.skipped();
  }

  /** Replaces the list of files that are not indexed. */
  setSkipped(files: readonly SkippedFile[]): void {
    this.requireDraft().skipped = files;
  }

  /** Sets a file's links. Every file whose facts changed needs links before the commit. */
  setLinks(links: LinkedFile): void {
    const draft = this.requireDraft();
    draft.requireEntry(links.file);
    draft.links.set(links.file, links);
  }

  /**
   * The files that this update adds, changes or removes, with their view before and after. The linker compares the two to find the files to link
   * again.
   */
  *fileChanges(): Iterable<FileViewChange> {
    const { draft } = this;
    for (const [file, { entry }] of draft.changed) {
      yield { file, before: viewOf(draft.reader, draft.before(file)), after: viewOf(draft, entry) };
    }
    for (const file of draft.removed) {
      const before = viewOf(draft.reader, draft.before(file));
      if (before !== undefined) yield { file, before, after: undefined };
    }
  }

  /** Configuration files whose text this update changes, adds or removes. */
  *configChanges(): Iterable<ConfigChange> {
    const { configs, reader } = this.draft;
    for (const [path, config] of configs) {
      const before = reader.configs().get(path)?.text;
      if (before !== config?.text) yield { path, before, after: config?.text };
    }
  }

  /** The recorded lookups of all files that this update neither changes nor removes. */
  *outgoingLookups(): Iterable<FileLookups> {
    const { draft } = this;
    for (const entry of draft.reader.state.files.all()) {
      if (draft.changed.has(entry.handle) || draft.removed.has(entry.handle)) continue;
      yield { file: entry.handle, lookups: draft.reader.lookups(entry) };
    }
  }

  /** Configuration files that code reads: their facts depend on the links of other files. */
  *settingsFiles(): Iterable<FileHandle> {
    const { draft } = this;
    for (const { handle, language } of draft.reader.state.files.all())
      if (language === "config" && draft.entry(handle)?.language === "config") yield handle;
  }

  /**
   * Ordinals (before the update) of the file's symbols that have an incoming edge from a file which this update neither removes nor links again.
   */
  ordinalsReferencedElsewhere(file: FileHandle): ReadonlySet<number> {
    const { draft } = this;
    const { reader } = draft;
    const reached = new Set<number>();
    const entry = draft.before(file);
    if (entry === undefined) return reached;
    const { ordinals } = reader.symbols(entry);
    const { near, far } = reader.incoming(entry).edges;
    far.forEach((source, row) => {
      const from = reader.state.files.owner(source)?.handle;
      if (from === undefined || draft.removed.has(from) || draft.links.has(from)) return;
      reached.add(ordinals[near[row] ?? 0] ?? 0);
    });
    return reached;
  }

  file(path: string): FileHandle | undefined {
    return this.draft.find(path);
  }

  /** Reads stored facts. @param path file path for the error message @throws {GraphError} `VERSION_NOT_FOUND` if the facts have been pruned */
  storedFacts(key: string, path: string): FactsPage {
    const page = this.draft.reader.factsByKey(key);
    if (page !== undefined) return page;
    throw new GraphError(
      "VERSION_NOT_FOUND",
      `the facts of ${path} in that version were pruned; list the versions that are kept`,
    );
  }

  path(file: FileHandle): string {
    return this.draft.requireEntry(file).path;
  }

  entry(file: FileHandle): FileEntry {
    return this.draft.requireEntry(file);
  }

  facts(file: FileHandle): FactsPage {
    return this.draft.facts(this.draft.requireEntry(file));
  }

  symbolIds(file: FileHandle): Uint32Array {
    return this.draft.symbols(this.draft.requireEntry(file)).ids;
  }

  *files(): Iterable<FileHandle> {
    for (const path of this.draft.paths()) {
      const file = this.draft.find(path);
      if (file !== undefined) yield file;
    }
  }

  config(path: string): string | undefined {
    const { configs, reader } = this.draft;
    return configs.has(path) ? configs.get(path)?.text : reader.configs().get(path)?.text;
  }

  configs(): readonly string[] {
    const { configs, reader } = this.draft;
    const paths = new Set(reader.configs().keys());
    for (const [path, config] of configs) {
      if (config === undefined) paths.delete(path);
      else paths.add(path);
    }
    return [...paths].sort();
  }

  /** Packs the new facts pages on zlib's threads. Pages not packed in time are packed by the commit. Does not reject. */
  async packAhead(): Promise<void> {
    const { changed, packed } = this.requireDraft();
    const pages = [...changed.values()].flatMap(({ page }) => (page === undefined ? [] : [page]));
    await Promise.allSettled(pages.map(async (page) => packed.set(page, await packFactsAsync(page.bytes))));
  }

  /**
   * Input for building the postings of a first version on another thread; `undefined` for a later version.
   * @param minBytes minimum total size of the facts; `undefined` is also returned below it
   */
  postingsTask(minBytes = 0): PostingsTask | undefined {
    return postingsTask(this.requireDraft(), minBytes);
  }

  /**
   * Sets the result of {@link postingsTask}. The commit adds postings of files that were added later; if the result no longer fits, it builds all
   * postings.
   */
  setPostings(records: PostingsRecords): void {
    this.requireDraft().postings = records;
  }

  /**
   * Publishes the draft in one durable transaction and ends it. If only file stats changed, no version is created; if nothing changed, nothing is
   * written.
   * @throws {GraphError} `INVALID_UPDATE` if facts and links do not match, `WRITE_CONFLICT` if another writer published first, `STORAGE_FULL`; the
   * ledger is then unchanged
   */
  commit(options: CommitOptions): CommitResult {
    const draft = this.requireDraft();
    const { environment } = this.base;
    if (environment.isReadOnly) throw readOnlyError();
    try {
      const { batch, version, created } = publish(draft, options);
      if (batch !== undefined) {
        this.base.release();
        environment.write(() => {
          this.requireUnchanged();
          batch.apply(environment);
          this.requireFacts();
        });
        cachePublishedPages(draft);
      }
      return { version, created };
    } finally {
      this.abandon();
    }
  }

  /**
   * Ends the draft and returns the version that {@link commit} would publish, in memory, over the version that the draft is based on. The snapshot
   * is readable while that version is the latest; later reads throw `VERSION_EXPIRED`.
   * @param version id that the snapshot reports
   * @throws {GraphError} `INVALID_UPDATE` if facts and links do not match
   */
  materialise(version: VersionId): MaterialisedVersion {
    const draft = this.requireDraft();
    const { reader, caches, release } = this.base;
    try {
      const { batch } = publish(draft, { nowMs: 0 });
      this.isDone = true;
      const { head } = reader.state;
      const snapshot = materialise({ reader, caches, over: batch, version, release });
      return { snapshot, encode: (held) => batch && encodeDifference(head, batch, held) };
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /** Ends the draft without writing; does nothing if it has ended already. */
  abandon(): void {
    if (this.isDone) return;
    this.isDone = true;
    this.base.release();
  }

  private requireUnchanged(): void {
    const head = readHead(this.base.environment.tables);
    if (head.generation === this.draft.reader.state.head.generation) return;
    throw new GraphError("WRITE_CONFLICT", "another process published meanwhile; refresh again");
  }

  /** Checks that all facts still exist: facts that no version named yet may have been pruned since they were stored. */
  private requireFacts(): void {
    const { facts } = this.base.environment.tables;
    const seen = new Set<string>();
    for (const { entry } of this.draft.changed.values()) {
      if (seen.has(entry.factsKey)) continue;
      seen.add(entry.factsKey);
      if (facts.has(factsKeyBytes(entry.factsKey))) continue;
      throw new GraphError("WRITE_CONFLICT", `the facts of ${entry.path} were pruned meanwhile; refresh again`);
    }
  }

  private requireDraft(): Draft {
    if (this.isDone) throw new GraphError("STORE_CLOSED", "this update has ended; begin a new one");
    return this.draft;
  }
}

function viewOf(pages: FilePages, entry: FileEntry | undefined): FileView | undefined {
  return entry && { path: entry.path, facts: pages.facts(entry), symbolIds: pages.symbols(entry).ids };
}

/** Caches the facts that were just published: the next query and the next edit of the same file read them. */
function cachePublishedPages(draft: Draft): void {
  for (const { entry, page } of draft.changed.values())
    if (page !== undefined) draft.reader.cacheFacts(entry.factsKey, page);
}
