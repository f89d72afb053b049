/** Contents of files in a repository without a work tree. */
import { DEFAULT_MAX_FILE_BYTES, maxBytesOf, type SourceRead, type SourceSkip, sourceOf } from "@sdl/indexer";
import type { VersionId } from "@sdl/model";

/** Reads files of versions. */
export interface FileContents {
  /**
   * The bytes of a file as they were in a version.
   * @param path repository-relative
   * @returns `undefined` if the version's commit has no such file
   * @throws {SdlError} `file_not_indexed` if no source can be had, `too_large`
   */
  read(version: VersionId | undefined, path: string, maxBytes: number): Promise<Buffer | undefined>;
}

/** Such bytes have no times: they belong to no file on a disk. */
const NO_STAT = { mtimeMs: 0, ctimeMs: 0, ino: 0 };

/**
 * A file of a version, classified and decoded as a file of a work tree is.
 * @returns `undefined` if the version's commit has no such file
 * @throws {SdlError} as {@link FileContents.read}
 */
export async function readVersionedSource(
  contents: FileContents,
  version: VersionId | undefined,
  path: string,
  maxFileBytes = DEFAULT_MAX_FILE_BYTES,
): Promise<SourceRead | SourceSkip | undefined> {
  const bytes = await contents.read(version, path, maxBytesOf(path, maxFileBytes));
  return bytes && sourceOf({ bytes, stat: { ...NO_STAT, sizeBytes: bytes.length } }, path, maxFileBytes);
}
