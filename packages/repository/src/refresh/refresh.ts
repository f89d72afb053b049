/**
 * Refresh of a ledger: discover, extract, link, publish. Defines the order; each step is in its own module.
 * Invariant: the resulting ledger depends only on the files, not on which of them were extracted or linked now.
 */
import type { FileInput, Ledger, LedgerUpdate } from "@sdl/graph";
import {
  type DiscoveredFile,
  type DiscoverOptions,
  type Discovery,
  discoverFiles,
  type ExtractionPool,
  type FileMarker,
  type linkFile,
  makeFileMarker,
  type readConfigText,
  WorkLimitError,
} from "@sdl/indexer";
import type { FileHandle, SkippedFile, VersionId } from "@sdl/model";
import { byPath } from "@sdl/model/text";
import { discoverOptions, discoverySkips, reportDiscoveryFaults } from "../discovery/discovery.js";
import { fileFlags, isGeneratedFile } from "../discovery/file-rules.js";
import { ConfigReader, type ReadConfig } from "../discovery/read-configs.js";
import { isIsolatedFault, maskedUnlinkedReason, type OnFault } from "../faults.js";
import type { IndexedFiles } from "../git/clean-commit.js";
import { withLateCompilation } from "../machine/late-compilation.js";
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
  LARGE_CHANGE_BYTES,
  planRefresh,
  type RefreshPlan,
  recordableStat,
} from "./plan.js";
import { beginPostings } from "./postings-ahead.js";
import { isNewerProducer, newerIndex, PRODUCER } from "./producer.js";
import type { ReadAhead } from "./read-ahead.js";
import { type KnownFile, type Recognised, type RecogniseTask, recogniseFiles } from "./recognise.js";
import { type Recorded, readRecorded } from "./recorded-files.js";
import type { RefreshResult, RefreshRun } from "./refresh-request.js";
import { updateFileMarks } from "./update-file-marks.js";

/** What a refresh works with. */
export interface RefreshContext {
  readonly rootPath: string;
  readonly ledger: Ledger;
  readonly pool: ExtractionPool;
  readonly settings: RepositorySettings;
  readonly workers: number | undefined;
  readonly now: () => number;
  /** Link sessions, kept between refreshes; if absent, none is reused. */
  readonly links?: KeptLinks;
  /** Files read ahead, kept between refreshes; if absent, no file is read ahead. */
  readonly ahead?: ReadAhead;
  /**
   * Runs a large refresh in another process; if absent, every refresh runs here. @returns `undefined` if it must run here
   */
  readonly separately?: ((run: RefreshRun) => Promise<RefreshResult | undefined>) | undefined;
  /** Returns the parsed facts of editors' drafts. */
  readonly drafted?: DraftedFacts | undefined;
  /** Begins to read what {@link findCommit} needs of git. */
  readonly readCommitAhead?: (version: { readonly isFirst: boolean }) => void;
  /** Finds the commit that equals the update's files, if any. */
  readonly findCommit?: (indexed: IndexedFiles) => Promise<string | undefined>;
  /** See {@link RecogniseTask.namedContents}. */
  readonly namedContents?: RecogniseTask["namedContents"];
  /** Called for every file that was read. */
  readonly onRead?: (read: readonly ReadFile[]) => void;
  /** Called for every fault of the program that affected a file. */
  readonly onFault?: OnFault;
  /** Finds the files; by default a walk. For tests. */
  readonly discover?: typeof discoverFiles;
  /** Checks one configuration file's text; for tests. */
  readonly readConfigText?: typeof readConfigText;
  /** Compares lookups; for tests. */
  readonly comparison?: LookupComparison;
  /** Links one file; for tests. */
  readonly link?: typeof linkFile;
  /** Selects the files to link; the equivalence test removes a rule from it to check that the test would notice. */
  readonly selectFiles?: typeof filesToLink;
}

