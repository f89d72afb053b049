/**
 * Discovery that remembers the last walk: where no directory changed since, and nothing else that decides which files there are, they are those of
 * then with their stats of now, and neither a directory nor an ignore file is read again.
 * Invariant: the result is that of a walk now.
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

/** Some ten megabytes. */
const MAX_FILES = 50_000;

export interface KnownTreeOptions {
  /** Absolute path of the repository's root folder. */
  readonly rootPath: string;
  readonly discover: DiscoverOptions;
  readonly now: () => number;
  /** Walks the tree; tests count it. */
  readonly walk?: typeof discoverFiles;
}

interface Walked {
  readonly discovery: Discovery;
  /** Of all that decides which files there are. */
  readonly deciding: LastLook;
  /** The manifest at the root changed so lately that the next change might not show in its stat. */
  readonly isManifestDoubtful: boolean;
}

export class KnownTree {
  private walked: Walked | undefined;

  constructor(private readonly options: KnownTreeOptions) {}

  /** @throws {WorkspaceError} as {@link discoverFiles} */
  discover(): Discovery {
    const { rootPath } = this.options;
    const { walked } = this;
    const discovery = walked?.deciding.isSame(rootPath) === true ? this.withStats(walked) : undefined;
    if (walked === undefined || discovery === undefined) return this.walkAndRemember();
    this.walked = { ...walked, discovery };
    return discovery;
  }

  /** Believes nothing of the last walk, and is not remembered: a first index is not kept waiting for further looks. @throws as {@link discover} */
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

  /** @returns `undefined` where a walk would no longer find one of the files */
  private withStats({ discovery, isManifestDoubtful }: Walked): Discovery | undefined {
    const statOf = statsInRoot(this.options.rootPath);
    const files = lookAt(discovery.files, statOf, discovery.maxFileBytes);
    const configs = lookAt(discovery.configs, statOf, discovery.maxFileBytes);
    if (files === undefined || configs === undefined) return undefined;
    const isSame = !isManifestDoubtful && manifestOf(configs) === manifestOf(discovery.configs);
    return isSame || !this.isSteeredByManifest(discovery) ? { ...discovery, files, configs } : undefined;
  }

  /** Manifests change often, and hardly any says what the repository has. */
  private isSteeredByManifest({ config }: Discovery): boolean {
    const { rootPath, discover } = this.options;
    const isNow = (): boolean => ownConfigOf(rootPath, discover).config.source === MANIFEST_FILE;
    return config.source === MANIFEST_FILE || isNow();
  }
}

function manifestOf(configs: Discovery["configs"]) {
  return configs.find(({ path }) => path === MANIFEST_FILE);
}

/** A file whose stat is the same is the same object. */
function lookAt<File extends FileStat & { readonly path: string }>(
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
