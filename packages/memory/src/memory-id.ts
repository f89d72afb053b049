/** Identity of memories by what they say. */
import { createHash } from "node:crypto";
import type { StoredMemory } from "./memory.js";

export const MEMORY_ID = /^[0-9a-f]{16}$/;

/** Two memories of one repository that say the same have the same hash: SHA-256 in hex digits. */
export function contentHash(
  repoId: string,
  { type, title, content }: Pick<StoredMemory, "type" | "title" | "content">,
): string {
  return createHash("sha256")
    .update(JSON.stringify([repoId, type, title, content]))
    .digest("hex");
}

/** The id that a memory gets when it is stored first: it stays when the memory is edited. */
export function memoryIdOf(hash: string): string {
  return hash.slice(0, 16);
}
