/** Memories and feedback of an open repository, each opened on first use. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { removeFileInRoot, writeFileInRoot } from "@sdl/indexer";
import { FeedbackBook, MemoryBook, type ProgramFiles } from "@sdl/memory";
import { SdlError } from "@sdl/model";
import {
  appendOwnFile,
  describeRefusal,
  errorCode,
  type Repository,
  readOwnFile,
  type Snapshot,
  statOwnFile,
} from "@sdl/repository";
import { createMasker } from "@sdl/repository/masking";
import type { Engine } from "../../contract/engine.js";
import { loadSettings } from "../../registry/settings.js";

const OWN_FILES: ProgramFiles = {
  stat: statOwnFile,
  read: (path, maxBytes) => readOwnFile(path, maxBytes).toString("utf8"),
  append: appendOwnFile,
};

class RepositoryMemories {
  readonly book: MemoryBook;

  constructor(repository: Repository, engine: Engine) {
    this.book = openMemories(engine, repository);
  }
}

class RepositoryFeedback {
  readonly book: FeedbackBook;

  constructor({ storeDirectory }: Repository, engine: Engine) {
    this.book = new FeedbackBook(join(storeDirectory, FEEDBACK_FILE), OWN_FILES, () => engine.now());
  }
}

/** The memories of a repository, opened on first use. */
export function memoriesOf(engine: Engine, repository: Repository): MemoryBook {
  return engine.kept.of(repository, RepositoryMemories, engine).book;
}

/** The feedback of a repository, opened on first use. */
export function feedbackOf(engine: Engine, repository: Repository): FeedbackBook {
  return engine.kept.of(repository, RepositoryFeedback, engine).book;
}

/** Whether there may be memories: most repositories have none, and their queries should not pay for reading them. */
export function hasMemories(repository: Repository): boolean {
  return existsSync(join(repository.rootPath, ".sdl-memory"));
}

/** Whether any feedback was recorded, without opening it. */
export function hasFeedback(repository: Repository): boolean {
  return existsSync(join(repository.storeDirectory, FEEDBACK_FILE));
}

/**
 * Run after a refresh: reads the memory files again and records which memories the new version made stale. Does not fail if staleness cannot be
 * recorded.
 */
export function importMemories(engine: Engine, repository: Repository): void {
  if (!hasMemories(repository)) return;
  const book = memoriesOf(engine, repository);
  book.import();
  if (!repository.isIndexed()) return;
  try {
    book.recordStaleness(repository.snapshot());
  } catch {
    return; // The journal is not writable: memories are still marked stale, only without the version since when.
  }
}

/** The graph that memory links are resolved in; `undefined` before the first index. */
export function graphOf(repository: Repository): Snapshot | undefined {
  return repository.isIndexed() ? repository.snapshot() : undefined;
}

/** Runs a write. @throws {SdlError} `busy` and `policy_denied` for file system errors; `path_outside_repo` if a folder is a symbolic link */
export function runWrite<T>(what: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof SdlError || !(error instanceof Error) || !("code" in error)) throw error;
    if (error.name === "WorkspaceError")
      throw new SdlError("path_outside_repo", `${what} was not written: ${error.message}`, { cause: error });
    const refusal = describeRefusal(error, what);
    if (refusal !== undefined) throw refusal;
    const message = `${what} cannot be written (${errorCode(error)}); make its folder writable, then try again`;
    throw new SdlError("busy", message, { cause: error });
  }
}

const FEEDBACK_FILE = join("memory", "feedback.jsonl");

function openMemories(engine: Engine, repository: Repository): MemoryBook {
  const { rootPath } = repository;
  return new MemoryBook({
    repoId: repository.repoId,
    rootPath,
    files: {
      write: (path, text) => void writeFileInRoot(rootPath, path, Buffer.from(text), { makesFolders: true }),
      remove: (path) => removeFileInRoot(rootPath, path),
    },
    ownFiles: OWN_FILES,
    journalPath: join(repository.storeDirectory, "memory", "memories.jsonl"),
    masker: createMasker(),
    adopt: loadSettings(engine.home).settings["memory.adopt"],
    now: () => engine.now(),
  });
}
