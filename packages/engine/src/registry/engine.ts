/**
 * What the action table works on: the registered repositories, each opened at its first use and closed at the end.
 * Knows no transport. One engine serves one process.
 */
import { existsSync } from "node:fs";
import { SdlError } from "@sdl/model";
import { openWorkspace } from "../workspace/open-lazily.js";
import type { Workspace, WorkspaceOptions } from "../workspace/workspace.js";
import { HeldSnapshot, type Snapshot } from "./held-snapshot.js";
import { type Environment, homeDirectory } from "./home.js";
import { type RegisterRequest, type RegisterResult, RepositoryRegistry } from "./registry.js";
import type { RegistryEntry } from "./registry-file.js";
import { defaultStoreDirectory, deleteStore } from "./store-directory.js";

export interface EngineOptions {
  /** Where the program stands: a call without repoId means the repository that holds this folder. */
  readonly cwd: string;
  readonly env: Environment;
  /** Overrides where the stores of this process's repositories lie. */
  readonly storeDirectory?: string;
  readonly now?: () => number;
}

export interface OpenRepository {
  readonly workspace: Workspace;
  /** The latest version. It ends with the repository; a query closes nothing. @throws {SdlError} `not_indexed` */
  snapshot(): Snapshot;
}

export interface Engine {
  readonly cwd: string;
  readonly home: string;
  readonly storeDirectory: string | undefined;
  readonly registry: RepositoryRegistry;
  now(): number;
  /**
   * The repository that a call means: the named one, else the one that holds the working directory, else the only one.
   * @throws {SdlError} `repo_not_found`
   */
  resolve(repoId: string | undefined): RegistryEntry;
  /** The repository, opened once. @throws {SdlError} what opening throws */
  open(entry: RegistryEntry): Promise<OpenRepository>;
  /**
   * Opens what a call without repoId would mean, if it has a store, ahead of that call, and later what slices need.
   * Never throws: the call says what is wrong.
   */
  warm(): Promise<void>;
  /** Adds a repository or updates its settings; the index stays. @throws {SdlError} `invalid_params` */
  register(request: RegisterRequest): Promise<RegisterResult>;
  /** Forgets a repository. @returns whether an index was deleted @throws {SdlError} `repo_not_found`, `busy` */
  unregister(repoId: string, deleteIndex: boolean): Promise<boolean>;
  /** Where a repository's store lies, whether or not there is one. */
  storePath(entry: RegistryEntry): string;
  close(): Promise<void>;
}

/** The tokenizer's tables take some hundred milliseconds to read; the first answers, which mostly are no slices, come before. */
const TOKENIZER_DELAY_MS = 1500;

export function openEngine(options: EngineOptions): Engine {
  return new LazyEngine(options);
}

class LazyEngine implements Engine {
  readonly cwd: string;
  readonly home: string;
  readonly registry: RepositoryRegistry;
  private readonly opened = new Map<string, Promise<Closable>>();
  private warming: NodeJS.Timeout | undefined;

  constructor(private readonly options: EngineOptions) {
    this.cwd = options.cwd;
    this.home = homeDirectory(options.env);
    this.registry = new RepositoryRegistry(this.home, () => this.now());
  }

  get storeDirectory(): string | undefined {
    return this.options.storeDirectory;
  }

  now(): number {
    return (this.options.now ?? Date.now)();
  }

  resolve(repoId: string | undefined): RegistryEntry {
    if (repoId !== undefined) return this.registry.get(repoId);
    const here = this.registry.findContaining(this.cwd);
    if (here !== undefined) return here;
    const entries = this.registry.list();
    const [only, ...others] = entries;
    if (only !== undefined && others.length === 0) return only;
    throw noImpliedRepository(this.cwd, entries);
  }

