/**
 * Indexer of one repository: its extraction pool, its refreshes, its comparisons with the disk. Loaded at first use: a
 * query needs neither parsers nor linker.
 */
import type { Ledger } from "@sdl/graph";
import { type BlobHash, DEFAULT_MAX_FILE_BYTES, ExtractionPool } from "@sdl/indexer";
import type { VersionId } from "@sdl/model";
import { discoverOptions } from "../discovery/discovery.js";
import { entryUrl } from "../entry-url.js";
import { BlobIndex } from "../git/blob-index.js";
import { CleanCommit } from "../git/clean-commit.js";
import { namedContents } from "../git/named-contents.js";
import { faultOf, type ProgramFault } from "../machine/program-log.js";
import type { RepositorySettings } from "../settings.js";
import { requireOwnFiles } from "../version.js";
import type { DraftedFacts } from "./drafted-facts.js";
import { explain } from "./explain/explain-files.js";
import type { FileReason } from "./explain/file-reason.js";
import type { ReadFile } from "./extract.js";
import { KeptLinks } from "./kept-links.js";
import { KeptLook } from "./kept-look.js";
import { KnownTree } from "./known-tree.js";
import { LastLook } from "./last-look.js";
import { exceedsBytes, isPublishedAfter, type NotedChanges } from "./noted-changes.js";
import { countStale, isFulfilled, LARGE_CHANGE_BYTES, planRefresh, type RefreshPlan, staleNames } from "./plan.js";
import { describeNewer, isNewerProducer } from "./producer.js";
import { ReadAhead } from "./read-ahead.js";
import { recordedFiles } from "./recorded-files.js";
import { refreshLedger } from "./refresh.js";
import type { Freshness, RefreshResult, RefreshRun } from "./refresh-request.js";
import { runSeparately } from "./separate/separate-refresh.js";

/** A process that is about to end would wait for every kept worker. */
const NO_WORKERS = { count: 0, maxHeapBytes: 0 };

/** Where to index, with which settings, and how many workers. */
export interface IndexerOptions {
  /** Absolute path of the repository's root folder. */
  readonly rootPath: string;
  readonly settings?: RepositorySettings | undefined;
  /** Number of worker threads for extraction; by default chosen by the amount of work. */
  readonly workers?: number;
  readonly now?: (() => number) | undefined;
  /** Whether the process ends after one answer: then no workers are kept. */
  readonly answersOnce?: boolean;
  /** Returns the parsed facts of editors' drafts, so that a saved file is not parsed again. */
  readonly drafted?: (() => DraftedFacts) | undefined;
  /** Returns what a watcher of the files noted; `undefined` if none watches, or it noted nothing. */
  readonly notedChanges?: (() => Promise<NotedChanges | undefined>) | undefined;
  /** Called for every fault of the program that affected a file but not the refresh. */
  readonly onFault?: ((fault: ProgramFault) => void) | undefined;
}

/** Indexes one repository. */
export class Indexer {
  private readonly pool: ExtractionPool;
  private readonly links = new KeptLinks();
  private readonly ahead = new ReadAhead();
  private readonly blobs: BlobIndex;
  private readonly commits: CleanCommit;
  private readonly lastLook: KeptLook;
  private readonly tree: KnownTree;
  /** Differences that the last comparison found, and the version it compared. */
  private found: { readonly plan: RefreshPlan; readonly version: VersionId } | undefined;

  constructor(
    private readonly options: IndexerOptions,
    private readonly ledger: Ledger,
    private readonly storeDirectory: string,
  ) {
    const { rootPath, settings = {} } = options;
    const maxFileBytes = settings.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES;
    this.blobs = new BlobIndex(storeDirectory);
    this.lastLook = new KeptLook({ storeDirectory, rootPath, settings });
    this.tree = new KnownTree({ rootPath, discover: discoverOptions(settings), now: options.now ?? Date.now });
    this.commits = new CleanCommit({ rootPath, settings, blobs: this.blobs, maxFileBytes });
    this.pool = new ExtractionPool({
      workerUrl: entryUrl("extraction-worker"),
      root: rootPath,
      maxFileBytes,
      blobHash: this.blobHash(),
      // The first worker starts before it is known which grammars a first index needs; it loads them with its first
      // batch.
      languages: [],
      ...(options.answersOnce === true ? { kept: NO_WORKERS } : {}),
    });
  }

  /** How git hashes contents; a fault while reading git's state only costs the blob ids. */
  private blobHash(): BlobHash | undefined {
    try {
      return this.commits.blobHash();
    } catch (error) {
      this.options.onFault?.(faultOf("reading git's state", undefined, error));
      return undefined;
    }
  }

  /** Begins to read what the next refresh needs of git, so that it finds the commit of its version sooner. Throws nothing. */
  readCommitAhead(): void {
    try {
      this.commits.readAhead({ isFirst: false });
    } catch (error) {
      this.options.onFault?.(faultOf("reading git ahead", undefined, error));
    }
  }

