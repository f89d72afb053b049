/** Blob id: git's hash of a content, as a commit's tree names a file of these bytes. */
import { hash } from "node:crypto";

/** Hash function of a git repository. */
export type BlobHash = "sha1" | "sha256";

/** Computes the blob id. @returns 40 or 64 hex digits */
export function blobIdOf(bytes: Uint8Array, algorithm: BlobHash): string {
  return hash(algorithm, Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]), "hex");
}
