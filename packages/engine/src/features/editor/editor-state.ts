/** State of a repository that an editor shows permanently: taken from this process's memory, without disk access. */
import type { Engine } from "../../contract/engine.js";
import type { IndexLag } from "../../query/watched.js";
import type { RegistryEntry } from "../../registry/registry-file.js";
import { watcherLag } from "../watch/watch-repository.js";

/** State of a repository that an editor shows. */
export interface EditorState {
  /** Absent before the first index. */
  readonly index?: {
    readonly version: string;
    readonly files: number;
    readonly symbols: number;
    /** ISO 8601. */
    readonly indexedAt: string;
  };
  readonly lag: IndexLag;
  /** Files whose unsaved text differs from the disk. */
  readonly dirtyFiles: number;
  /** Of these, files whose newest text is not in answers yet. */
  readonly pendingFiles: number;
}

/** @throws {SdlError} any error of opening an index */
export async function editorState(engine: Engine, entry: RegistryEntry): Promise<EditorState> {
  const repository = await engine.open(entry);
  const { dirty, pending } = repository.drafts.status(undefined);
  const state = { lag: watcherLag(engine, entry.repoId), dirtyFiles: dirty, pendingFiles: pending };
  if (!repository.isIndexed()) return state;
  const { version, counts } = repository.snapshot();
  // A version's id is `v` and the time at which it was created, in ms.
  const indexedAt = new Date(Number(version.slice(1))).toISOString();
  return { ...state, index: { version, files: counts.files, symbols: counts.symbols, indexedAt } };
}
