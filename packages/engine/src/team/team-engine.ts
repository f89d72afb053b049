/**
 * The engine as one caller of a team's server sees it: the repositories that its token may read, over the indexes that all
 * callers share.
 * Invariant: every way to a repository passes {@link TeamEngine.entryOf}, which decides before anything is looked up; an
 * unknown repository and one of others give the same error after the same work.
 */
import { join } from "node:path";
import { type KeptValues, SdlError } from "@sdl/model";
import { isStoreFault, type ProgramLog, type Repository } from "@sdl/repository";
import type { QueryEmbedder } from "@sdl/repository/embeddings";
import type { VersionedContents } from "@sdl/repository/source";
import { loadTokenCounter } from "@sdl/slice";
import type { Engine, FoundNames, NameSearch } from "../contract/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { UsageMeter } from "../usage/usage-meter.js";
import type { Principal } from "./access-rules.js";
import { type CachedIndexes, unknownRepository } from "./cached-indexes.js";
import { folderName, parseServedName, type ServedName } from "./served-name.js";
import { notHere, TeamRegistry } from "./team-registry.js";

/** What to search for, and where. */
type NameQuery = Parameters<NameSearch["find"]>[0] & { readonly repositories: readonly string[] };

/** What all callers of a server share. */
export interface SharedByCallers {
  readonly indexes: CachedIndexes;
  /** Folder of the server's own files. */
  readonly home: string;
  /** Folder of audit logs. */
  readonly auditDirectory: string;
  readonly log: ProgramLog;
  readonly queryEmbedder: QueryEmbedder;
  readonly kept: KeptValues;
  readonly ending: AbortSignal;
  now(): number;
  onNotice(text: string): void;
  /** Names of the repositories at the remote, as they were lately. */
  repositories(): readonly string[];
  /** Searches the names of these repositories alone. @throws {SdlError} `invalid_params` if the remote keeps no names */
  searchNames(query: NameQuery): Promise<FoundNames>;
  /** Records that a caller was refused a repository. */
  deny(principal: Principal, repoId: string): Promise<void>;
}

/** One caller's view. */
export class TeamEngine implements Engine {
  readonly registry: TeamRegistry;
  readonly usage: UsageMeter;
  readonly storeDirectory = undefined;
  readonly indexesByItself = false;
  readonly leftBehind: readonly string[] = [];
  private listed: { readonly names: readonly string[]; readonly entries: readonly RegistryEntry[] } | undefined;

  constructor(
    private readonly shared: SharedByCallers,
    private readonly principal: Principal,
  ) {
    this.registry = new TeamRegistry(() => this.readable());
    this.usage = new UsageMeter(shared.now(), { loadTokenCounter, repositoryOf: (repoId) => repoId ?? "" });
  }

  /** No repository lies there: paths of callers are relative to a repository's root. */
  get cwd(): string {
    return this.shared.home;
  }

  get home(): string {
    return this.shared.home;
  }

  get cacheDirectory(): string {
    return join(this.shared.home, "cache");
  }

  get log(): ProgramLog {
    return this.shared.log;
  }

  get queryEmbedder(): QueryEmbedder {
    return this.shared.queryEmbedder;
  }

  get kept(): KeptValues {
    return this.shared.kept;
  }

  get ending(): AbortSignal {
    return this.shared.ending;
  }

  now(): number {
    return this.shared.now();
  }

  showNotice(text: string): void {
    this.shared.onNotice(text);
  }

  resolve(repoId: string | undefined): RegistryEntry {
    const wanted = this.wanted(repoId);
    const entry = this.entryOf(wanted);
    if (entry !== undefined) return entry;
    void this.shared.deny(this.principal, wanted);
    throw unknownRepository(wanted);
  }

  async find(repoId: string | undefined): Promise<RegistryEntry> {
    const wanted = this.wanted(repoId);
    const entry = this.entryOf(wanted);
    if (entry !== undefined) return entry;
    await this.shared.deny(this.principal, wanted);
    throw unknownRepository(wanted);
  }