  /**
   * Runs a refresh. @throws {SdlError} `busy` if the worker files belong to another version of the program @throws
   * errors of {@link refreshLedger}
   */
  async refresh(options: RefreshRun): Promise<RefreshResult> {
    requireOwnFiles();
    const { ledger, pool, links, ahead } = this;
    const { rootPath, settings = {}, workers, now = Date.now, onFault } = this.options;
    const { mode, trustsWatcher } = options;
    const isSeparable = this.options.answersOnce !== true && !ledger.isFork();
    const noted = mode === "full" ? undefined : await this.options.notedChanges?.();
    ledger.loadNewestState();
    const isLarge = noted !== undefined && isSeparable && this.isLarge(noted);
    const handedOver = isLarge ? await this.separately(options, noted) : undefined;
    if (handedOver !== undefined) return handedOver;
    const isFirst = ledger.latestVersion() === undefined;
    return refreshLedger(
      {
        ...{ rootPath, ledger, pool, settings, workers, now, links, ahead, drafted: this.options.drafted?.() },
        ...(onFault === undefined ? {} : { onFault }),
        readCommitAhead: (version) => this.commits.readAhead(version),
        findCommit: (indexed) => this.commits.find(indexed),
        namedContents: () => pool.blobHash && namedContents(rootPath, pool.blobHash, this.blobs),
        onRead: (read) => this.remember(read),
        separately: isSeparable && !isLarge ? (run) => this.separately(run, noted) : undefined,
        discover: (_, { onFile } = {}) =>
          isFirst || mode === "full"
            ? this.tree.walk(onFile)
            : this.tree.discover(trustsWatcher === true ? noted : undefined),
      },
      options,
    );
  }

  /**
   * Whether another process should look at the files, too, because a large change was noted. Not if the index is newer
   * than the change: it probably has it.
   */
  private isLarge(noted: NotedChanges): boolean {
    const latest = this.ledger.latestVersion();
    if (latest === undefined || isPublishedAfter(noted, latest.id)) return false;
    return !this.isOfNewerProgram() && exceedsBytes(this.options.rootPath, noted, LARGE_CHANGE_BYTES);
  }

  private isOfNewerProgram(): boolean {
    const snapshot = this.ledger.snapshot();
    try {
      return isNewerProducer(snapshot.producer());
    } finally {
      snapshot.close();
    }
  }

  private async separately(run: RefreshRun, noted: NotedChanges | undefined): Promise<RefreshResult | undefined> {
    const { rootPath, settings = {}, workers, onFault = () => undefined } = this.options;
    const { mode, reason, whenAskedFor } = run;
    const isAskedFor = whenAskedFor?.aborted !== false;
    const task = { kind: "refresh", rootPath, storeDirectory: this.storeDirectory, settings, workers } as const;
    const result = await runSeparately({ ...task, mode, reason, isAskedFor }, { ...run, onFault });
    if (result !== undefined) this.tree.lookAt(noted);
    return result;
  }

  /** Records the facts of the contents just read, by blob id. */
  private remember(read: readonly ReadFile[]): void {
    const rows = read.flatMap(({ file, factsKey, isGenerated, stat, blobId }) => {
      const row = { language: file.language, path: file.path, factsKey, isGenerated, sizeBytes: stat.sizeBytes };
      return blobId === undefined ? [] : [{ blob: blobId, ...row }];
    });
    this.blobs.add(rows);
  }

  /** Counts the files that differ from the latest version, and tells whether this program may update them. */
  async compare(): Promise<Omit<Freshness, "checkedAtMs">> {
    const noted = await this.options.notedChanges?.();
    const version = this.ledger.latestVersion()?.id;
    const isNoted = noted?.isComplete === true;
    if (!isNoted && version !== undefined && this.lastLook.isSame(version)) return { staleFiles: 0, staleNames: [] };
    const { rootPath, now = Date.now } = this.options;
    const snapshot = this.ledger.snapshot();
    try {
      const startedMs = now();
      const discovery = this.tree.discover(noted);
      const plan = planRefresh(discovery, recordedFiles(snapshot), "incremental");
      const stale = { staleFiles: countStale(plan), staleNames: staleNames(plan) };
      const producer = snapshot.producer();
      if (isNewerProducer(producer)) return { ...stale, hindrance: describeNewer(producer) };
      // A look takes longer than a comparison of the noted files.
      const seen = stale.staleFiles === 0 && !isNoted ? LastLook.take(rootPath, discovery, startedMs) : undefined;
      if (seen !== undefined) this.lastLook.keep(snapshot.version, seen);
      this.found = stale.staleFiles === 0 ? undefined : { plan, version: snapshot.version };
      return stale;
    } finally {
      snapshot.close();
    }
  }

  /** Whether another process has indexed the differences that the last comparison found, in the same state. */
  hasCaughtUp(): boolean {
    const { found, ledger } = this;
    if (found === undefined) return false;
    ledger.loadNewestState();
    if (ledger.latestVersion()?.id === found.version) return false;
    const snapshot = ledger.snapshot();
    try {
      return isFulfilled(found.plan, recordedFiles(snapshot));
    } finally {
      snapshot.close();
    }
  }

  /** The commit that the latest version's files equal: HEAD, else the one that was found when it was made. */
  async findCommit(): Promise<string | undefined> {
    const snapshot = this.ledger.snapshot();
    const files = [...snapshot.fileEntries()].flatMap(({ path, language, factsKey }) =>
      language === "config" ? [] : [{ path, language, factsKey }],
    );
    const configs = new Map(snapshot.configs().map(({ path, text }) => [path, text]));
    snapshot.close();
    return (await this.commits.find({ files, configs, configBlobs: new Map() })) ?? this.ledger.latestVersion()?.commit;
  }

  /** Why files are indexed or not. @param paths absolute, or relative to the root */
  explain(paths: readonly string[]): FileReason[] {
    const { rootPath, settings = {} } = this.options;
    const snapshot = this.ledger.snapshot();
    try {
      return explain({ rootPath, settings, snapshot }, paths);
    } finally {
      snapshot.close();
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
