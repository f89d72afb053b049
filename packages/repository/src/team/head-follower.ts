/**
 * Keeps the index of a repository without a work tree at a remote's head: a refresh imports the version that the head
 * leads to. Every server gives that version the same id, the time at which the head was moved, so that answers of several
 * servers agree.
 */
import type { Ledger } from "@sdl/graph";
import { SdlError, type VersionId } from "@sdl/model";
import type { Head, RemoteStore } from "@sdl/remote";
import type { OnFault } from "../faults.js";
import type { IndexUpdater } from "../opened/repository.js";
import type { FileReason } from "../refresh/explain/file-reason.js";
import type { Freshness, RefreshResult } from "../refresh/refresh-request.js";
import type { FetchOutcome } from "../refresh/separate/refresh-messages.js";
import { runSeparately } from "../refresh/separate/separate-refresh.js";
import { fetchVersion } from "../remote/pull.js";
import { withRemoteErrors } from "../remote/remote-errors.js";
import { requireOwnFiles } from "../version.js";
import { type FollowedHead, readFollowed, writeFollowed } from "./followed-record.js";
import { findServedHead } from "./served-head.js";

/** What to follow, and into which index. */
export interface FollowOptions {
  readonly store: RemoteStore;
  /** Name of the repository at the remote. */
  readonly repository: string;
  /** A branch, or a commit of at least seven digits; `undefined` for the default branch. */
  readonly revision: string | undefined;
  /** Folder of the record of what was followed. */
  readonly directory: string;
  readonly storeDirectory: string;
  /** The store's URL or folder; may hold a password. */
  readonly remote: string;
  readonly onFault: OnFault;
}

/** How an index compares with the head that it follows; `gone`: there is no such head any more. */
export type HeadState = "current" | "behind" | "gone" | "unreachable";

interface SeenHead {
  readonly head: Head | undefined;
  readonly atMs: number;
  readonly fault?: string;
}

/** How often the remote is asked for the head, at most. */
const LOOK_MS = 2000;

/** Follows one head. */
export class HeadFollower implements IndexUpdater {
  private followed: FollowedHead | undefined;
  private seen: SeenHead | undefined;

  constructor(
    private readonly options: FollowOptions,
    private readonly ledger: Ledger,
  ) {
    this.followed = readFollowed(options.directory);
  }

  /** The head that the index is of; `undefined` before the first refresh. */
  current(): FollowedHead | undefined {
    return this.followed;
  }

  /** Compares the index with the head. Asks the remote at most every two seconds. */
  async look(nowMs: number): Promise<HeadState> {
    if (this.seen === undefined || nowMs - this.seen.atMs >= LOOK_MS) this.seen = await this.readSeen(nowMs);
    const { head, fault } = this.seen;
    if (fault !== undefined) return "unreachable";
    if (head === undefined) return "gone";
    return head.manifest === this.followed?.manifest ? "current" : "behind";
  }

  /** Why the remote could not be asked the last time; `undefined` if it could. */
  get fault(): string | undefined {
    return this.seen?.fault;
  }

  /** When the head was moved that the index lacks, in milliseconds since 1970; `undefined` if it lacks none that was seen. */
  missingSinceMs(): number | undefined {
    const head = this.seen?.head;
    return head === undefined || head.manifest === this.followed?.manifest ? undefined : head.movedAtMs;
  }

  /** Imports the version that the head leads to. @throws {SdlError} `repo_not_found` without a head; the remote's errors */
  async refresh(): Promise<RefreshResult> {
    const startedMs = performance.now();
    const head = await this.readHead();
    if (head === undefined) throw notPushed(this.options);
    const { ledger } = this;
    const before = filesOf(ledger);
    const latest = ledger.latestVersion()?.id;
    if (head.manifest !== this.followed?.manifest || latest === undefined) await this.follow(head);
    // The next look may see a head that was moved meanwhile.
    this.seen = undefined;
    return describe({ ledger, before, latest, durationMs: performance.now() - startedMs });
  }

