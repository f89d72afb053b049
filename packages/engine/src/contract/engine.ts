/** Interface of the engine that actions run on: the registered repositories, each opened on first use. Knows no transport. */
import type { KeptValues } from "@sdl/model";
import type { ProgramLog, RemotePlace, Repository } from "@sdl/repository";
import type { QueryEmbedder } from "@sdl/repository/embeddings";
import type { VersionedContents } from "@sdl/repository/source";
import type { RegisterRequest, RegisterResult, Registry } from "../registry/registry.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import type { UsageMeter } from "../usage/usage-meter.js";

/** A symbol that a search over repositories found. */
export interface NamedSymbol {
  readonly repository: string;
  readonly path: string;
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  /** How it matched: its name is the text, begins with it, or has all terms. */
  readonly match: "name" | "prefix" | "terms";
  /** When the version was pushed that it is of, in milliseconds since 1970. */
  readonly movedAtMs: number;
}

/** A package that a search over repositories found. */
interface NamedPackage {
  readonly repository: string;
  readonly name: string;
  /** Whether the repository provides it; else it depends on it. */
  readonly isProvided: boolean;
  /** The manifest that says so. */
  readonly path: string;
  readonly movedAtMs: number;
}

/** What a search over repositories found: symbols, best first, and packages, those that are provided first. */
export interface FoundNames {
  readonly symbols: readonly NamedSymbol[];
  readonly packages: readonly NamedPackage[];
}

/** Searches names over all repositories that the caller may read. */
export interface NameSearch {
  /** @throws {SdlError} `invalid_params` if names are not kept where the repositories are */
  find(query: {
    readonly text: string;
    readonly terms: readonly string[];
    readonly kinds: readonly string[] | undefined;
    readonly packageKeys: readonly string[];
    /** Most symbols. */
    readonly limit: number;
  }): Promise<FoundNames>;
}

/** Resources of actions: repositories, settings, log, clock, and values kept between calls. */
export interface Engine {
  readonly cwd: string;
  readonly home: string;
  readonly storeDirectory: string | undefined;
  /** Folder for the stores of repositories that cannot contain them. */
  readonly cacheDirectory: string;
  readonly registry: Registry;
  /** Log of the program's own errors. */
  readonly log: ProgramLog;
  /** Meter of the tokens sent to this process's clients. */
  readonly usage: UsageMeter;
  /** Embeds queries with the user's sentence model. */
  readonly queryEmbedder: QueryEmbedder;
  /** Cache of values derived from versions, repositories and the engine, shared by all calls. */
  readonly kept: KeptValues;
  /** Fires before the engine is closed, to stop background work. */
  readonly ending: AbortSignal;
  now(): number;
  /** Shows the user a message that belongs to no answer. */
  showNotice(text: string): void;
  /** Whether a query on a folder without an index registers and indexes it. */
  readonly indexesByItself: boolean;
  /**
   * The registered repository that a call refers to: a name, a path, or nothing, which means the working directory.
   * @throws {SdlError} `repo_not_found`, `not_indexed`
   */
  resolve(repoId: string | undefined): RegistryEntry;
  /**
   * Same as {@link resolve}, but registers an unregistered folder.
   * @param isAskedFor whether the call's purpose is indexing: then registers even if queries do not
   * @throws {SdlError} `repo_not_found` if there is nothing to index, `not_indexed` if queries do not register
   */
  find(repoId: string | undefined, isAskedFor?: boolean): Promise<RegistryEntry>;
  /** The search for a call that names no repository; `undefined` if it means one. */
  searchOf(repoId: string | undefined): NameSearch | undefined;
  /** Names of the served repositories, if the user named some; else of the working directory's repository. */
  servedNames(): readonly string[];
  /**
   * The remote of a repository: the named one, else the one that `SDL_REMOTE` names, else the first that was added.
   * @throws {SdlError} `repo_not_found` if there is none of that name
   */
  remoteOf(entry: RegistryEntry, name?: string): RemotePlace | undefined;
  /** A repository's file contents where it has no work tree; `undefined` if they are in its folder. @throws {SdlError} any error of opening */
  versionedContents(entry: RegistryEntry): Promise<VersionedContents | undefined>;
  /** Records that a repository answers a query. */
  noteQuery(entry: RegistryEntry): void;
  /** The repository, opened once. @throws {SdlError} any error of opening */
  open(entry: RegistryEntry): Promise<Repository>;
  /**
   * Opens ahead of the first call the served repositories, or the working directory's, if they have a store, and later the token counter that
   * slices need. Never throws: the first call reports the error.
   */
  compareIndexed(): Promise<void>;
  /** Adds a repository or updates its settings; keeps the index. @throws {SdlError} `invalid_params` */
  register(request: RegisterRequest): Promise<RegisterResult>;
  /** Unregisters a repository. @returns whether an index was deleted @throws {SdlError} `repo_not_found`, `busy` */
  unregister(repoId: string, deleteIndex: boolean): Promise<boolean>;
  /**
   * Runs a call. If a store fails during the call, reopens the store (a damaged one is set aside and rebuilt) and
   * repeats the call once.
   * @throws any error of `call`
   */
  releaseOnFault<T>(call: () => Promise<T>): Promise<T>;
  /** Examines a repository's whole store, whatever its stamp says. A damaged store is set aside when the repository is opened next. */
  examineRepository(entry: RegistryEntry): Promise<void>;
  /** Deletes a repository's index in any state. @returns whether there was one @throws {SdlError} `policy_denied` */
  deleteIndex(entry: RegistryEntry): Promise<boolean>;
  /** Path of a repository's store, whether or not it exists. */
  storePath(entry: RegistryEntry): string;
  /** What answers name as a repository's places: paths, or its name at a team's remote. */
  shownPlaces(entry: RegistryEntry): { readonly rootPath: string; readonly storePath?: string };
  /** Folder of a repository's audit log. */
  auditDirectory(entry: RegistryEntry): string;
  /** The repository for a list of all; `undefined` if it is not here yet, and opening it would fetch it. @throws {SdlError} any error of opening */
  openIfHere(entry: RegistryEntry): Promise<Repository | undefined>;
  /** Roots of the repositories whose background work was unfinished when the engine was closed: another process may continue it. */
  readonly leftBehind: readonly string[];
  close(): Promise<void>;
}