  open(entry: RegistryEntry): Promise<OpenRepository> {
    const known = this.opened.get(entry.repoId);
    if (known !== undefined) return known;
    // Opening would make the folder anew for its store.
    if (!existsSync(entry.rootPath)) return Promise.reject(missingRoot(entry));
    const storeDirectory = this.storeDirectory ?? entry.storeDirectory;
    const opening = openRepository({
      rootPath: entry.rootPath,
      repoId: entry.repoId,
      settings: definedSettings(entry),
      ...(storeDirectory === undefined ? {} : { storeDirectory }),
      ...(this.options.now === undefined ? {} : { now: this.options.now }),
    });
    this.opened.set(entry.repoId, opening);
    opening.catch(() => this.opened.delete(entry.repoId));
    return opening;
  }

  async warm(): Promise<void> {
    try {
      const entry = this.resolve(undefined);
      if (existsSync(this.storePath(entry))) (await this.open(entry)).snapshot();
      this.warming = setTimeout(() => void loadTokenizer(), TOKENIZER_DELAY_MS).unref();
    } catch {
      return;
    }
  }

  async register(request: RegisterRequest): Promise<RegisterResult> {
    const storeDirectory = request.storeDirectory ?? this.storeDirectory;
    const result = await this.registry.register({ ...request, storeDirectory });
    // Opened again with the new settings at its next use.
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

  storePath(entry: RegistryEntry): string {
    return this.storeDirectory ?? entry.storeDirectory ?? defaultStoreDirectory(entry.rootPath);
  }

  private async release(repoId: string): Promise<void> {
    const known = this.opened.get(repoId);
    this.opened.delete(repoId);
    await (await known)?.close();
  }

  async close(): Promise<void> {
    clearTimeout(this.warming);
    const opened = [...this.opened.values()];
    this.opened.clear();
    const settled = await Promise.allSettled(opened);
    await Promise.all(settled.map((result) => (result.status === "fulfilled" ? result.value.close() : undefined)));
  }
}

async function loadTokenizer(): Promise<void> {
  const { loadTokenCounter } = await import("@sdl/slice");
  await loadTokenCounter();
}

interface Closable extends OpenRepository {
  close(): Promise<void>;
}

async function openRepository(options: WorkspaceOptions): Promise<Closable> {
  const workspace = await openWorkspace(options);
  const held = new HeldSnapshot(workspace);
  return {
    workspace,
    snapshot: () => held.current(),
    close: async () => {
      held.close();
      await workspace.close();
    },
  };
}

function definedSettings({ settings }: RegistryEntry): NonNullable<WorkspaceOptions["settings"]> {
  return {
    ...(settings.ignore === undefined ? {} : { ignore: settings.ignore }),
    ...(settings.languages === undefined ? {} : { languages: settings.languages }),
    ...(settings.maxFileBytes === undefined ? {} : { maxFileBytes: settings.maxFileBytes }),
    ...(settings.retention === undefined ? {} : { retention: settings.retention }),
  };
}

function missingRoot({ repoId, rootPath }: RegistryEntry): SdlError {
  return new SdlError(
    "repo_not_found",
    `the folder of repository ${JSON.stringify(repoId)} is gone: ${rootPath}; unregister it, or put the folder back`,
    {
      nextBestAction: { tool: "sdl.repo.unregister", args: { repoId }, rationale: "forgets the repository" },
    },
  );
}

function noImpliedRepository(cwd: string, entries: readonly RegistryEntry[]): SdlError {
  if (entries.length === 0) {
    return new SdlError("repo_not_found", "no repository is registered; register one with its root folder", {
      nextBestAction: {
        tool: "sdl.repo.register",
        args: { rootPath: cwd },
        rationale: "registers the working directory; refresh its index afterwards",
      },
    });
  }
  const ids = entries.map((entry) => entry.repoId);
  return new SdlError(
    "repo_not_found",
    `repoId is required: ${cwd} lies in none of the ${ids.length} registered repositories`,
    {
      hint: `Registered: ${ids.slice(0, 20).join(", ")}.`,
      candidates: ids.slice(0, 20),
      nextBestAction: {
        tool: "sdl.repo.list",
        args: {},
        rationale: "shows the registered repositories and their roots",
      },
    },
  );
}
