/** The engine: the registered repositories, each opened on first use and closed at the end. Knows no transport. One engine serves one process. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { siblingStores } from "@sdl/graph";
import { type GraphError, KeptValues, messageOf, SdlError } from "@sdl/model";
import {
  cacheDirectory,
  chooseStorePlace,
  damageText,
  deleteStore,
  describeRefusal,
  type Environment,
  homeDirectory,
  isStoreFault,
  openRepository,
  ProgramLog,
  type RemotePlace,
  type Repository,
  repositoryRoot,
  type StorePlace,
} from "@sdl/repository";
import { loadEmbedder, QueryEmbedder } from "@sdl/repository/embeddings";
import { examineStore, type Suspicion } from "@sdl/repository/soundness";
import { loadTokenCounter } from "@sdl/slice";
import type { Engine } from "../contract/engine.js";
import { notedChanges } from "../query/watched.js";
import { type RegisterRequest, type RegisterResult, RepositoryRegistry, storeOfAnother } from "../registry/registry.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { findRemote } from "../registry/remotes.js";
import { loadChosenModel } from "../registry/sentence-model.js";
import { draftSettings } from "../registry/settings.js";
import { UsageMeter } from "../usage/usage-meter.js";
import { RunningCalls } from "./running-calls.js";
import { ServedRoots } from "./served-roots.js";
import {
  findEntryOfFolder,
  findRootToRegister,
  notRegisteredError,
  resolveTargetFolder,
  type TargetFolder,
  unknownRepositoryError,
} from "./target-repository.js";

/** Where and how an engine works. */
export interface EngineOptions {
  /** The working directory: a call without repoId refers to the repository that contains it. */
  readonly cwd: string;
  readonly env: Environment;
  /** Overrides the store directory of this process's repositories. */
  readonly storeDirectory?: string;
  readonly now?: () => number;
  /** Whether a process of this user died while it had stores open: each store is then examined in full when it is opened. */
  readonly hasCrashed?: boolean;
  /** Whether a query on a folder without an index registers and indexes it. Default true. */
  readonly autoIndex?: boolean;
  /** Roots of the only repositories that calls may refer to; all repositories if absent. */
  readonly roots?: readonly string[];
  /** Called for every repository that answers a query. */
  readonly onQueried?: (repoId: string) => void;
  /** How long a query waits for an index that this process is building, in ms. Default 20000. */
  readonly patienceMs?: number;
  /** Whether the process exits after one answer, see `RepositoryOptions`. */
  readonly answersOnce?: boolean;
  /** Whether the clients are no agents, so that the tokens of answers are not counted: the tokenizer takes memory and time to load. */
  readonly countsNoUsage?: boolean;
  /** Called with messages for the user that belong to no answer. */
  readonly onNotice?: (text: string) => void;
}

/** Number of checks of a store's stamp, and the pause between them in ms: another process updates the stamp shortly after its write. */
const STAMP_LOOKS = 3;
const STAMP_MS = 10;
/** Maximum reopenings of stores during one call; a store that fails again although it was found sound is rebuilt. */
const MAX_REOPENINGS = 2;

/** Delay before the tokenizer's tables are loaded, in ms: loading takes some hundred milliseconds, and the first answers mostly need no slices. */
const TOKENIZER_DELAY_MS = 1500;

/** Creates an engine. Nothing is opened before the first call. */
export function openEngine(options: EngineOptions): Engine {
  return new LazyEngine(options);
}

class LazyEngine implements Engine {
  readonly cwd: string;
  readonly home: string;
  readonly registry: RepositoryRegistry;
  readonly log: ProgramLog;
  readonly usage: UsageMeter;
  readonly queryEmbedder: QueryEmbedder;
  readonly kept = new KeptValues();
  /** Absent if calls may refer to every repository. */
  private readonly served: ServedRoots | undefined;
  private readonly opened = new Map<string, Promise<Repository>>();
  /** Store paths of open repositories, cached because resolving links requires file system access. */
  private readonly places = new Map<string, StorePlace>();
  /** Repositories whose stores are examined when opened, whatever their stamps say. */
  private readonly suspicions = new Map<string, Suspicion>();
  /** Directories of stores that were opened since the crash. */
  private readonly trusted = new Set<string>();
  /** Registrations by queries in progress, by path. */
  private readonly registering = new Map<string, Promise<RegistryEntry>>();
  private readonly calls = new RunningCalls();
  private readonly end = new AbortController();
  leftBehind: readonly string[] = [];
  private warming: NodeJS.Timeout | undefined;

