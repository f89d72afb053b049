/**
 * The repositories that a user has registered, by name and root folder. Knows no index.
 * Invariants: one entry per root folder and per name; every change reads the file again under a lock, so that concurrent changes of processes are
 * not lost.
 */
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { SdlError } from "@sdl/model";
import { type RepositorySettings, withFileLock } from "@sdl/repository";
import { type PolicyPatch, patchPolicy } from "./policy.js";
import { changeRegistry, loadRegistry, type RegistryEntry } from "./registry-file.js";

/** A repository to register or update. */
export interface RegisterRequest {
  readonly repoId?: string | undefined;
  /** Absolute path of an existing folder. */
  readonly rootPath: string;
  readonly storeDirectory?: string | undefined;
  /** Absent settings keep their values. */
  readonly settings: RepositorySettings;
}

/** The entry, and whether it is new. */
export interface RegisterResult {
  readonly entry: RegistryEntry;
  readonly created: boolean;
}

/** Cache of the last lookup: the repository that contains a folder. */
interface LastLookup {
  readonly folder: string;
  readonly entries: readonly RegistryEntry[];
  readonly best: RegistryEntry | undefined;
}

/** The registered repositories as actions see them. */
export type Registry = Pick<RepositoryRegistry, keyof RepositoryRegistry>;

/** Reads and changes the user's registry file. */
export class RepositoryRegistry {
  readonly path: string;
  private latestWarnings: readonly string[] = [];
  /** Why the registry cannot be read. */
  private refusal: SdlError | undefined;
  private known: { readonly stamp: string; readonly entries: readonly RegistryEntry[] } | undefined;
  private found: LastLookup | undefined;

  constructor(
    home: string,
    private readonly now: () => number,
    /** Whether an entry is visible; no method but `all` reveals other entries. */
    private readonly isShown: (entry: RegistryEntry) => boolean = () => true,
  ) {
    this.path = join(home, "registry.json");
  }

  /** The visible entries, by repoId. Cached until the file changes, because every query calls this. */
  list(): readonly RegistryEntry[] {
    const stamp = fileStamp(this.path);
    if (stamp !== undefined && this.known?.stamp === stamp) return this.known.entries;
    const entries = this.read().filter(this.isShown);
    this.known = stamp === undefined ? undefined : { stamp, entries };
    return entries;
  }

  /** All entries, including hidden ones: for work on all of the user's indexes, whose results no answer names. */
  all(): readonly RegistryEntry[] {
    return this.read();
  }

  private read(): readonly RegistryEntry[] {
    const { entries, warnings, refusal } = loadRegistry(this.path, this.now());
    if (warnings.length > 0) this.latestWarnings = warnings;
    this.refusal = refusal;
    return entries;
  }

  /** Faults of the file, if any. */
  warnings(): readonly string[] {
    return this.latestWarnings;
  }

  /** @throws {SdlError} `invalid_params` for a root that is not a folder, or a name that another folder has */
  async register(request: RegisterRequest): Promise<RegisterResult> {
    const rootPath = requireExistingFolder(request.rootPath);
    const known = this.merge({ ...request, rootPath });
    // Writes nothing if the entry is unchanged, because the user may not be allowed to write.
    if (JSON.stringify(known.entry) === JSON.stringify(known.previous)) return { entry: known.entry, created: false };
    return withFileLock(this.path, () => {
      const { previous, entry } = this.merge({ ...request, rootPath });
      this.change((entries) => [...entries.filter(({ repoId }) => repoId !== previous?.repoId), entry]);
      return { entry, created: previous === undefined };
    });
  }

  private change(change: (entries: readonly RegistryEntry[]) => readonly RegistryEntry[]): void {
    changeRegistry(this.path, this.now(), change);
  }

  private merge(request: RegisterRequest) {
    const entries = this.read();
    const previous = entries.find((entry) => entry.rootPath === request.rootPath);
    const entry = mergeEntry(entries, previous, request);
    requireOwnStore(entries, entry);
    return { entries, previous, entry };
  }

  /** @throws {SdlError} `repo_not_found` */
  async unregister(repoId: string): Promise<RegistryEntry> {
    return withFileLock(this.path, () => {
      const entry = this.get(repoId);
      this.change((entries) => entries.filter((other) => other.repoId !== repoId));
      return entry;
    });
  }

  /** Changes the fields in the patch. @throws {SdlError} `repo_not_found`, `busy` */
  async setPolicy(repoId: string, patch: PolicyPatch): Promise<RegistryEntry> {
    return withFileLock(this.path, () => {
      const previous = this.get(repoId);
      const { policy: _, ...rest } = previous;
      const overrides = patchPolicy(previous.policy, patch);
      const entry = Object.keys(overrides).length === 0 ? rest : { ...rest, policy: overrides };
      this.change((entries) => [...entries.filter((other) => other.repoId !== repoId), entry]);
      return entry;
    });
  }

