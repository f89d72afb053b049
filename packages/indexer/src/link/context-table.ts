/**
 * Cache of the files that linking has read, limited by estimated size: the least recently used files are evicted and
 * read again when needed. Invariant: no context is evicted while a file is linked, so rules may keep references to
 * contexts.
 */
import type { FileHandle } from "@sdl/model";
import type { FileContext } from "./files/file-context.js";

/** Limit of the cached contexts, in bytes: enough for a repository of a million lines. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Estimated size of a context: decoded tables and cached steps take this multiple of the bytes of facts, plus a constant. */
const GROWTH = 6;
const OBJECTS_BYTES = 8 * 1024;

/** Cache of file contexts by handle. */
export class ContextTable {
  /** Contexts by handle: handles are dense. */
  private readonly contexts: (FileContext | undefined)[] = [];
  private sizeBytes = 0;
  /** Whether a context was removed (evicted, or its file changed), or cached steps of one. */
  hasRemoved = false;
  private link = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /** Starts the link of a file. Contexts may be evicted now, and not before the next call. */
  beginLink(): void {
    this.link++;
    if (this.sizeBytes > this.maxBytes) this.sweep();
  }

  find(file: FileHandle): FileContext | undefined {
    const found = this.contexts[file];
    if (found !== undefined) found.usedAt = this.link;
    return found;
  }

  has(file: FileHandle): boolean {
    return this.contexts[file] !== undefined;
  }

  *all(): Iterable<FileContext> {
    for (const context of this.contexts) if (context !== undefined) yield context;
  }

  put(context: FileContext): void {
    this.remove(context.handle);
    context.usedAt = this.link;
    this.contexts[context.handle] = context;
    this.sizeBytes += sizeOf(context);
  }

  remove(file: FileHandle): void {
    const found = this.contexts[file];
    if (found === undefined) return;
    this.contexts[file] = undefined;
    this.hasRemoved = true;
    this.sizeBytes -= sizeOf(found);
  }

  /** Evicts half of the contexts, so that sweeps are rare. */
  private sweep(): void {
    const byUse = this.contexts.filter((context) => context !== undefined).sort((a, b) => a.usedAt - b.usedAt);
    for (const { handle } of byUse) {
      if (this.sizeBytes <= this.maxBytes / 2) return;
      this.remove(handle);
    }
  }
}

function sizeOf({ page }: FileContext): number {
  return OBJECTS_BYTES + page.bytes.length * GROWTH;
}