  constructor(private readonly options: EngineOptions) {
    this.cwd = options.cwd;
    this.home = homeDirectory(options.env);
    this.served = options.roots && new ServedRoots(options.roots);
    const { served } = this;
    const isShown = ({ rootPath }: RegistryEntry) => served?.isServedRoot(rootPath) ?? true;
    this.registry = new RepositoryRegistry(this.home, () => this.now(), isShown);
    this.log = new ProgramLog({ home: this.home, now: () => this.now() });
    this.usage = new UsageMeter(this.now(), {
      loadTokenCounter,
      repositoryOf: (repoId) => this.findMeantRepository(repoId),
      isOff: options.countsNoUsage,
    });
    this.queryEmbedder = new QueryEmbedder({
      model: () => loadChosenModel(this.home),
      load: loadEmbedder,
      nowMs: () => this.now(),
    });
  }

  get storeDirectory(): string | undefined {
    return this.options.storeDirectory;
  }

  get cacheDirectory(): string {
    return cacheDirectory(this.options.env);
  }

  /** Shows the user a message that belongs to no answer. */
  showNotice(text: string): void {
    this.options.onNotice?.(text);
  }

  get ending(): AbortSignal {
    return this.end.signal;
  }

  now(): number {
    return (this.options.now ?? Date.now)();
  }

  get indexesByItself(): boolean {
    return this.options.autoIndex !== false;
  }

  resolve(repoId: string | undefined): RegistryEntry {
    const known = this.registeredEntry(repoId);
    if (known !== undefined) return known;
    throw notRegisteredError(this.targetFolder(repoId));
  }

  async find(repoId: string | undefined, isAskedFor = false): Promise<RegistryEntry> {
    const known = this.registeredEntry(repoId);
    if (known !== undefined) return known;
    if (this.served !== undefined) return this.registerOnce(this.served.servedRootOf(repoId, this.registry.list()));
    const meant = this.targetFolder(repoId);
    const root = repositoryRoot(meant.folder) ?? meant.folder;
    const isRestored =
      existsSync(join(root, ".sdl")) || existsSync(chooseStorePlace(root, this.cacheDirectory).directory);
    if (!isAskedFor && !isRestored && !this.indexesByItself) throw notRegisteredError(meant);
    return this.registerOnce(findRootToRegister(meant, (path) => this.hasIndexedSibling(path)));
  }

  private hasIndexedSibling(rootPath: string): boolean {
    return siblingStores(chooseStorePlace(rootPath, this.cacheDirectory).directory).length > 0;
  }

  /** Registers a root only once at a time: a second registration would close what another call has opened meanwhile. */
  private registerOnce(rootPath: string): Promise<RegistryEntry> {
    const under = this.registering.get(rootPath);
    if (under !== undefined) return under;
    const registering = this.register({ rootPath, settings: {} })
      .then(({ entry }) => entry)
      .finally(() => this.registering.delete(rootPath));
    this.registering.set(rootPath, registering);
    return registering;
  }

  servedNames(): readonly string[] {
    if (this.served !== undefined) return this.registry.list().map(({ repoId }) => repoId);
    const implied = this.registeredEntry(undefined);
    return implied === undefined ? [] : [implied.repoId];
  }

  noteQuery(entry: RegistryEntry): void {
    this.options.onQueried?.(entry.repoId);
  }

  /** The registered repository that a call refers to. */
  private registeredEntry(repoId: string | undefined): RegistryEntry | undefined {
    if (this.served !== undefined) {
      const entries = this.registry.list();
      const root = this.served.servedRootOf(repoId, entries);
      return entries.find(({ rootPath }) => rootPath === root);
    }
    const named = this.registry.list().find((entry) => entry.repoId === repoId);
    if (named !== undefined) return named;
    const meant = resolveTargetFolder(this.cwd, repoId);
    return meant === undefined ? undefined : findEntryOfFolder(this.registry, meant.folder);
  }