  /** @throws {SdlError} `policy_denied` and similar codes if the file cannot be read or is a newer program's */
  requireReadable(): void {
    this.list();
    if (this.refusal !== undefined) throw this.refusal;
  }

  /** @throws {SdlError} `repo_not_found` @throws the errors of {@link requireReadable} */
  get(repoId: string): RegistryEntry {
    const entries = this.list();
    const entry = entries.find((candidate) => candidate.repoId === repoId);
    if (entry !== undefined) return entry;
    this.requireReadable();
    throw new SdlError("repo_not_found", `no repository has the name ${JSON.stringify(repoId)}; pass its path`, {
      nextBestAction: { tool: "sdl.repo.list", args: {}, rationale: "shows the registered repositories" },
    });
  }

  /** The repository whose root contains `folder`; the innermost one. Cached until the registry changes. */
  findContaining(folder: string): RegistryEntry | undefined {
    const entries = this.list();
    if (this.found?.folder === folder && this.found.entries === entries) return this.found.best;
    const place = resolveLinks(folder);
    let best: RegistryEntry | undefined;
    for (const entry of entries) {
      if (containsPath(entry.rootPath, place) && entry.rootPath.length > (best?.rootPath.length ?? -1)) best = entry;
    }
    this.found = { folder, entries, best };
    return best;
  }
}

/** Changes whenever the file is replaced. */
function fileStamp(path: string): string | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat && `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  } catch {
    return undefined; // reading the file reports the error
  }
}

function mergeEntry(
  entries: readonly RegistryEntry[],
  previous: RegistryEntry | undefined,
  request: RegisterRequest,
): RegistryEntry {
  const repoId = chooseRepoId(entries, previous, request);
  const storeDirectory = request.storeDirectory ?? previous?.storeDirectory;
  const settings = Object.entries({ ...previous?.settings, ...dropUndefined(request.settings) });
  return {
    repoId,
    rootPath: request.rootPath,
    ...(storeDirectory === undefined ? {} : { storeDirectory }),
    settings: Object.fromEntries(settings),
    ...(previous?.policy === undefined ? {} : { policy: previous.policy }),
  };
}

/** Two repositories in one store would set each other's index aside. @throws {SdlError} `invalid_params` */
function requireOwnStore(entries: readonly RegistryEntry[], entry: RegistryEntry): void {
  if (entry.storeDirectory === undefined) return;
  const place = resolveLinks(entry.storeDirectory);
  for (const other of entries) {
    if (other.rootPath === entry.rootPath || !existsSync(other.rootPath)) continue;
    if (resolveLinks(other.storeDirectory ?? join(other.rootPath, ".sdl")) === place)
      throw storeOfAnother(entry.storeDirectory, other.repoId);
  }
}

/** @param repoId the repository whose index the folder contains */
export function storeOfAnother(directory: string, repoId: string): SdlError {
  const message = `the folder ${directory} contains the index of ${JSON.stringify(repoId)}, and a folder can contain only one index; pass --store with another folder, or leave --store out`;
  return new SdlError("invalid_params", message);
}

function dropUndefined(settings: RepositorySettings): RepositorySettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function chooseRepoId(
  entries: readonly RegistryEntry[],
  previous: RegistryEntry | undefined,
  request: RegisterRequest,
): string {
  const wanted = request.repoId;
  if (previous !== undefined && (wanted === undefined || wanted === previous.repoId)) return previous.repoId;
  if (previous !== undefined) {
    throw new SdlError(
      "invalid_params",
      `${request.rootPath} is already registered as ${JSON.stringify(previous.repoId)}, not ${JSON.stringify(wanted)}; use that name, or unregister the repository with deleteIndex: false first`,
    );
  }
  const taken = new Map(entries.map((entry) => [entry.repoId, entry.rootPath]));
  if (wanted === undefined) return uniqueName(basename(request.rootPath) || "root", taken);
  const owner = taken.get(wanted);
  if (owner === undefined) return wanted;
  throw new SdlError(
    "invalid_params",
    `repoId ${JSON.stringify(wanted)} is already the name of ${owner}; choose another name`,
  );
}

function uniqueName(name: string, taken: ReadonlyMap<string, string>): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

/** False for a text that cannot be a path, such as one that is too long. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function requireExistingFolder(path: string): string {
  if (!isAbsolute(path)) {
    throw new SdlError("invalid_params", `rootPath: received ${JSON.stringify(path)}; pass an absolute path`);
  }
  if (!isFolder(path)) {
    throw new SdlError("invalid_params", `rootPath: ${path} is not a readable folder; pass an existing one`);
  }
  return realpathSync(path);
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // missing or unreadable: compared as written
  }
}

/** Whether a path is a folder or inside it; both absolute. */
export function containsPath(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}
