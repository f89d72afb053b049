/** What is known of files by the names that git's index has for their contents. Reads none of them. */
import { type BlobHash, type DiscoveredFile, readTrackedFiles } from "@sdl/indexer";
import type { BlobFacts, BlobIndex } from "./blob-index.js";

/** @returns what is known of the content that git says a file has as it is now */
export type NamedContents = (file: DiscoveredFile) => BlobFacts | undefined;

/** @returns `undefined` where git's index cannot be read */
export function namedContents(rootPath: string, hash: BlobHash, blobs: BlobIndex): NamedContents | undefined {
  const tracked = readTrackedFiles(rootPath, hash);
  if (tracked === undefined) return undefined;
  return (file) => {
    const blob = tracked.blobOf(file.path, file);
    return blob === undefined ? undefined : blobs.find(blob, file);
  };
}