  /** There is no work tree that could differ. */
  async compare(): Promise<Omit<Freshness, "checkedAtMs">> {
    return { staleFiles: 0, staleNames: [] };
  }

  hasCaughtUp(): boolean {
    return false;
  }

  async findCommit(): Promise<string | undefined> {
    return this.ledger.latestVersion()?.commit;
  }

  readCommitAhead(): void {
    // The head names its commit; nothing of git is read.
  }

  explain(paths: readonly string[]): FileReason[] {
    throw new SdlError(
      "policy_denied",
      `nothing says why ${paths[0] ?? "a file"} is indexed: this server has no files`,
    );
  }

  async close(): Promise<void> {
    return; // the store is its opener's
  }

  private async follow(head: Head): Promise<void> {
    const { directory } = this.options;
    const fetched = (await this.fetchSeparately(head)) ?? (await this.fetchHere(head));
    if ("reason" in fetched) throw new SdlError("version_not_found", `${this.options.repository}: ${fetched.reason}`);
    const { name, manifest, movedAtMs } = head;
    this.followed = { name, manifest, movedAtMs, commit: fetched.commit };
    writeFollowed(directory, this.followed);
  }

  /** Other callers' questions would wait for an import in this process. @returns `undefined` if it failed there */
  private async fetchSeparately({ manifest, movedAtMs }: Head): Promise<FetchOutcome | undefined> {
    requireOwnFiles();
    const { storeDirectory, remote, onFault } = this.options;
    const isAskedFor = this.ledger.latestVersion() === undefined;
    const task = { kind: "fetch", storeDirectory, remote, manifest, nowMs: movedAtMs, isAskedFor } as const;
    const fetched = await runSeparately(task, { onFault });
    this.ledger.loadNewestState();
    return fetched;
  }

  private fetchHere({ manifest, movedAtMs }: Head): Promise<FetchOutcome> {
    const { store } = this.options;
    return withRemoteErrors(() => fetchVersion({ store, ledger: this.ledger, nowMs: movedAtMs }, manifest));
  }

  private async readSeen(atMs: number): Promise<SeenHead> {
    try {
      return { head: await this.readHead(), atMs };
    } catch (error) {
      if (!(error instanceof SdlError)) throw error;
      return { head: this.seen?.head, atMs, fault: error.message };
    }
  }

  private readHead(): Promise<Head | undefined> {
    const { store, repository, revision } = this.options;
    return withRemoteErrors(() => findServedHead(store, repository, revision));
  }
}

/** Files of the latest version with the address of their facts. */
function filesOf(ledger: Ledger): ReadonlyMap<string, string> {
  if (ledger.latestVersion() === undefined) return new Map();
  const snapshot = ledger.snapshot();
  try {
    return new Map([...snapshot.fileEntries()].map(({ path, factsKey }) => [path, factsKey]));
  } finally {
    snapshot.close();
  }
}

interface Followed {
  readonly ledger: Ledger;
  readonly before: ReadonlyMap<string, string>;
  readonly latest: VersionId | undefined;
  readonly durationMs: number;
}

function describe({ ledger, before, latest, durationMs }: Followed): RefreshResult {
  const record = ledger.latestVersion();
  if (record === undefined) throw new Error("an import made no version; this is a bug in the ledger");
  const after = filesOf(ledger);
  const added = [...after.keys()].filter((path) => !before.has(path)).length;
  return {
    versionId: record.id,
    created: record.id !== latest,
    changedFiles: [...after].filter(([path, key]) => before.has(path) && before.get(path) !== key).length,
    addedFiles: added,
    removedFiles: before.size - (after.size - added),
    symbols: record.counts.symbols,
    edges: record.counts.edges,
    skipped: [],
    durationMs,
    directories: [],
  };
}

function notPushed({ repository, revision }: FollowOptions): SdlError {
  const what = revision === undefined ? "no index" : `no index of ${JSON.stringify(revision)}`;
  return new SdlError("repo_not_found", `${what} of ${JSON.stringify(repository)} was pushed; push one with: sdl push`);
}
