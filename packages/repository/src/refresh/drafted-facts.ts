/**
 * Facts of files whose text an editor's draft was read from already: what is saved is not read into facts once more. The address says whether they are
 * of the file's very bytes. Knows bytes and addresses; refuses to know drafts.
 */
import type { DraftFacts } from "@sdl/graph";
import {
  type BlobHash,
  blobIdOf,
  type DiscoveredFile,
  type ExtractOutcome,
  factsKeyOf,
  readFileInRoot,
  symbolIdsOf,
  WorkspaceError,
} from "@sdl/indexer";
import { FactsPage } from "@sdl/model/facts";
import { isGeneratedFile } from "../discovery/file-rules.js";

/** What drafts of a file were read into, by repository-relative path. */
export type DraftedFacts = (path: string) => readonly DraftFacts[];

export interface DraftedOutcomeOptions {
  readonly rootPath: string;
  readonly maxFileBytes: number;
  readonly blobHash: BlobHash | undefined;
  readonly drafted: DraftedFacts;
}

/** @returns `undefined` where no draft's facts are of the file as it is now, and where it cannot be read */
export function draftedOutcome(file: DiscoveredFile, options: DraftedOutcomeOptions): ExtractOutcome | undefined {
  const candidates = options.drafted(file.path);
  if (candidates.length === 0) return undefined;
  try {
    const { bytes, stat } = readFileInRoot(options.rootPath, file.path, { maxBytes: options.maxFileBytes });
    for (const { key, flags, page } of candidates) {
      const isGenerated = isGeneratedFile(flags);
      if (factsKeyOf(bytes, file.language, isGenerated) !== key) continue;
      const blobId = options.blobHash && blobIdOf(bytes, options.blobHash);
      const symbolIds = symbolIdsOf(new FactsPage(page), file.path);
      return { status: "facts", key, stat, isGenerated, blobId, page, symbolIds };
    }
  } catch (error) {
    // What cannot be read is a worker's to say.
    if (!(error instanceof WorkspaceError)) throw error;
  }
  return undefined;
}
