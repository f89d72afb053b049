/**
 * The indexes that a server has fetched from a team's remote: opened on first use, kept at the remote's heads, removed
 * when they take too much room. Knows no caller: who may read what is decided before.
 *
 * Invariants: an index that a question may still read is neither closed nor removed. Whatever is in the folder can be
 * fetched again.
 */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf, SdlError } from "@sdl/model";
import type { ProgramLog, Repository } from "@sdl/repository";
import { isPushed, openServedRepository, type ServedRepository, type TeamStore } from "@sdl/repository/team";
import { RunningCalls } from "../opened/running-calls.js";
import { RunningQuestions } from "./running-questions.js";
import { folderName, type ServedName } from "./served-name.js";

/** Options of {@link CachedIndexes}. */
export interface CacheOptions {
  readonly store: TeamStore;
  /** The store's URL or folder; may hold a password. */
  readonly remote: string;
  /** Folder of the cached indexes. */
  readonly directory: string;
  readonly maxBytes: number;
  readonly mirrors: string | undefined;
  readonly log: ProgramLog;
  readonly now: () => number;
  readonly onNotice: (text: string) => void;
}

/** Counts since the start, and sizes now. */
export interface CacheState {
  /** Questions that found their index here, and those that had to wait for it to be fetched. */
  readonly hits: number;
  readonly misses: number;
  readonly removed: number;
  readonly bytes: number;
  readonly indexes: number;
  readonly opened: number;
  /** The longest time since a head was moved that its index lacks, in seconds; 0 if none is behind. */
  readonly lagSeconds: number;
}

interface Cached {
  readonly repoId: string;
  readonly directory: string;
  readonly opening: Promise<ServedRepository>;
  lastUse: number;
}

/** How long a question waits for a moved head; after that the index is fetched beside it. */
const FOLLOW_MS = 300;
/** Indexes that are open at once: each maps its files, and keeps what it has read. */
const MAX_OPEN = 64;

/** Opens, follows and removes cached indexes. */
export class CachedIndexes {
  private readonly cached = new Map<string, Cached>();
  /** Indexes that are being closed or removed: who wants one waits. */
  private readonly closing = new Map<string, Promise<void>>();
  private readonly questions = new RunningQuestions();
  private readonly calls = new RunningCalls();
  private hits = 0;
  private misses = 0;
  private removed = 0;

  constructor(private readonly options: CacheOptions) {}

  /** Runs a question: the indexes that it opens stay until it ends. */
  during<T>(question: () => Promise<T>): Promise<T> {
    return this.calls.trackCall(() => this.questions.track(question));
  }

  /**
   * The index of a name, fetched if it is not here, and at the remote's head if that is quick.
   * @throws {SdlError} `repo_not_found` if nothing of that name was pushed; the remote's errors
   */
  async open(repoId: string, name: ServedName): Promise<Repository> {
    const cached = await this.find(repoId, name);
    const served = await cached.opening;
    if (served.repository.isIndexed()) {
      this.hits++;
      await this.follow(cached, served);
    } else {
      this.misses++;
      await this.fetch(cached, served);
    }
    return served.repository;
  }

  /** Whether the index of a name is here. */
  isHere(repoId: string): boolean {
    return this.cached.has(repoId) || existsSync(this.directoryOf(repoId));
  }

  /** Closes and removes the indexes that were used since the oldest running question came: one of them is damaged. */
  async removeSuspects(): Promise<void> {
    for (const cached of [...this.cached.values()])
      if (this.questions.mayUse(cached.lastUse)) await this.remove(cached);
  }

  async state(): Promise<CacheState> {
    const followers = await Promise.all([...this.cached.values()].map(({ opening }) => opening.catch(() => undefined)));
    const nowMs = this.options.now();
    const lags = followers.map((served) => nowMs - (served?.follower.missingSinceMs() ?? nowMs));
    const { hits, misses, removed } = this;
    const folders = this.folders();
    const bytes = folders.reduce((sum, folder) => sum + folder.bytes, 0);
    const lagSeconds = Math.max(0, ...lags) / 1000;
    return { hits, misses, removed, bytes, indexes: folders.length, opened: this.cached.size, lagSeconds };
  }

  directoryOf(repoId: string): string {
    return join(this.options.directory, folderName(repoId));
  }

  async close(): Promise<void> {
    const all = [...this.cached.values()];
    this.cached.clear();
    await Promise.all(all.map(({ opening }) => closeQuietly(opening)));
  }

  /** @throws {SdlError} `repo_not_found` if nothing of that name was pushed: no folder is made for it */
  private async find(repoId: string, name: ServedName): Promise<Cached> {
    await this.closing.get(repoId);
    if (!this.isHere(repoId) && !(await isPushed(this.options.store, name))) throw unknownRepository(repoId);
    const cached = this.cached.get(repoId) ?? this.openNow(repoId, name);
    cached.lastUse = this.questions.tick();
    return cached;
  }