  /** @throws {SdlError} `repo_not_found` for a name that is not a folder, and any error of the registry */
  private targetFolder(repoId: string | undefined): TargetFolder {
    this.registry.requireReadable();
    const meant = resolveTargetFolder(this.cwd, repoId);
    if (meant === undefined) throw unknownRepositoryError(this.cwd, repoId ?? "");
    return meant;
  }

  async open(entry: RegistryEntry): Promise<Repository> {
    const known = this.opened.get(entry.repoId);
    if (known === undefined) return this.openNow(entry);
    const repository = await known;
    if (repository.isInPlace() && (await isUnchangedByOthers(repository))) return repository;
    // The first of several callers closes the repository.
    if (this.opened.get(entry.repoId) === known) return this.openNow(entry, this.release(entry.repoId));
    return this.open(entry);
  }

  private openNow(entry: RegistryEntry, closing?: Promise<void>): Promise<Repository> {
    // Opening would create the missing folder for its store.
    if (!existsSync(entry.rootPath)) return Promise.reject(missingRootError(entry));
    const opening = this.openAfter(entry, closing);
    this.opened.set(entry.repoId, opening);
    opening.catch(() => {
      if (this.opened.get(entry.repoId) !== opening) return;
      this.opened.delete(entry.repoId);
      this.places.delete(entry.repoId);
    });
    return opening;
  }

  private async openAfter(entry: RegistryEntry, closing: Promise<void> | undefined): Promise<Repository> {
    await closing;
    const { now, patienceMs, answersOnce = false, onNotice, hasCrashed = false } = this.options;
    const place = this.storePlace(entry);
    const { directory, reason } = place;
    for (const [repoId, other] of this.places)
      if (repoId !== entry.repoId && other.directory === directory) throw storeOfAnother(directory, repoId);
    this.places.set(entry.repoId, place);
    const isFirst = hasCrashed && !this.trusted.has(directory);
    const suspicion = this.suspicions.get(entry.repoId) ?? (isFirst ? "suspect" : "none");
    this.suspicions.delete(entry.repoId);
    this.trusted.add(directory);
    return openRepository({
      rootPath: entry.rootPath,
      repoId: entry.repoId,
      settings: entry.settings,
      storeDirectory: directory,
      storeReason: reason,
      suspicion,
      model: () => loadChosenModel(this.home),
      draftSettings: () => draftSettings(this.home),
      remote: () => this.remoteOf(entry),
      answersOnce,
      callsEnd: () => this.calls.allEnded(),
      onFault: (fault) => void this.log.record({ repoId: entry.repoId, ...fault }),
      notedChanges: () => notedChanges(this, entry.repoId),
      now,
      patienceMs,
      onNotice,
    });
  }

  remoteOf({ rootPath }: RegistryEntry, name?: string): RemotePlace | undefined {
    const { env } = this.options;
    return findRemote({ home: this.home, env }, rootPath, name);
  }

  releaseOnFault<T>(call: () => Promise<T>): Promise<T> {
    return this.calls.trackCall(() => this.retryAfterRelease(call));
  }