/** Runs a refresh. @throws {GraphError} from the store @throws the signal's reason; the previous version stays */
export async function refreshLedger(context: RefreshContext, options: RefreshRun): Promise<RefreshResult> {
  if (context.ledger.latestVersion() !== undefined) return refreshFrom(context, options);
  return withLateCompilation(() =>
    refreshFrom(context, options, isLow(options) ? undefined : workersAhead(context.pool, context.workers)),
  );
}

/** Whether a refresh runs at low priority because no caller waits. */
function isLow({ whenAskedFor }: RefreshRun): boolean {
  return whenAskedFor?.aborted === false;
}

/** Runs a refresh. @param onFile called for each source file as soon as it is found */
async function refreshFrom(
  context: RefreshContext,
  options: RefreshRun,
  onFile?: DiscoverOptions["onFile"],
): Promise<RefreshResult> {
  try {
    return await refreshOnce(context, options, onFile);
  } finally {
    // Files read ahead but not used now are of no use to a later refresh.
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
  // Another process that indexed until now may have published in this turn of the event loop.
  context.ledger.loadNewestState();
  const recorded = readRecorded(context.ledger);
  const isKnown = (path: string): boolean => (context.drafted?.(path).length ?? 0) > 0;
  await runOptional(context, "reading ahead", () =>
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
  const isLarge = isLikeFirst(plan, context.ledger);
  const separate = isLarge ? await context.separately?.(options) : undefined;
  if (separate !== undefined) return separate;
  const update = context.ledger.beginUpdate();
  try {
    const refresh = new Refresh(context, options, update);
    const inputs = { discovery, plan, recorded, scanStartMs };
    const work = () => withTightHeap(plan.toRead.length, () => refresh.run(inputs));
    const outcome = await (isLarge ? withLateCompilation(work) : work());
    return describe(context.ledger, outcome, discovery, started);
  } finally {
    update.abandon();
  }
}

/** Whether the work justifies starting threads as for a first index, as after a switch of branches. */
function isLikeFirst({ toRead }: RefreshPlan, ledger: Ledger): boolean {
  const bytes = toRead.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return ledger.latestVersion() !== undefined && bytes > LARGE_CHANGE_BYTES;
}

/** Runs an optional part of a refresh: a fault of the program in it is logged and costs only that part. */
async function runOptional<T>(
  context: RefreshContext,
  during: string,
  part: () => T | Promise<T>,
): Promise<Awaited<T> | undefined> {
  try {
    return await part();
  } catch (error) {
    if (!isIsolatedFault(error)) throw error;
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

/** Files skipped without being read: refused by discovery, or refused by an earlier refresh and unchanged. */
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

/** Counts of a refresh. */
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

/** A file's facts page if the ledger lacks it. */
function pageOf({ unstored }: ExtractResult, { factsKey }: ReadFile): Pick<FileInput, "page"> {
  const page = unstored.get(factsKey);
  return page === undefined ? {} : { page };
}

/** How files that were read are recorded, besides their facts. */
interface Reading {
  readonly scanStartMs: number;
  readonly marker: FileMarker | undefined;
}

/** Input of a refresh. */
interface Inputs {
  readonly discovery: Discovery;
  readonly plan: RefreshPlan;
  readonly recorded: Recorded;
  readonly scanStartMs: number;
}

/** One refresh of one update. */
class Refresh {
  private readonly isFirst: boolean;
  private readonly changes: DraftChanges;
  private readonly configs: ConfigReader;

  constructor(
    private readonly context: RefreshContext,
    private readonly options: RefreshRun,
    private readonly update: LedgerUpdate,
  ) {
    this.isFirst = context.ledger.latestVersion() === undefined;
    const { comparison, onFault, rootPath, readConfigText, pool } = context;
    this.configs = new ConfigReader({ rootPath, readConfigText, onFault, blobHash: pool.blobHash });
    this.changes = new DraftChanges(update, {
      // A first index links every file anyway.
      compares: !this.isFirst,
      comparison,
      onFault: (path, error) => onFault?.(faultOf("comparing lookups", path, error)),
    });
  }

  async run(inputs: Inputs): Promise<Outcome> {
    const { signal, onProgress } = this.options;
    const { plan } = inputs;
    const { handles, refused, ...counts } = await this.applyDiskChanges(inputs);
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

  /** Applies the disk's changes to the draft. The read files are not kept in memory: on a first index they are as large as the draft. */
  private async applyDiskChanges(inputs: Inputs) {
    const { signal, whenAskedFor, onProgress } = this.options;
    const { ledger, pool, workers } = this.context;
    const { plan, scanStartMs, discovery } = inputs;
    const hasFailed = (file: DiscoveredFile): boolean => isSameContent(file, inputs.recorded.skipped.get(file.path));
    const { isFirst } = this;
    const recognised = await this.recognise(inputs);
    if (recognised.rest.length > 0)
      await runOptional(this.context, "reading git ahead", () => this.context.readCommitAhead?.({ isFirst }));
    for (const { path, stat } of recognised.same) this.update.touchFile(path, recordableStat(stat, scanStartMs));
    const { rest: files } = recognised;
    const drafted = this.drafted(discovery);
    const task = { files, workers, signal, drafted, whenAskedFor, onProgress, hasFailed };
    const extracting = extractFiles(ledger, pool, task);
    const reading = this.configs.read(plan.configsToRead, signal);
    // A cancelled refresh waits for its workers, so that none of them continues after it.
    await Promise.allSettled([extracting, reading]);
    const [extracted, configs] = await Promise.all([extracting, reading]);
    this.reportUnread(extracted);
    this.context.ahead?.note(extracted.read.map(({ file }) => file));
    await runOptional(this.context, "noting contents", () => this.context.onRead?.(extracted.read));
    this.updateConfigs(plan, configs, scanStartMs);
    const marker = makeFileMarker((path) => this.update.config(path));
    const refused = [...recognised.refused, ...extracted.refused];
    const { handles, ...counts } = await this.updateFiles(plan, { ...extracted, refused }, { scanStartMs, marker });
    if (hasChangedOwnConfig(plan))
      for (const file of updateFileMarks(this.update, this.changes, marker)) handles.add(file);
    return { handles, ...counts, refused };
  }

  /** Outcomes from drafts, except in a full refresh, which reads every file. */
  private drafted({ maxFileBytes }: Discovery): ExtractTask["drafted"] {
    const { rootPath, pool, drafted } = this.context;
    if (drafted === undefined || this.options.mode === "full") return undefined;
    return (file) => draftedOutcome(file, { rootPath, maxFileBytes, blobHash: pool.blobHash, drafted });
  }

  /** Recognises unchanged files, except in a full refresh. */
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
   * Links the files; meanwhile, the parts of the commit that depend only on facts are prepared in another thread.
   * @returns the session if a later refresh may reuse it: a large one is dropped before the commit takes memory
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

  /** Finds the commit of the files. @param isLikelyNew whether a new version is likely: changed stats alone create none */
  private async findCommit(isLikelyNew: boolean): Promise<string | undefined> {
    const { update, context } = this;
    if (!isLikelyNew || context.findCommit === undefined) return undefined;
    const files = Array.from(update.files(), (file) => update.entry(file)).flatMap(({ path, language, factsKey }) =>
      language === "config" ? [] : [{ path, language, factsKey }],
    );
    const configs = new Map(update.configs().map((path) => [path, update.config(path) ?? ""]));
    const { blobs: configBlobs } = this.configs;
    return runOptional(context, "comparing with git", () => context.findCommit?.({ files, configs, configBlobs }));
  }

  /** Read after the update began: if another process published in between, the versions differ and the session is not reused. */
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
    const unlinked = faults.map(({ path, error }) => ({ path, reason: maskedUnlinkedReason(error) }));
    const all = [...skipList(discovery, plan, recorded), ...unread, ...unlinked, ...this.configs.unread].sort(byPath);
    this.update.setSkipped(all);
    return all;
  }
}

/** Whether an error is the program's and goes to the log: exceeding the work limit of a file is not. */
function isOfProgram(error: unknown): boolean {
  return !(error instanceof WorkLimitError);
}
