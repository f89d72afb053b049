/**
 * File marks of a draft, updated to the repository's current configuration. Knows flags, not their meaning. Invariant:
 * a file's marks depend only on its path and the configuration of its version.
 */
import type { LedgerUpdate } from "@sdl/graph";
import type { FileMarker } from "@sdl/indexer";
import type { FileHandle } from "@sdl/model";
import { fileFlags, isGeneratedFile } from "../discovery/file-rules.js";
import type { DraftChanges } from "./draft-changes.js";

/**
 * Updates the marks. @param marker absent if the configuration marks no files @returns the files whose marks changed
 */
export function updateFileMarks(
  update: LedgerUpdate,
  changes: DraftChanges,
  marker: FileMarker | undefined,
): readonly FileHandle[] {
  return [...update.files()].flatMap((file) => {
    const { path, language, factsKey, stat, flags: before } = update.entry(file);
    const flags = fileFlags(isGeneratedFile(before), marker?.(path));
    if (language === "config" || flags === before) return [];
    return [changes.putFile({ path, language, factsKey, stat, flags, symbolIds: update.symbolIds(file) })];
  });
}
