/** Memories: notes that are tied to symbols or files, stored next to the code as Markdown files. Knows no file system and no graph. */
import type { SymbolId } from "@sdl/model";
import type { FileFingerprint } from "./file-links.js";

/** Types of memories; each has its own folder. */
export const MEMORY_TYPES = ["decision", "bugfix", "task_context"] as const;
/** One of {@link MEMORY_TYPES}. */
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** Link from a memory to a symbol, in the symbol's state at the time of storing. */
export interface SymbolLink {
  readonly symbolId: SymbolId;
  /** Qualified name and path, for readers of the file and for finding the symbol after a rename or move. */
  readonly name?: string;
  readonly file?: string;
  /** Fingerprint of the symbol's syntax; absent if the symbol was not indexed. */
  readonly fingerprint?: string;
}

/** A memory as stored in its file. */
export interface StoredMemory {
  /** 16 hex digits. */
  readonly memoryId: string;
  readonly type: MemoryType;
  /** Title, 1..120 characters. */
  readonly title: string;
  /** Markdown text, 1..50,000 characters. */
  readonly content: string;
  readonly tags: readonly string[];
  /** Confidence, 0..1. */
  readonly confidence: number;
  readonly links: readonly SymbolLink[];
  /** Repository-relative paths of linked files. */
  readonly files: readonly string[];
  /** Fingerprints of those linked files that were indexed, by which they are found after a move. */
  readonly fileMarks: readonly FileFingerprint[];
  /** ISO times. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** ISO time of the removal; the file remains, marked as removed. */
  readonly deletedAt?: string;
  /** YAML of front matter fields that this program does not know, from a newer program or a person; preserved. */
  readonly otherFields?: string;
}

/** Whether the memory was stored on this machine or came with the repository. */
type MemoryOrigin = "local" | "repository";

/** A memory as clients receive it. */
export interface Memory
  extends Pick<
    StoredMemory,
    "memoryId" | "type" | "title" | "content" | "tags" | "confidence" | "createdAt" | "updatedAt"
  > {
  /** Current ids of linked symbols after renames and moves; the stored id if a symbol no longer exists. */
  readonly linkedSymbols: readonly SymbolId[];
  /** Current paths of linked files after renames and moves; the stored path if a file no longer exists. */
  readonly linkedFiles: readonly string[];
  /**
   * Whether the syntax of a linked symbol has changed since the memory was stored, or a linked symbol or file no longer
   * exists.
   */
  readonly stale: boolean;
  /** The version whose refresh first detected the staleness. */
  readonly staleVersion?: string;
  readonly origin: MemoryOrigin;
  /** Repository-relative path of the memory's file. */
  readonly sourceFile?: string;
}

/** A memory that matches some symbols. */
export interface SurfacedMemory extends Memory {
  /** confidence × 1 / (1 + days / 30) × matched symbols ÷ requested symbols. */
  readonly score: number;
  readonly matchedSymbols: readonly SymbolId[];
}

/** Limits of stored text, enforced for every source. */
export const MAX_TITLE_LENGTH = 120;
/** Limit of a memory's text, in UTF-16 units. */
export const MAX_CONTENT_LENGTH = 50_000;
/** Limit of labels per memory. */
export const MAX_TAGS = 20;
/** Limit of linked symbols per memory, and of linked files. */
export const MAX_LINKS = 100;
/** Confidence of a memory that states none. */
export const DEFAULT_CONFIDENCE = 0.8;
