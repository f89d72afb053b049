/**
 * One refresh: discover, extract, link, publish. Knows the order and what is reused; each step is elsewhere.
 * Invariant: the ledger that results depends on the files alone, not on which of them were extracted or linked now.
 */
import type { FileInput, Ledger, LedgerSnapshot, LedgerUpdate } from "@sdl/graph";
import {
  type DiscoveredFile,
  type DiscoverOptions,
  type Discovery,
  discoverFiles,
  type ExtractionPool,
  type FileMarker,
  fileMarker,
  type linkFile,
  type readConfigText,
  WorkLimitError,
} from "@sdl/indexer";
import { type FileHandle, type FileStat, isUnlinked, type SkippedFile, type VersionId } from "@sdl/model";
import { byPath } from "@sdl/model/text";
import { discoverOptions, discoverySkips, reportDiscoveryFaults } from "../discovery/discovery.js";
import { fileFlags, isGeneratedFile } from "../discovery/file-rules.js";
import { ConfigReader, type ReadConfig } from "../discovery/read-configs.js";
import { costsOnlyItsPart, type OnFault, unlinkedLine } from "../faults.js";
import type { IndexedFiles } from "../git/clean-commit.js";
import { compilingLater } from "../machine/compile-later.js";
import { faultOf } from "../machine/program-log.js";
import { withTightHeap } from "../machine/tight-heap.js";
import { Turns } from "../machine/turns.js";
import type { RepositorySettings } from "../settings.js";
import { DraftChanges, type LookupComparison } from "./draft-changes.js";
import { type DraftedFacts, draftedOutcome } from "./drafted-facts.js";
import { type ExtractResult, type ExtractTask, extractFiles, type ReadFile, workersAhead } from "./extract.js";
import { isKeepable, KeptLinks, type OpenLinks } from "./kept-links.js";
import { filesToLink, type LinkFault, linkFiles } from "./link.js";
import {
  countStale,
  countWork,
  hasChangedConfigs,
  hasChangedOwnConfig,
  isSameContent,
  planRefresh,
  type RecordedFiles,
  type RefreshPlan,
  recordableStat,
} from "./plan.js";
import { beginPostings } from "./postings-ahead.js";
import { isNewerProducer, newerIndex, PRODUCER } from "./producer.js";
import type { ReadAhead } from "./read-ahead.js";
import { type KnownFile, type Recognised, type RecogniseTask, recogniseFiles } from "./recognise.js";
import type { RefreshResult, RefreshRun } from "./refresh-request.js";
import { remarkFiles } from "./remark-files.js";

export interface RefreshContext {
  readonly rootPath: string;
  readonly ledger: Ledger;
  readonly pool: ExtractionPool;
  readonly settings: RepositorySettings;
  readonly workers: number | undefined;
  readonly now: () => number;
  /** Handed from refresh to refresh; each starts from nothing when absent. */
  readonly links?: KeptLinks;
  /** Handed from refresh to refresh; no file is begun ahead of discovery when absent. */
  readonly ahead?: ReadAhead;
  /** What editors' drafts were read into. */
  readonly drafted?: DraftedFacts | undefined;
  /** Which commit the files of the update are, if they are one's. */
  readonly findCommit?: (indexed: IndexedFiles) => Promise<string | undefined>;
  /** See {@link RecogniseTask.namedContents}. */
  readonly namedContents?: RecogniseTask["namedContents"];
  /** Told of every file that was read. */
  readonly onRead?: (read: readonly ReadFile[]) => void;
  /** Told of every fault of the program that cost a file something. */
  readonly onFault?: OnFault;
  /** Finds the files, by a walk where absent; tests make it fail. */
  readonly discover?: typeof discoverFiles;
  /** Reads one configuration file's text; tests make it fail. */
  readonly readConfigText?: typeof readConfigText;
  /** Tells which lookups have other answers; tests make it fail. */
  readonly comparison?: LookupComparison;
  /** Links one file; tests make it fail. */
  readonly link?: typeof linkFile;
  /** Which files are linked again; the equivalence test takes a rule out of it to see that it would notice. */
  readonly selectFiles?: typeof filesToLink;
}

/** @throws {GraphError} from the store @throws the signal's reason; the previous version stays */
export async function refreshLedger(context: RefreshContext, options: RefreshRun): Promise<RefreshResult> {
  if (context.ledger.latestVersion() !== undefined) return refreshFrom(context, options);
  return compilingLater(() =>
    refreshFrom(context, options, isLow(options) ? undefined : workersAhead(context.pool, context.workers)),
  );
}

