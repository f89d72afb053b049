/**
 * Discovery with a memory of the last walk: if no directory, and nothing else that decides which files exist, changed
 * since, it returns that walk's files with their current stats, without reading directories or ignore files. If a
 * watcher noted every change, only the noted files are looked at. Invariant: the result equals that of a walk now.
 */
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import {
  type DiscoverOptions,
  type Discovery,
  discoverFiles,
  MANIFEST_FILE,
  ownConfigOf,
  statsInRoot,
} from "@sdl/indexer";
import { type FileStat, isSameStat } from "@sdl/model";
import { LastLook } from "./last-look.js";
import type { NotedChanges } from "./noted-changes.js";
import { CLOCK_TICK_MS } from "./refresh-request.js";

/** Maximum number of files remembered: some ten megabytes. */
const MAX_FILES = 50_000;
/** If more paths are noted, other paths than known files are not looked at one by one. */
const FEW_PATHS = 64;

/** Options of {@link KnownTree}. */
export interface KnownTreeOptions {
  /** Absolute path of the repository's root folder. */
  readonly rootPath: string;
  readonly discover: DiscoverOptions;
  readonly now: () => number;
  /** Walks the tree; for tests. */
  readonly walk?: typeof discoverFiles;
}

interface RememberedWalk {
  readonly discovery: Discovery;
  /** Paths of its files and configuration. */
  readonly known: ReadonlySet<string>;
  /** Stats of everything that decides which files exist. */
  readonly deciding: LastLook;
  /** Whether the manifest at the root changed so recently that another change might not show in its stat. */
  readonly isManifestDoubtful: boolean;
}

/** Remembers the last walk. */
export class KnownTree {
  private walked: RememberedWalk | undefined;

  constructor(private readonly options: KnownTreeOptions) {}

  /**
   * The current files. @param noted the changes since the last call, if a watcher noted them
   * @throws {WorkspaceError} as {@link discoverFiles}
   */
  discover(noted?: NotedChanges): Discovery {
    const { walked } = this;
    if (walked === undefined) return this.walkAndRemember();
    const discovery =
      this.withNoted(walked, noted) ?? (walked.deciding.isSame() ? this.withStats(walked, () => true) : undefined);
    if (discovery === undefined) return this.walkAndRemember();
    this.walked = { ...walked, discovery };
    return discovery;
  }

  /**
   * Looks at the changed files without a walk, because another process has walked: the next call of {@link discover}
   * then need not walk. @param noted the changes since the last call, if a watcher noted them; otherwise the last walk is
   * forgotten
   */
  lookAt(noted: NotedChanges | undefined): void {
    const { walked } = this;
    const discovery = walked && this.withNoted(walked, noted);
    this.walked = walked && discovery && { ...walked, discovery };
  }

  /** Walks without using or updating the memory: a first index should not wait for further stats. @throws as {@link discover} */
  walk(onFile?: DiscoverOptions["onFile"]): Discovery {
    const { rootPath, discover, walk = discoverFiles } = this.options;
    this.walked = undefined;
    return walk(rootPath, onFile === undefined ? discover : { ...discover, onFile });
  }

  private walkAndRemember(): Discovery {
    const { rootPath, now } = this.options;
    const startedMs = now();
    const discovery = this.walk();
    const { files, configs, faults } = discovery;
    if (faults.length > 0 || files.length + configs.length > MAX_FILES) return discovery;
    const deciding = LastLook.take(rootPath, { ...discovery, files: [], configs: [] }, startedMs);
    const { mtimeMs = 0 } = manifestOf(configs) ?? {};
    const isManifestDoubtful = mtimeMs >= startedMs - CLOCK_TICK_MS;
    const known = new Set([...files, ...configs].map(({ path }) => path));
    if (deciding !== undefined) this.walked = { discovery, known, deciding, isManifestDoubtful };
    return discovery;
  }

  /** The remembered files with current stats of the noted ones. @returns `undefined` if anything else may have changed */
  private withNoted(walked: RememberedWalk, noted: NotedChanges | undefined): Discovery | undefined {
    if (noted?.isComplete !== true) return undefined;
    const { paths } = noted;
    const { known } = walked;
    for (const path of paths) if (!known.has(path) && !this.isPastTemporaryFile(path, paths, known)) return undefined;
    return this.withStats(walked, (path) => paths.has(path));
  }

  /**
   * Whether a path was a temporary file of a written one, as of an editor that replaces files: its name has that file's
   * name in it, so it decides nothing of the walk.
   */
  private isPastTemporaryFile(path: string, noted: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
    if (noted.size > FEW_PATHS || existsSync(join(this.options.rootPath, path))) return false;
    const isOf = (file: string): boolean =>
      known.has(file) && posix.dirname(file) === posix.dirname(path) && path.includes(posix.basename(file));
    return [...noted].some(isOf);
  }

  /**
   * The remembered files with current stats of those that may have changed. @returns `undefined` if a walk would no
   * longer find one of them
   */
  private withStats(
    { discovery, isManifestDoubtful }: RememberedWalk,
    mayHaveChanged: (path: string) => boolean,
  ): Discovery | undefined {
    const looking = {
      statOf: statsInRoot(this.options.rootPath),
      maxFileBytes: discovery.maxFileBytes,
      mayHaveChanged,
    };
    const files = withCurrentStats(discovery.files, looking);
    const configs = withCurrentStats(discovery.configs, looking);
    if (files === undefined || configs === undefined) return undefined;
    const isSame = !isManifestDoubtful && manifestOf(configs) === manifestOf(discovery.configs);
    return isSame || !this.isSteeredByManifest(discovery) ? { ...discovery, files, configs } : undefined;
  }

  /** Whether the root's manifest has the repository's configuration: manifests change often, and few have it. */
  private isSteeredByManifest({ config }: Discovery): boolean {
    const { rootPath, discover } = this.options;
    const isNow = (): boolean => ownConfigOf(rootPath, discover).config.source === MANIFEST_FILE;
    return config.source === MANIFEST_FILE || isNow();
  }
}

function manifestOf(configs: Discovery["configs"]) {
  return configs.find(({ path }) => path === MANIFEST_FILE);
}

/** How files are looked at. */
interface Looking {
  readonly statOf: ReturnType<typeof statsInRoot>;
  readonly maxFileBytes: number;
  readonly mayHaveChanged: (path: string) => boolean;
}

/** The files with current stats; unchanged files keep their object. */
function withCurrentStats<File extends FileStat & { readonly path: string }>(
  files: readonly File[],
  { statOf, maxFileBytes, mayHaveChanged }: Looking,
): File[] | undefined {
  const now: File[] = [];
  for (const file of files) {
    const stat = mayHaveChanged(file.path) ? statOf(file.path) : file;
    if (stat === undefined || stat.sizeBytes > maxFileBytes) return undefined;
    now.push(isSameStat(file, stat) ? file : { ...file, ...stat });
  }
  return now;
}
