/** Whether an editor has written a draft's text to the disk. */
import type { StoredDraft } from "@sdl/graph";
import { DEFAULT_MAX_FILE_BYTES } from "@sdl/indexer";
import { draftedOutcome } from "../refresh/drafted-facts.js";
import type { RepositorySettings } from "../settings.js";
import { kindOfPath } from "./draft-place.js";

/** Whether the facts of a draft are those of its file on disk now. */
export function isWritten(
  { head: { path }, facts }: StoredDraft,
  { rootPath, settings }: { readonly rootPath: string; readonly settings: RepositorySettings },
): boolean {
  const language = kindOfPath(path)?.language;
  if (language === undefined || facts === undefined) return false;
  const { maxFileBytes = DEFAULT_MAX_FILE_BYTES } = settings;
  const options = { rootPath, maxFileBytes, blobHash: undefined, drafted: () => [facts] };
  return draftedOutcome({ path, language }, options) !== undefined;
}
