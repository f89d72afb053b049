/** Indexing of a folder that the client opened, with progress reports. Never throws: errors are reported by the folder's phase and the log. */
import {
  type Engine,
  indexRefresh,
  type RefreshProgress,
  type RegistryEntry,
  shareDone,
  toErrorAnswer,
  watchRepository,
} from "@sdl/engine";
import type { Phase } from "./folder-phases.js";

/** Progress display in the client for work that the user did not request. */
interface ProgressDisplay {
  begin(title: string): ShownProgress;
}

interface ShownProgress {
  report(percent: number, message: string): void;
  done(): void;
}

const SHOWN_AFTER_MS = 500;

/** Engine and callbacks of indexing. */
export interface PrepareOptions {
  readonly engine: Engine;
  readonly progress: ProgressDisplay;
  readonly log: (text: string) => void;
  readonly onPhase: (phase: Phase) => void;
  /** Called when files or the index changed. */
  readonly onIndexActivity: () => void;
  /** Whether repositories are watched. If false, each request checks for changed files. */
  readonly watches: boolean;
  /** Whether the user requested this index; then it is made even if the configuration forbids indexing on the server's own initiative. */
  readonly isRequested: boolean;
}

/** Error codes that are normal in an editor: the folder contains no source, or must not be indexed without a request. */
const EXPECTED_ERROR_CODES: ReadonlySet<string> = new Set(["repo_not_found", "not_indexed"]);

/** @returns the repository as soon as it is known; its index may still be in progress */
export async function prepareIndex(path: string, options: PrepareOptions): Promise<RegistryEntry | undefined> {
  const { engine, isRequested, onPhase } = options;
  onPhase({ kind: "opening" });
  try {
    const entry = await engine.find(path, isRequested);
    void makeIndex(entry, options).catch((error: unknown) => reportIndexError(error, options));
    return entry;
  } catch (error) {
    reportIndexError(error, options);
    return undefined;
  }
}

async function makeIndex(entry: RegistryEntry, options: PrepareOptions): Promise<void> {
  const { engine, watches, log, isRequested, onPhase } = options;
  const { repoId, rootPath } = entry;
  const repository = await engine.open(entry);
  if (!repository.isIndexed()) {
    if (!engine.indexesByItself && !isRequested) {
      onPhase({ kind: "none", reason: `${rootPath} is not indexed` });
      return log(`${rootPath} is not indexed; run: sdl index ${rootPath}`);
    }
    await indexWithProgress(entry, options);
  }
  onPhase({ kind: "ready" });
  if (!watches) return;
  const onRefresh = () => new DelayedProgress(rootPath, options);
  await watchRepository(engine, repoId, { onNotice: log, onRefresh });
}

/**
 * Progress of a refresh that is shown only if it takes long, including time spent waiting for another process: most refreshes cover the edit of one
 * file.
 */
class DelayedProgress {
  private readonly timer = setTimeout(() => this.show(), SHOWN_AFTER_MS).unref();
  private last: RefreshProgress | undefined;
  private shown: ShownProgress | undefined;
  private readonly reportError = byPercent((percent, message) => this.shown?.report(percent, message));

  constructor(
    private readonly rootPath: string,
    private readonly options: PrepareOptions,
  ) {
    options.onIndexActivity();
  }

  onProgress(progress: RefreshProgress): void {
    this.last = progress;
    if (this.shown !== undefined) this.reportError(progress);
  }

  private show(): void {
    this.shown = showWork(`Indexing changes in ${this.rootPath}`, this.options);
    if (this.last !== undefined) this.reportError(this.last);
  }

  onEnd(): void {
    clearTimeout(this.timer);
    this.shown?.done();
    this.options.onIndexActivity();
  }
}

async function indexWithProgress({ repoId, rootPath }: RegistryEntry, options: PrepareOptions): Promise<void> {
  const { engine } = options;
  const shown = showWork(`Indexing ${rootPath}`, options);
  try {
    await indexRefresh.execute({ repoId }, { engine, signal: engine.ending, onProgress: byPercent(shown.report) });
  } finally {
    shown.done();
  }
}

/** Shows work as progress and as the folder's phase. */
function showWork(title: string, { progress, onPhase }: PrepareOptions): ShownProgress {
  const shown = progress.begin(title);
  onPhase({ kind: "indexing", percent: 0, message: "" });
  return {
    report: (percent, message) => {
      shown.report(percent, message);
      onPhase({ kind: "indexing", percent, message });
    },
    done: () => {
      shown.done();
      onPhase({ kind: "ready" });
    },
  };
}

function reportIndexError(error: unknown, { engine, log, onPhase }: PrepareOptions): void {
  if (engine.ending.aborted) return;
  const { code, message } = toErrorAnswer(error, engine.log);
  onPhase({ kind: "none", reason: message });
  log(EXPECTED_ERROR_CODES.has(code) ? `No index: ${message}` : message);
}

/** Limits progress reports to one per percent, however many files there are. */
export function byPercent(report: (percent: number, message: string) => void): (progress: RefreshProgress) => void {
  let told = -1;
  return (progress) => {
    const percent = progress.phase === "work" ? told : Math.floor(shareDone(progress) * 100);
    if (percent <= told) return;
    told = percent;
    report(percent, progress.message ?? `${progress.phase} ${progress.done}/${progress.total}`);
  };
}
