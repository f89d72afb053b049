/** Makes the index of a folder that the client opened, and tells how far it is. Never throws: the log says what is wrong. */
import {
  type Engine,
  indexRefresh,
  type RefreshProgress,
  type RegistryEntry,
  shareDone,
  toErrorAnswer,
  watchRepository,
} from "@sdl/engine";

/** How the client is told of work that it did not ask for. */
interface ProgressTeller {
  begin(title: string): ShownProgress;
}

interface ShownProgress {
  report(percent: number, message: string): void;
  done(): void;
}

const SHOWN_AFTER_MS = 500;

export interface PrepareOptions {
  readonly engine: Engine;
  readonly progress: ProgressTeller;
  readonly log: (text: string) => void;
  /** False: files are looked at when a question comes. */
  readonly watches: boolean;
}

/** What holds no source, or is not to be indexed unasked, is no error in an editor. */
const EXPECTED: ReadonlySet<string> = new Set(["repo_not_found", "not_indexed"]);

/** @returns as soon as the repository is known: its index may follow */
export async function prepareIndex(path: string, options: PrepareOptions): Promise<RegistryEntry | undefined> {
  try {
    const entry = await options.engine.find(path);
    void makeIndex(entry, options).catch((error: unknown) => tell(error, options));
    return entry;
  } catch (error) {
    tell(error, options);
    return undefined;
  }
}

async function makeIndex(entry: RegistryEntry, options: PrepareOptions): Promise<void> {
  const { engine, watches, log } = options;
  const { repoId, rootPath } = entry;
  const repository = await engine.open(entry);
  if (!repository.isIndexed()) {
    if (!engine.indexesByItself) return log(`${rootPath} is not indexed; run: sdl index ${rootPath}`);
    const shown = options.progress.begin(`Indexing ${rootPath}`);
    try {
      await indexRefresh.execute({ repoId }, { engine, signal: engine.ending, onProgress: byPercent(shown.report) });
    } finally {
      shown.done();
    }
  }
  if (!watches) return;
  const onRefresh = () => new PatientProgress(() => options.progress.begin(`Indexing changes in ${rootPath}`));
  await watchRepository(engine, repoId, { onNotice: log, onRefresh });
}

/** Tells of a refresh only where it takes long: most are the edit of one file. */
class PatientProgress {
  private readonly startedMs = performance.now();
  private shown: ShownProgress | undefined;
  private readonly tell = byPercent((percent, message) => this.shown?.report(percent, message));

  constructor(private readonly begin: () => ShownProgress) {}

  onProgress(progress: RefreshProgress): void {
    if (this.shown === undefined && performance.now() - this.startedMs < SHOWN_AFTER_MS) return;
    this.shown ??= this.begin();
    this.tell(progress);
  }

  onEnd(): void {
    this.shown?.done();
  }
}

function tell(error: unknown, { engine, log }: PrepareOptions): void {
  if (engine.ending.aborted) return;
  const { code, message } = toErrorAnswer(error, engine.log);
  log(EXPECTED.has(code) ? `No index: ${message}` : message);
}

/** One message a percent, however many files there are. */
function byPercent(report: (percent: number, message: string) => void): (progress: RefreshProgress) => void {
  let told = -1;
  return (progress) => {
    const percent = progress.phase === "work" ? told : Math.floor(shareDone(progress) * 100);
    if (percent <= told) return;
    told = percent;
    report(percent, progress.message ?? `${progress.phase} ${progress.done}/${progress.total}`);
  };
}
