/** Opens the repository of a query and makes sure it is indexed: the first query registers and indexes it. */
import { surveyFolder } from "@sdl/indexer";
import { SdlError } from "@sdl/model";
import { describeNothing, discoverOptions, type Repository } from "@sdl/repository";
import type { ActionContext } from "../contract/action.js";
import type { Engine } from "../contract/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { refreshRepository } from "./refresh-repository.js";

/** Number of files in the first survey: almost every repository has a source file among these. */
const FEW_FILES = 1000;

/** A repository with an index. */
export interface OpenedRepository {
  readonly entry: RegistryEntry;
  readonly repository: Repository;
  /** Whether this call built the index: then it includes the files as they were after the call arrived. */
  readonly isJustIndexed: boolean;
}

/**
 * @throws {SdlError} `repo_not_found` and `not_indexed` if there is nothing to index, or queries do not index; `busy` with the progress if the
 * caller stops waiting for the first index, which continues
 */
export async function openIndexed(context: ActionContext, repoId: string | undefined): Promise<OpenedRepository> {
  const { engine } = context;
  const entry = await engine.find(repoId);
  const repository = await engine.open(entry);
  const isJustIndexed = await indexFirst(context, entry, repository);
  if (!repository.isIndexed()) throw notIndexedError(entry);
  requireContent(entry, repository);
  engine.noteQuery(entry);
  return { entry, repository, isJustIndexed };
}

/** @returns whether this call built the index */
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

/** The first index, started by a query; it continues when that query stops waiting. One per repository. */
class FirstIndex {
  running: Promise<void> | undefined;

  begin(engine: Engine, repository: Repository): void {
    const options = { mode: "incremental", reason: "the first question" } as const;
    // Errors are ignored here: each query that waits for the index gets the error.
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

/** @throws {SdlError} `not_indexed` if the index is empty and there is nothing to index */
export function requireContent(entry: RegistryEntry, repository: Repository): void {
  if (repository.snapshot().counts.files === 0) requireSources(entry);
}

/** @throws {SdlError} `not_indexed` for a folder without any file that can be indexed */
export function requireSources({ rootPath, settings }: RegistryEntry): void {
  const options = discoverOptions(settings);
  if (surveyFolder(rootPath, options, FEW_FILES).sources > 0) return;
  const survey = surveyFolder(rootPath, options);
  if (survey.sources > 0) return;
  throw new SdlError("not_indexed", `nothing to index in ${rootPath}: ${describeNothing(survey)}`, {
    hint: "Set repoId to the path of another folder.",
  });
}

function notIndexedError({ rootPath }: RegistryEntry): SdlError {
  return new SdlError("not_indexed", `${rootPath} is not indexed; run: sdl index ${rootPath}`, {
    nextBestAction: {
      tool: "sdl.index.refresh",
      args: { repoId: rootPath, mode: "incremental" },
      rationale: "builds the index; the call that failed then works",
    },
  });
}