  private async retryAfterRelease<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        if (this.ending.aborted || attempt > MAX_REOPENINGS || !isStoreFault(error)) throw error;
        if (!(await this.releaseFaulty(error, attempt > 1))) throw error;
      }
    }
  }

  /**
   * @param isRepeated whether the stores were just opened again because of such an error
   * @returns whether any store was released, so that it is opened again on next use
   */
  private async releaseFaulty(error: GraphError, isRepeated: boolean): Promise<boolean> {
    const isDamage = error.code === "STORE_CORRUPT";
    // If several stores are open, which one is damaged is unknown.
    const isCertain = isRepeated && this.opened.size === 1;
    let count = 0;
    for (const [repoId, opening] of [...this.opened]) {
      const repository = await opening.catch(() => undefined);
      if (repository === undefined || (!isDamage && repository.isInPlace())) continue;
      if (isDamage) this.suspicions.set(repoId, isCertain ? { condemned: damageText(error) } : "suspect");
      if (this.opened.get(repoId) === opening) await this.release(repoId);
      count++;
    }
    return count > 0;
  }

  async examineRepository(entry: RegistryEntry): Promise<void> {
    const seen = await examineStore(this.storePath(entry), true);
    if (seen?.verdict !== "damaged") return;
    this.suspicions.set(entry.repoId, { condemned: seen.reasons.join("; ") });
    await this.release(entry.repoId);
  }

  async compareIndexed(): Promise<void> {
    try {
      const entries = this.served === undefined ? [this.resolve(undefined)] : this.registry.list();
      for (const entry of entries) if (existsSync(this.storePath(entry))) (await this.open(entry)).snapshot();
      this.warming = setTimeout(() => void loadTokenCounter(), TOKENIZER_DELAY_MS).unref();
    } catch {
      return;
    }
  }

  async register(request: RegisterRequest): Promise<RegisterResult> {
    this.served?.requireServed(request.rootPath, this.registry.list());
    const storeDirectory = request.storeDirectory ?? this.storeDirectory;
    const result = await this.registry.register({ ...request, storeDirectory });
    // Opened again with the new settings on next use.
    await this.release(result.entry.repoId);
    return result;
  }

  async unregister(repoId: string, deleteIndex: boolean): Promise<boolean> {
    const entry = this.registry.get(repoId);
    await this.release(repoId);
    const deleted = deleteIndex && deleteStore(this.storePath(entry));
    await this.registry.unregister(repoId);
    return deleted;
  }

  /** The repository id for usage counts; never throws, because the call itself may have unregistered the repository. */
  private findMeantRepository(repoId: string | undefined): string {
    try {
      return this.resolve(repoId).repoId;
    } catch {
      return repoId ?? "";
    }
  }

  async deleteIndex(entry: RegistryEntry): Promise<boolean> {
    await this.release(entry.repoId);
    const path = this.storePath(entry);
    try {
      return deleteStore(path);
    } catch (error) {
      const reason = describeRefusal(error, "it")?.message ?? messageOf(error);
      const message = `the index in ${path} cannot be deleted: ${reason}; make the folder writable, or delete it yourself`;
      throw new SdlError("policy_denied", message, { cause: error });
    }
  }

  searchOf(): undefined {
    return undefined;
  }

  async versionedContents(): Promise<undefined> {
    return undefined;
  }

  auditDirectory(entry: RegistryEntry): string {
    return this.storePath(entry);
  }

  openIfHere(entry: RegistryEntry): Promise<Repository> {
    return this.open(entry);
  }

  storePath(entry: RegistryEntry): string {
    return this.storePlace(entry).directory;
  }

  shownPlaces(entry: RegistryEntry): { readonly rootPath: string; readonly storePath: string } {
    return { rootPath: entry.rootPath, storePath: this.storePath(entry) };
  }

  private storePlace(entry: RegistryEntry): StorePlace {
    const chosen = this.storeDirectory ?? entry.storeDirectory;
    if (chosen !== undefined) return { directory: chosen };
    const known = this.places.get(entry.repoId);
    if (known !== undefined) return known;
    return chooseStorePlace(entry.rootPath, this.cacheDirectory);
  }

  private async release(repoId: string): Promise<void> {
    const known = this.opened.get(repoId);
    this.opened.delete(repoId);
    this.places.delete(repoId);
    await (await known)?.close();
  }

  async close(): Promise<void> {
    this.end.abort();
    clearTimeout(this.warming);
    const opened = [...this.opened.values()];
    this.opened.clear();
    const settled = await Promise.allSettled(opened);
    this.leftBehind = settled.flatMap((result) =>
      result.status === "fulfilled" && result.value.isUnfinished() ? [result.value.rootPath] : [],
    );
    await Promise.all(settled.map((result) => (result.status === "fulfilled" ? result.value.close() : undefined)));
  }
}

/**
 * Whether only this program changed an open store. Checks several times, because another process may not have updated the stamp after its own write
 * yet.
 */
async function isUnchangedByOthers(repository: Repository): Promise<boolean> {
  for (let looks = 1; !repository.isAsLeft(); looks++) {
    if (looks === STAMP_LOOKS) return false;
    await sleep(STAMP_MS);
  }
  return true;
}

function missingRootError({ repoId, rootPath }: RegistryEntry): SdlError {
  return new SdlError(
    "repo_not_found",
    `the folder of repository ${JSON.stringify(repoId)} does not exist: ${rootPath}; unregister the repository, or restore the folder`,
    {
      nextBestAction: { tool: "sdl.repo.unregister", args: { repoId }, rationale: "unregisters the repository" },
    },
  );
}
