/** Which files have to be linked again after a change, and linking them without holding up the process. */
import type { LedgerUpdate } from "@sdl/graph";
import { createLinkSession, linkFile } from "@sdl/indexer";
import type { FileHandle } from "@sdl/model";
import type { RefreshProgress } from "../workspace/workspace.js";

/** How long linking keeps the thread before it lets queries and signals through. */
const SLICE_MS = 20;

export interface LinkTask {
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: RefreshProgress) => void) | undefined;
}

/**
 * Files whose links may differ: those that changed, and those that looked up something that did.
 * @param changed handles of files with new facts
 * @param lookups hashes of lookups with another result than before
 */
export function filesToLink(
  update: LedgerUpdate,
  changed: ReadonlySet<FileHandle>,
  lookups: ReadonlySet<number>,
): FileHandle[] {
  const result = new Set(changed);
  if (lookups.size > 0) {
    for (const { file, lookups: recorded } of update.outgoingLookups()) {
      if (!result.has(file) && recorded.some((lookup) => lookups.has(lookup))) result.add(file);
    }
  }
  return [...result].sort((a, b) => a - b);
}

/** @throws the signal's reason */
export async function linkFiles(update: LedgerUpdate, files: readonly FileHandle[], task: LinkTask): Promise<void> {
  const session = createLinkSession(update);
  let sliceStart = performance.now();
  for (const [done, file] of files.entries()) {
    update.setLinks(linkFile(session, file));
    if (performance.now() - sliceStart < SLICE_MS) continue;
    task.onProgress?.({ phase: "link", done: done + 1, total: files.length, doneBytes: 0, totalBytes: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    task.signal?.throwIfAborted();
    sliceStart = performance.now();
  }
}