/** Its workers are none that wait for others. */
function isLow({ whenAskedFor }: RefreshRun): boolean {
  return whenAskedFor?.aborted === false;
}

/** @param onFile told of each source as soon as it is found */
async function refreshFrom(
  context: RefreshContext,
  options: RefreshRun,
  onFile?: DiscoverOptions["onFile"],
): Promise<RefreshResult> {
  try {
    return await refreshOnce(context, options, onFile);
  } finally {
    // What was begun ahead and not asked for is of no use to a later refresh.
    await context.pool.take();
  }
}

async function refreshOnce(
  context: RefreshContext,
  options: RefreshRun,
  onFile: DiscoverOptions["onFile"],
): Promise<RefreshResult> {
  const started = performance.now();
  const scanStartMs = context.now();
  // Whoever indexed until now may have published in this turn of the event loop.
  context.ledger.loadNewestState();
  const recorded = readRecorded(context.ledger);
  const isKnown = (path: string): boolean => (context.drafted?.(path).length ?? 0) > 0;
  await spare(context, "reading ahead", () =>
    context.ahead?.begin(context.rootPath, recorded.files, { pool: context.pool, isKnown }),
  );
  const discovery = findFiles(context, options, onFile);
  const plan = planRefresh(discovery, recorded, options.mode);
  const isCurrent =
    countWork(plan) === 0 &&
    recorded.unlinked.length === 0 &&
    isSameSkips(skipList(discovery, plan, recorded), recorded.skips);
  const isNewer = options.mode === "incremental" && isNewerProducer(recorded.producer);
  if (isNewer && countStale(plan) > 0) throw newerIndex(recorded.producer, countStale(plan));
  if ((isCurrent || isNewer) && context.ledger.latestVersion() !== undefined) {
    return describe(context.ledger, { ...NOTHING, skipped: recorded.skips }, discovery, started);
  }
  const update = context.ledger.beginUpdate();
  try {
    const refresh = new Refresh(context, options, update);
    const inputs = { discovery, plan, recorded, scanStartMs };
    const work = () => withTightHeap(plan.toRead.length, () => refresh.run(inputs));
    const outcome = await (isLikeFirst(plan, context.ledger) ? compilingLater(work) : work());
    return describe(context.ledger, outcome, discovery, started);
  } finally {
    update.abandon();
  }
}

/** What takes about a second to read into facts. */
const LIKE_FIRST_BYTES = 1024 * 1024;

/** Whether threads are started for work as a first index has it: a branch was switched. */
function isLikeFirst({ toRead }: RefreshPlan, ledger: Ledger): boolean {
  const bytes = toRead.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return ledger.latestVersion() !== undefined && bytes > LIKE_FIRST_BYTES;
}

/** Does a part of a refresh that the index does not need: a fault of the program there costs that part, and is kept in the log. */
async function spare<T>(
  context: RefreshContext,
  during: string,
  part: () => T | Promise<T>,
): Promise<Awaited<T> | undefined> {
  try {
    return await part();
  } catch (error) {
    if (!costsOnlyItsPart(error)) throw error;
    context.onFault?.(faultOf(during, undefined, error));
    return undefined;
  }
}

function findFiles(context: RefreshContext, options: RefreshRun, onFile: DiscoverOptions["onFile"]): Discovery {
  options.signal?.throwIfAborted();
  options.onProgress?.({ phase: "discover", done: 0, total: 0, doneBytes: 0, totalBytes: 0 });
  const { discover = discoverFiles } = context;
  const discovery = discover(context.rootPath, { ...discoverOptions(context.settings), onFile });
  reportDiscoveryFaults(discovery.faults, context.onFault);
  return discovery;
}

/** What the ledger recorded of its files, and its list of skipped ones. */
export interface Recorded extends RecordedFiles {
  readonly skips: readonly SkippedFile[];
  /** Paths of the indexed files that linking failed at. */
  readonly unlinked: readonly string[];
}

