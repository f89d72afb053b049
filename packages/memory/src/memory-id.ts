/** Memory ids and hashes of memories' content. */
import { createHash } from "node:crypto";
import type { StoredMemory } from "./memory.js";

/** Form of a memory id. */
export const MEMORY_ID = /^[0-9a-f]{16}$/;

/** Hash of a memory's content, as hex digits of SHA-256: equal for memories of one repository with equal type, title and content. */
export function contentHash(
  repoId: string,
  { type, title, content }: Pick<StoredMemory, "type" | "title" | "content">,
): string {
  return createHash("sha256")
    .update(JSON.stringify([repoId, type, title, content]))
    .digest("hex");
}

/** Id of a memory from the hash of its first content; unchanged when the memory is edited. */
export function memoryIdFromHash(hash: string): string {
  return hash.slice(0, 16);
}
