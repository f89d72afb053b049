/** Git's name of a content: what a commit's tree calls a file of these bytes. */
import { createHash } from "node:crypto";

export type BlobHash = "sha1" | "sha256";

/** @returns 40 or 64 hex digits */
export function blobIdOf(bytes: Uint8Array, hash: BlobHash): string {
  return createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