  searchOf(repoId: string | undefined): NameSearch | undefined {
    const entries = this.readable();
    if (repoId !== undefined || entries.length < 2) return undefined;
    const repositories = entries.map((entry) => entry.repoId);
    return { find: (query) => this.shared.searchNames({ ...query, repositories }) };
  }

  servedNames(): readonly string[] {
    return this.readable().map(({ repoId }) => repoId);
  }

  remoteOf(): undefined {
    return undefined;
  }

  noteQuery(): void {
    return; // nothing is watched
  }

  async open({ repoId }: RegistryEntry): Promise<Repository> {
    return this.shared.indexes.open(repoId, await this.nameOf(repoId));
  }

  async openIfHere(entry: RegistryEntry): Promise<Repository | undefined> {
    return this.shared.indexes.isHere(entry.repoId) ? this.open(entry) : undefined;
  }

  async versionedContents(entry: RegistryEntry): Promise<VersionedContents | undefined> {
    const repository = await this.open(entry);
    const { contents } = repository.served ?? {};
    return contents && { contents, version: repository.latestVersion() };
  }

  async compareIndexed(): Promise<void> {
    return; // what is asked for is opened then
  }

  async register(): Promise<never> {
    throw notHere();
  }

  async unregister(): Promise<never> {
    throw notHere();
  }

  async deleteIndex(): Promise<never> {
    throw notHere();
  }

  async examineRepository(): Promise<void> {
    return; // a damaged index is fetched again
  }

  /** A damaged index is fetched again. */
  releaseOnFault<T>(call: () => Promise<T>): Promise<T> {
    const { indexes } = this.shared;
    return indexes.during(async () => {
      try {
        return await call();
      } catch (error) {
        if (this.ending.aborted || !isStoreFault(error)) throw error;
        await indexes.removeSuspects();
        return await call();
      }
    });
  }

  storePath({ repoId }: RegistryEntry): string {
    return join(this.shared.indexes.directoryOf(repoId), "store");
  }

  /** Folders of the server say nothing to a caller, and are none of its business. */
  shownPlaces({ repoId }: RegistryEntry): { readonly rootPath: string } {
    return { rootPath: parseServedName(repoId)?.repository ?? repoId };
  }

  auditDirectory({ repoId }: RegistryEntry): string {
    return join(this.shared.auditDirectory, folderName(repoId));
  }

  /** The server closes what callers share. */
  async close(): Promise<void> {
    return;
  }

  /** @throws {SdlError} `invalid_params` if a call names no repository and the caller may read several */
  private wanted(repoId: string | undefined): string {
    if (repoId !== undefined) return repoId;
    const [only, second] = this.readable();
    if (only !== undefined && second === undefined) return only.repoId;
    const text = "repoId: this server has several repositories, or none that you may read; pass one, as owner/name";
    throw new SdlError("invalid_params", text, {
      nextBestAction: { tool: "sdl.repo.list", args: {}, rationale: "shows the repositories that you may read" },
    });
  }

  /** The entry of a repository that the caller may read, whether or not it exists; `undefined` for any other. */
  private entryOf(repoId: string): RegistryEntry | undefined {
    const name = parseServedName(repoId);
    if (name === undefined || !this.principal.mayRead(name.repository)) return undefined;
    return { repoId, rootPath: join(this.shared.indexes.directoryOf(repoId), "tree"), settings: {} };
  }

  /** Entries are made here alone; the rules may have changed since. */
  private async nameOf(repoId: string): Promise<ServedName> {
    const name = parseServedName(repoId);
    if (name !== undefined && this.principal.mayRead(name.repository)) return name;
    await this.shared.deny(this.principal, repoId);
    throw unknownRepository(repoId);
  }

  private readable(): readonly RegistryEntry[] {
    const names = this.shared.repositories();
    if (this.listed?.names !== names)
      this.listed = { names, entries: names.flatMap((name) => this.entryOf(name) ?? []) };
    return this.listed.entries;
  }
}