export function recordedFiles(snapshot: LedgerSnapshot): Recorded {
  const skips = snapshot.skipped();
  const skipped = new Map<string, FileStat>();
  for (const { path, stat } of skips) if (stat !== undefined) skipped.set(path, stat);
  const files = new Map<string, FileStat>();
  for (const { path, language, stat } of snapshot.fileEntries()) if (language !== "config") files.set(path, stat);
  return {
    files,
    configs: new Map(snapshot.configs().map((entry) => [entry.path, entry.stat])),
    skipped,
    skips,
    unlinked: skips.flatMap(({ path, reason }) => (isUnlinked(reason) ? [path] : [])),
    producer: snapshot.producer(),
  };
}

function readRecorded(ledger: Ledger): Recorded {
  const snapshot = ledger.snapshot();
  try {
    return recordedFiles(snapshot);
  } finally {
    snapshot.close();
  }
}

/** The files that are skipped without being read: what discovery refuses, and what an earlier refresh refused and nobody changed. */
function skipList(discovery: Discovery, plan: RefreshPlan, recorded: Recorded): SkippedFile[] {
  const before = new Map(recorded.skips.map((one) => [one.path, one]));
  const kept = plan.stillSkipped.flatMap((path) => before.get(path) ?? []);
  return [...discoverySkips(discovery), ...kept].sort(byPath);
}

function isSameSkips(now: readonly SkippedFile[], then: readonly SkippedFile[]): boolean {
  return (
    now.length === then.length &&
    now.every(({ path, reason }, i) => path === then[i]?.path && reason === then[i]?.reason)
  );
}

/** What a refresh did, in numbers. */
interface Outcome {
  readonly created: boolean;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly skipped: readonly SkippedFile[];
}

const NOTHING = { created: false, added: 0, changed: 0, removed: 0 };

function describe(
  ledger: Ledger,
  outcome: Outcome,
  { directories, deciding }: Discovery,
  started: number,
): RefreshResult {
  const latest = ledger.latestVersion();
  if (latest === undefined) throw new Error("a refresh made no version; this is a bug in the ledger");
  return {
    versionId: latest.id,
    created: outcome.created,
    changedFiles: outcome.changed,
    addedFiles: outcome.added,
    removedFiles: outcome.removed,
    symbols: latest.counts.symbols,
    edges: latest.counts.edges,
    skipped: outcome.skipped.map(({ path, reason }) => ({ path, reason })),
    durationMs: performance.now() - started,
    directories: [...directories, ...deciding],
  };
}

function addHandle(update: LedgerUpdate, path: string, handles: Set<FileHandle>): void {
  const file = update.file(path);
  if (file !== undefined) handles.add(file);
}

/** A file's facts where the ledger does not have them yet. */
function pageOf({ unstored }: ExtractResult, { factsKey }: ReadFile): Pick<FileInput, "page"> {
  const page = unstored.get(factsKey);
  return page === undefined ? {} : { page };
}

/** What is recorded of files that were read, beside their facts. */
interface Reading {
  readonly scanStartMs: number;
  readonly marker: FileMarker | undefined;
}

/** What a refresh works from. */
interface Inputs {
  readonly discovery: Discovery;
  readonly plan: RefreshPlan;
  readonly recorded: Recorded;
  readonly scanStartMs: number;
}

/** The work of one refresh on one update. */
class Refresh {
  private readonly changes: DraftChanges;
  private readonly configs: ConfigReader;

  constructor(
    private readonly context: RefreshContext,
    private readonly options: RefreshRun,
    private readonly update: LedgerUpdate,
  ) {
    // On a first index every file is linked anyway: no lookup needs comparing.
    const isFirst = context.ledger.latestVersion() === undefined;
    const { comparison, onFault, rootPath, readConfigText, pool } = context;
    this.configs = new ConfigReader({ rootPath, readConfigText, onFault, blobHash: pool.blobHash });
    this.changes = new DraftChanges(update, {
      compares: !isFirst,
      comparison,
      onFault: (path, error) => onFault?.(faultOf("comparing lookups", path, error)),
    });
  }

  async run(inputs: Inputs): Promise<Outcome> {
    const { signal, onProgress } = this.options;
    const { plan } = inputs;
    const { handles, refused, ...counts } = await this.takeFiles(inputs);
    const files = this.filesToLink(inputs.recorded, handles);
    const { links, faults } = await this.link(files);
    const skipped = this.updateSkipped(inputs, refused, faults);
    signal?.throwIfAborted();
    onProgress?.({ phase: "publish", done: 0, total: 1, doneBytes: 0, totalBytes: 0 });
    const commit = await this.findCommit(files.length + counts.removed > 0 || hasChangedConfigs(plan));
    const { created, version } = this.update.commit({
      nowMs: this.context.now(),
      producer: PRODUCER,
      ...(commit === undefined ? {} : { commit }),
    });
    if (links !== undefined) this.context.links?.putPublished(links, version);
    return { created, ...counts, skipped };
  }

