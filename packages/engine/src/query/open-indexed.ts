/** The repository of a question, opened and indexed: the first question registers it and makes its index. */
import { surveyFolder } from "@sdl/indexer";
import { SdlError } from "@sdl/model";
import { describeNothing, discoverOptions, type Repository } from "@sdl/repository";
import type { ActionContext } from "../contract/action.js";
import type { Engine } from "../contract/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { refreshRepository } from "./refresh-repository.js";

/** Among so many files nearly every repository has a source. */
const FEW_FILES = 1000;

export interface OpenedRepository {
  readonly entry: RegistryEntry;
  readonly repository: Repository;
  /** Whether this call made the index: it knows the files as they were after the call came. */
  readonly isJustIndexed: boolean;
}

/**
 * @throws {SdlError} `repo_not_found` and `not_indexed` where there is nothing to index, or questions do not index; `busy` with how far the
 * index is, where making it takes longer than the caller waits: it goes on
 */
export async function openIndexed(context: ActionContext, repoId: string | undefined): Promise<OpenedRepository> {
  const { engine } = context;
  const entry = await engine.find(repoId);
  const repository = await engine.open(entry);
  const isJustIndexed = await indexFirst(context, entry, repository);
  if (!repository.isIndexed()) throw notIndexed(entry);
  requireContent(entry, repository);
  engine.queried(entry);
  return { entry, repository, isJustIndexed };
}

/** @returns whether it made the index */
async function indexFirst(context: ActionContext, entry: RegistryEntry, repository: Repository): Promise<boolean> {
  const { engine, signal, onProgress } = context;
  if (repository.isIndexed()) return false;
  const first = engine.kept.of(repository, FirstIndex);
  const begins = engine.indexesByItself && !repository.readOnly && first.running === undefined;
  if (begins) {
    if (!repository.isFork()) requireSources(entry);
    first.begin(engine, repository);
  }
  await repository.whenIndexed(signal, onProgress);
  if (repository.isIndexed()) await first.running;
  return begins && repository.isIndexed();
}

/** The index that questions make; it goes on when the question that began it waits no longer. Of one repository. */
class FirstIndex {
  running: Promise<void> | undefined;

  begin(engine: Engine, repository: Repository): void {
    const options = { mode: "incremental", reason: "the first question" } as const;
    // Whoever waits for the index meets what went wrong.
    this.running = refreshRepository({ engine, signal: engine.ending }, repository, options)
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.running = undefined;
      });
  }
}

/** @throws {SdlError} `not_indexed` for an index of nothing, where there is nothing to index */
export function requireContent(entry: RegistryEntry, repository: Repository): void {
  if (repository.snapshot().counts.files === 0) requireSources(entry);
}

/** @throws {SdlError} `not_indexed` for a folder without any file that could be indexed */
export function requireSources({ rootPath, settings }: RegistryEntry): void {
  const options = discoverOptions(settings);
  if (surveyFolder(rootPath, options, FEW_FILES).sources > 0) return;
  const survey = surveyFolder(rootPath, options);
  if (survey.sources > 0) return;
  throw new SdlError("not_indexed", `nothing to index in ${rootPath}: ${describeNothing(survey)}`, {
    hint: "Pass repoId with the path of another folder.",
  });
}

function notIndexed({ rootPath }: RegistryEntry): SdlError {
  return new SdlError("not_indexed", `${rootPath} is not indexed; run: sdl index ${rootPath}`, {
    nextBestAction: {
      tool: "sdl.index.refresh",
      args: { repoId: rootPath, mode: "incremental" },
      rationale: "builds the index; the call that failed then works",
    },
  });
}
