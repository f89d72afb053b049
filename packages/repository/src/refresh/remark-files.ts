/**
 * Gives the files of a draft the marks that the repository's configuration says now. Knows flags; refuses to know what they mean.
 * Invariant: the marks of a file follow from its path and the configuration of its version alone.
 */
import type { LedgerUpdate } from "@sdl/graph";
import type { FileMarker } from "@sdl/indexer";
import type { FileHandle } from "@sdl/model";
import { fileFlags, isGeneratedFile } from "../discovery/file-rules.js";
import type { DraftChanges } from "./draft-changes.js";

/** @param marker absent where nothing is marked @returns the files that have others than before */
export function remarkFiles(
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
