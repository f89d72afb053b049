/**
 * Discovery with a memory of the last walk: if no directory, and nothing else that decides which files exist, changed
 * since, it returns that walk's files with their current stats, without reading directories or ignore files. Invariant:
 * the result equals that of a walk now.
 */
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
import { CLOCK_TICK_MS } from "./refresh-request.js";

/** Maximum number of files remembered: some ten megabytes. */
const MAX_FILES = 50_000;

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
  /** Stats of everything that decides which files exist. */
  readonly deciding: LastLook;
  /** Whether the manifest at the root changed so recently that another change might not show in its stat. */
  readonly isManifestDoubtful: boolean;
}

/** Remembers the last walk. */
export class KnownTree {
  private walked: RememberedWalk | undefined;

  constructor(private readonly options: KnownTreeOptions) {}

  /** The current files. @throws {WorkspaceError} as {@link discoverFiles} */
  discover(): Discovery {
    const { walked } = this;
    const discovery = walked?.deciding.isSame() === true ? this.withStats(walked) : undefined;
    if (walked === undefined || discovery === undefined) return this.walkAndRemember();
    this.walked = { ...walked, discovery };
    return discovery;
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
    if (deciding !== undefined) this.walked = { discovery, deciding, isManifestDoubtful };
    return discovery;
  }

  /** The remembered files with current stats. @returns `undefined` if a walk would no longer find one of them */
  private withStats({ discovery, isManifestDoubtful }: RememberedWalk): Discovery | undefined {
    const statOf = statsInRoot(this.options.rootPath);
    const files = withCurrentStats(discovery.files, statOf, discovery.maxFileBytes);
    const configs = withCurrentStats(discovery.configs, statOf, discovery.maxFileBytes);
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

/** The files with current stats; unchanged files keep their object. */
function withCurrentStats<File extends FileStat & { readonly path: string }>(
  files: readonly File[],
  statOf: ReturnType<typeof statsInRoot>,
  maxFileBytes: number,
): File[] | undefined {
  const now: File[] = [];
  for (const file of files) {
    const stat = statOf(file.path);
    if (stat === undefined || stat.sizeBytes > maxFileBytes) return undefined;
    now.push(isSameStat(file, stat) ? file : { ...file, ...stat });
  }
  return now;
}