  private openNow(repoId: string, { repository, revision }: ServedName): Cached {
    const { store, remote, mirrors, log, now, onNotice } = this.options;
    const directory = this.directoryOf(repoId);
    const opening = openServedRepository({
      ...{ store, remote, repository, revision, repoId, directory, mirrors, now, onNotice },
      callsEnd: () => this.calls.allEnded(),
      onFault: (fault) => void log.record({ repoId, ...fault }),
    });
    const cached = { repoId, directory, opening, lastUse: this.questions.tick() };
    this.cached.set(repoId, cached);
    opening.catch(() => this.forget(cached));
    return cached;
  }

  private async fetch(cached: Cached, { repository }: ServedRepository): Promise<void> {
    try {
      await repository.refresh({ mode: "incremental", reason: "the first question" });
    } catch (error) {
      if (error instanceof SdlError && !repository.isIndexed()) await this.remove(cached);
      throw error;
    }
    await this.makeRoom();
  }

  /** Follows a moved head, in this question if that is quick. A remote that cannot be reached leaves the index as it is. */
  private async follow(cached: Cached, { repository, follower }: ServedRepository): Promise<void> {
    const state = await follower.look(this.options.now());
    if (state === "current" || state === "unreachable") return;
    if (state === "gone") {
      await this.remove(cached);
      throw unknownRepository(cached.repoId);
    }
    const following = repository
      .refresh({ mode: "incremental", reason: "the head was moved" })
      .then(() => this.makeRoom())
      .catch((error: unknown) => this.options.onNotice(`An index was not brought up to date: ${messageOf(error)}`));
    await Promise.race([following, sleep(FOLLOW_MS, undefined, { ref: false })]);
  }

  /** Closes what is open beyond {@link MAX_OPEN}, then removes indexes until all fit, least recently used first. */
  private async makeRoom(): Promise<void> {
    const unused = () =>
      [...this.cached.values()]
        .filter(({ lastUse }) => !this.questions.mayUse(lastUse))
        .sort((a, b) => a.lastUse - b.lastUse);
    for (const cached of unused().slice(0, Math.max(0, this.cached.size - MAX_OPEN))) await this.closeOne(cached);
    let folders = this.folders();
    const { maxBytes } = this.options;
    const isFull = () => folders.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes;
    const held = new Set([...this.cached.keys(), ...this.closing.keys()].map((repoId) => this.directoryOf(repoId)));
    for (const folder of folders.filter(({ directory }) => !held.has(directory))) {
      if (!isFull()) return;
      this.delete(folder.directory);
      folders = folders.filter(({ directory }) => directory !== folder.directory);
    }
    for (const cached of unused()) {
      if (!isFull()) return;
      await this.remove(cached);
      folders = folders.filter(({ directory }) => directory !== cached.directory);
    }
  }

  private remove(cached: Cached): Promise<void> {
    return this.closeOne(cached, () => this.delete(cached.directory));
  }

  private delete(directory: string): void {
    rmSync(directory, { recursive: true, force: true });
    this.removed++;
  }

  /** Does nothing if another caller closes it. */
  private async closeOne(cached: Cached, then: () => void = () => undefined): Promise<void> {
    const { repoId, opening } = cached;
    if (!this.forget(cached)) return;
    const closing = closeQuietly(opening)
      .then(then)
      .finally(() => this.closing.delete(repoId));
    this.closing.set(repoId, closing);
    await closing;
  }

  private forget(cached: Cached): boolean {
    return this.cached.get(cached.repoId) === cached && this.cached.delete(cached.repoId);
  }

  /** Folders of cached indexes with their sizes, those that were followed longest ago first. */
  private folders(): readonly { readonly directory: string; readonly bytes: number }[] {
    const { directory } = this.options;
    const found = existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : [];
    const sized = found.map((folder) => ({ directory: folder, ...measure(folder) }));
    return sized.sort((a, b) => a.newestMs - b.newestMs);
  }
}

/** The same words whether a repository is unknown or not the caller's to read. */
export function unknownRepository(repoId: string): SdlError {
  return new SdlError("repo_not_found", `this server has no repository ${JSON.stringify(repoId.slice(0, 500))}`, {
    nextBestAction: { tool: "sdl.repo.list", args: {}, rationale: "shows the repositories that you may read" },
  });
}

async function closeQuietly(opening: Promise<ServedRepository>): Promise<void> {
  const served = await opening.catch(() => undefined);
  await served?.repository.close();
}

/** Bytes of a folder's files, and when the newest was changed. Files that come and go meanwhile are left out. */
function measure(folder: string): { readonly bytes: number; readonly newestMs: number } {
  let bytes = 0;
  let newestMs = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const stat = statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    bytes += stat?.size ?? 0;
    newestMs = Math.max(newestMs, stat?.mtimeMs ?? 0);
  }
  return { bytes, newestMs };
}