  /** Takes what changed on the disk into the draft. What was read is not kept: of a first index it is as much as the draft. */
  private async takeFiles(inputs: Inputs) {
    const { signal, whenAskedFor, onProgress } = this.options;
    const { ledger, pool, workers } = this.context;
    const { plan, scanStartMs, discovery } = inputs;
    const hasFailed = (file: DiscoveredFile): boolean => isSameContent(file, inputs.recorded.skipped.get(file.path));
    const recognised = await this.recognise(inputs);
    for (const { path, stat } of recognised.same) this.update.touchFile(path, recordableStat(stat, scanStartMs));
    const { rest: files } = recognised;
    const drafted = this.drafted(discovery);
    const task = { files, workers, signal, drafted, whenAskedFor, onProgress, hasFailed };
    const extracting = extractFiles(ledger, pool, task);
    const reading = this.configs.read(plan.configsToRead, signal);
    // A refresh that is cancelled ends when its workers have: neither is left to work on behind it.
    await Promise.allSettled([extracting, reading]);
    const [extracted, configs] = await Promise.all([extracting, reading]);
    this.reportUnread(extracted);
    this.context.ahead?.note(extracted.read.map(({ file }) => file));
    await spare(this.context, "noting contents", () => this.context.onRead?.(extracted.read));
    this.updateConfigs(plan, configs, scanStartMs);
    const marker = fileMarker((path) => this.update.config(path));
    const refused = [...recognised.refused, ...extracted.refused];
    const { handles, ...counts } = await this.updateFiles(plan, { ...extracted, refused }, { scanStartMs, marker });
    if (hasChangedOwnConfig(plan)) for (const file of remarkFiles(this.update, this.changes, marker)) handles.add(file);
    return { handles, ...counts, refused };
  }

  /** A full refresh reads every file. */
  private drafted({ maxFileBytes }: Discovery): ExtractTask["drafted"] {
    const { rootPath, pool, drafted } = this.context;
    if (drafted === undefined || this.options.mode === "full") return undefined;
    return (file) => draftedOutcome(file, { rootPath, maxFileBytes, blobHash: pool.blobHash, drafted });
  }

  /** A full refresh believes of no file that it is the same. */
  private async recognise({ discovery, plan, recorded }: Inputs): Promise<Recognised> {
    const { rootPath, namedContents } = this.context;
    const { maxFileBytes } = discovery;
    const { mode, signal } = this.options;
    if (mode === "full" || recorded.producer !== PRODUCER) return { same: [], refused: [], rest: plan.toRead };
    const known = (path: string) => this.known(path, recorded);
    return recogniseFiles(plan.toRead, { rootPath, maxFileBytes, known, namedContents, signal });
  }

  private known(path: string, recorded: Recorded): KnownFile | undefined {
    const entry = this.entry(path);
    if (entry !== undefined) {
      const { factsKey, flags, stat } = entry;
      return { factsKey, isGenerated: isGeneratedFile(flags), sizeBytes: stat.sizeBytes };
    }
    const skipped = recorded.skipped.get(path);
    return skipped && { factsKey: undefined, sizeBytes: skipped.sizeBytes };
  }

  private filesToLink(recorded: Recorded, changed: Set<FileHandle>): readonly FileHandle[] {
    const { selectFiles = filesToLink } = this.context;
    for (const path of recorded.unlinked) addHandle(this.update, path, changed);
    if (recorded.producer === PRODUCER && !this.changes.isUncertain)
      return selectFiles(this.update, changed, this.changes.lookups);
    return [...this.update.files()].sort((a, b) => a - b);
  }

