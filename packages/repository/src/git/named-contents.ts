/** Facts of files by the blob ids in git's index, without reading the files. */
import { type BlobHash, type DiscoveredFile, readTrackedFiles } from "@sdl/indexer";
import type { BlobFacts, BlobIndex } from "./blob-index.js";

/** Returns the known facts of a file's content, if git's index vouches for the file's current stat. */
export type NamedContents = (file: DiscoveredFile) => BlobFacts | undefined;

/** Builds the lookup. @returns `undefined` if git's index cannot be read */
export function namedContents(rootPath: string, hash: BlobHash, blobs: BlobIndex): NamedContents | undefined {
  const tracked = readTrackedFiles(rootPath, hash);
  if (tracked === undefined) return undefined;
  return (file) => {
    const blob = tracked.blobOf(file.path, file);
    return blob === undefined ? undefined : blobs.find(blob, file);
  };
}
