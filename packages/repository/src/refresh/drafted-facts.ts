/**
 * Facts of saved files whose text was already parsed as a draft, so that it is not parsed again. The address of the
 * facts tells whether they are of the file's exact bytes. Knows bytes and addresses, no drafts.
 */
import type { DraftFacts } from "@sdl/graph";
import {
  type BlobHash,
  blobIdOf,
  type DiscoveredFile,
  type ExtractOutcome,
  factsKeyOf,
  maxBytesOf,
  readFileInRoot,
  symbolIdsOf,
  WorkspaceError,
} from "@sdl/indexer";
import { FactsPage } from "@sdl/model/facts";
import { isGeneratedFile } from "../discovery/file-rules.js";

/** Parsed facts of a file's drafts, by repository-relative path. */
export type DraftedFacts = (path: string) => readonly DraftFacts[];

type FactsSubject = Pick<DiscoveredFile, "path" | "language">;

/** Options of {@link draftedOutcome}. */
export interface DraftedOutcomeOptions {
  readonly rootPath: string;
  readonly maxFileBytes: number;
  readonly blobHash: BlobHash | undefined;
  readonly drafted: DraftedFacts;
}

/**
 * Looks for a draft's facts. @returns `undefined` if none are of the file's current bytes, or the file cannot be read
 */
export function draftedOutcome(file: FactsSubject, options: DraftedOutcomeOptions): ExtractOutcome | undefined {
  const candidates = options.drafted(file.path);
  if (candidates.length === 0) return undefined;
  try {
    const { bytes, stat } = readFileInRoot(options.rootPath, file.path, {
      maxBytes: maxBytesOf(file.path, options.maxFileBytes),
    });
    for (const { key, flags, page } of candidates) {
      const isGenerated = isGeneratedFile(flags);
      if (factsKeyOf(bytes, file, isGenerated) !== key) continue;
      const blobId = options.blobHash && blobIdOf(bytes, options.blobHash);
      const symbolIds = symbolIdsOf(new FactsPage(page), file.path);
      return { status: "facts", key, stat, isGenerated, blobId, page, symbolIds };
    }
  } catch (error) {
    // A worker reports unreadable files.
    if (!(error instanceof WorkspaceError)) throw error;
  }
  return undefined;
}