  /**
   * Links the files; what of the commit follows from facts alone is made ready beside this thread.
   * @returns the session where a later refresh may go on with it: a large one is given up before the commit takes memory
   */
  private async link(
    files: readonly FileHandle[],
  ): Promise<{ readonly links: OpenLinks | undefined; readonly faults: readonly LinkFault[] }> {
    const { update, options, context } = this;
    const { signal, onProgress } = options;
    const packed = update.packAhead();
    const postings = beginPostings(update);
    try {
      const links = (context.links ?? new KeptLinks()).take(update, files, this.linkBase());
      const task = { session: links.session, link: context.link, signal, onProgress };
      const faults = await linkFiles(update, files, task);
      await packed;
      await postings?.take();
      for (const { path, error } of faults) {
        if (isOfProgram(error)) context.onFault?.(faultOf("linking", path, error));
      }
      return { links: isKeepable(links) ? links : undefined, faults };
    } finally {
      await postings?.stop();
    }
  }

  /** @param isLikelyNew whether there will be a new version: stats alone make none */
  private async findCommit(isLikelyNew: boolean): Promise<string | undefined> {
    const { update, context } = this;
    if (!isLikelyNew || context.findCommit === undefined) return undefined;
    const files = Array.from(update.files(), (file) => update.entry(file)).flatMap(({ path, language, factsKey }) =>
      language === "config" ? [] : [{ path, language, factsKey }],
    );
    const configs = new Map(update.configs().map((path) => [path, update.config(path) ?? ""]));
    const { blobs: configBlobs } = this.configs;
    return spare(context, "comparing with git", () => context.findCommit?.({ files, configs, configBlobs }));
  }

  /** The version is asked for after the update began: where another process published in between, it is none that the update knows. */
  private linkBase(): VersionId | undefined {
    return this.changes.isUncertain ? undefined : this.context.ledger.latestVersion()?.id;
  }

  private updateConfigs(plan: RefreshPlan, configs: readonly ReadConfig[], scanStartMs: number): void {
    for (const path of plan.configsRemoved) this.changes.removeConfig(path);
    for (const { path, read } of configs) {
      if (read === undefined) this.changes.removeConfig(path);
      else this.changes.putConfig({ path, text: read.text, stat: recordableStat(read.stat, scanStartMs) });
    }
  }

  private async updateFiles(plan: RefreshPlan, extracted: ExtractResult, { scanStartMs, marker }: Reading) {
    const handles = new Set<FileHandle>();
    let added = 0;
    let changed = 0;
    const leaves = [...plan.removed, ...extracted.gone, ...extracted.refused.map((refused) => refused.path)];
    const gone = leaves.filter((path) => this.changes.removeFile(path));
    const turns = new Turns(this.options.signal);
    for (const read of extracted.read) {
      if (turns.isOver) await turns.next();
      const before = this.entry(read.file.path);
      const stat = recordableStat(read.stat, scanStartMs);
      if (before?.factsKey === read.factsKey) {
        this.update.touchFile(read.file.path, stat);
        continue;
      }
      if (before === undefined) added++;
      else changed++;
      const flags = fileFlags(read.isGenerated, marker?.(read.file.path));
      handles.add(this.putFile(read, { stat, flags, ...pageOf(extracted, read) }));
    }
    return { handles, added, changed, removed: gone.length };
  }

  private entry(path: string) {
    const handle = this.update.file(path);
    return handle === undefined ? undefined : this.update.entry(handle);
  }

  private putFile(
    { file, factsKey, symbolIds }: ReadFile,
    rest: Pick<FileInput, "stat" | "flags" | "page">,
  ): FileHandle {
    return this.changes.putFile({ path: file.path, language: file.language, factsKey, symbolIds, ...rest });
  }

  private reportUnread({ refused }: ExtractResult): void {
    for (const { path, reason, fault } of refused) {
      if (fault !== undefined) this.context.onFault?.({ during: "extraction", path, message: reason, ...fault });
    }
  }

  private updateSkipped(
    { discovery, plan, recorded }: Inputs,
    refused: ExtractResult["refused"],
    faults: readonly LinkFault[],
  ): readonly SkippedFile[] {
    const unread = refused.map(({ path, reason, stat }) => ({ path, reason, stat }));
    const unlinked = faults.map(({ path, error }) => ({ path, reason: unlinkedLine(error) }));
    const all = [...skipList(discovery, plan, recorded), ...unread, ...unlinked, ...this.configs.unread].sort(byPath);
    this.update.setSkipped(all);
    return all;
  }
}

/** Whether the log keeps it: a file that takes more work than it may is no error of the program. */
function isOfProgram(error: unknown): boolean {
  return !(error instanceof WorkLimitError);
}
