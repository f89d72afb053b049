/**
 * The files that linking has read, bounded by their estimated bytes: those that were asked for longest ago go first, and are read anew
 * when they are asked for again. Knows when, not why, a file is asked for.
 * Invariant: within the link of one file no context goes, so that rules may hold on to what they were given.
 */
import type { FileHandle } from "@sdl/model";
import type { FileContext } from "./files/file-context.js";

/** Contexts of so many bytes stay: what a repository of a million lines needs. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Decoded tables and remembered steps take about so many bytes for each byte of facts, and as many besides. */
const GROWTH = 6;
const OBJECTS_BYTES = 8 * 1024;

export class ContextTable {
  /** By handle: handles are dense. */
  private readonly contexts: (FileContext | undefined)[] = [];
  private sizeBytes = 0;
  /** Whether any context went, for room or because its file changed, or steps of one. */
  hasRemoved = false;
  private link = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /** Starts the link of a file. Contexts may go now, and not until the next one starts. */
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

  /** Half are left: sweeps are then rare. */
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
