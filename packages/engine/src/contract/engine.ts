/** What actions work on: the registered repositories, each opened at its first use. Knows no transport. */
import type { KeptValues } from "@sdl/model";
import type { ProgramLog, Repository } from "@sdl/repository";
import type { QueryEmbedder } from "@sdl/repository/embeddings";
import type { RegisterRequest, RegisterResult, RepositoryRegistry } from "../registry/registry.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import type { UsageMeter } from "../usage/usage-meter.js";

export interface Engine {
  readonly cwd: string;
  readonly home: string;
  readonly storeDirectory: string | undefined;
  /** Holds the stores of repositories that cannot hold them. */
  readonly cacheDirectory: string;
  readonly registry: RepositoryRegistry;
  /** Of the program's own errors. */
  readonly log: ProgramLog;
  /** What this process's clients were sent. */
  readonly usage: UsageMeter;
  /** Of the user's sentence model. */
  readonly queryEmbedder: QueryEmbedder;
  /** What is computed of versions, repositories and this engine, from call to call. */
  readonly kept: KeptValues;
  /** Fires when the engine is about to be closed: what goes on by itself ends with it. */
  readonly ending: AbortSignal;
  now(): number;
  /** Tells the user at once what concerns no answer. */
  notice(text: string): void;
  /** Whether a question about a folder that nobody indexed indexes it. */
  readonly indexesByItself: boolean;
  /**
   * The registered repository that a call means: a name, a path, or nothing, which means the working directory.
   * @throws {SdlError} `repo_not_found`, `not_indexed`
   */
  resolve(repoId: string | undefined): RegistryEntry;
  /**
   * As {@link resolve}, and registers what nobody registered.
   * @param isAskedFor whether the call is made to index it: then also where questions do not register
   * @throws {SdlError} `repo_not_found` where there is nothing to index, `not_indexed` where questions do not register
   */
  find(repoId: string | undefined, isAskedFor?: boolean): Promise<RegistryEntry>;
  /** Names of the repositories that calls may mean where its user named some, else of the one that the working directory implies. */
  servedNames(): readonly string[];
  /** Notes that a repository answers a query. */
  queried(entry: RegistryEntry): void;
  /** The repository, opened once. @throws {SdlError} what opening throws */
  open(entry: RegistryEntry): Promise<Repository>;
  /**
   * Opens what a call without repoId would mean, or the repositories that are served, if they have a store, ahead of that call, and later what slices need.
   * Never throws: the call says what is wrong.
   */
  warm(): Promise<void>;
  /** Adds a repository or updates its settings; the index stays. @throws {SdlError} `invalid_params` */
  register(request: RegisterRequest): Promise<RegisterResult>;
  /** Forgets a repository. @returns whether an index was deleted @throws {SdlError} `repo_not_found`, `busy` */
  unregister(repoId: string, deleteIndex: boolean): Promise<boolean>;
  /**
   * Runs a call. Where a store failed under it, opens that anew (a damaged one is then set aside and made again) and runs it once more.
   * @throws what `call` throws
   */
  guard<T>(call: () => Promise<T>): Promise<T>;
  /** Looks at all of a repository's store, whatever its stamp says. A damaged one is set aside when the repository is opened next. */
  examine(entry: RegistryEntry): Promise<void>;
  /** Deletes a repository's index, whatever state it is in. @returns whether there was one @throws {SdlError} `policy_denied` */
  deleteIndex(entry: RegistryEntry): Promise<boolean>;
  /** Where a repository's store lies, whether or not there is one. */
  storePath(entry: RegistryEntry): string;
  /** Roots of the repositories whose work this engine left unfinished when it was closed: another process may go on with it. */
  readonly leftBehind: readonly string[];
  close(): Promise<void>;
}
