/**
 * What a memory is: something worth knowing about some symbols, kept beside the code as a Markdown file. Knows no file system and no
 * graph.
 */
import type { SymbolId } from "@sdl/model";
import type { FileMark } from "./file-links.js";

export const MEMORY_TYPES = ["decision", "bugfix", "task_context"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** A symbol that a memory is about, as it was when the memory was stored. */
export interface SymbolLink {
  readonly symbolId: SymbolId;
  /** Qualified name and path, for readers of the file and for finding the symbol again after a rename or a move. */
  readonly name?: string;
  readonly file?: string;
  /** Of its syntax; absent when the symbol was not indexed. */
  readonly fingerprint?: string;
}

/** A memory as its file tells it. */
export interface StoredMemory {
  /** 16 hex digits. */
  readonly memoryId: string;
  readonly type: MemoryType;
  /** 1..120 characters. */
  readonly title: string;
  /** 1..50,000 characters, Markdown. */
  readonly content: string;
  readonly tags: readonly string[];
  /** 0..1. */
  readonly confidence: number;
  readonly links: readonly SymbolLink[];
  /** Repository-relative. */
  readonly files: readonly string[];
  /** Of those of the files that were indexed: by what they are found again after a move. */
  readonly fileMarks: readonly FileMark[];
  /** ISO times. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When it was removed; its file stays, marked. */
  readonly deletedAt?: string;
  /** Fields of its front matter that this program does not know, as YAML: a newer program's or a person's. They stay. */
  readonly otherFields?: string;
}

/** Whether it was stored here or came with the repository. */
type MemoryOrigin = "local" | "repository";

/** A memory as clients see it. */
export interface Memory
  extends Pick<
    StoredMemory,
    "memoryId" | "type" | "title" | "content" | "tags" | "confidence" | "createdAt" | "updatedAt"
  > {
  /** Ids of today: a renamed or moved symbol has its new one; one that is gone keeps the old. */
  readonly linkedSymbols: readonly SymbolId[];
  /** Paths of today: a renamed or moved file has its new one; one that is gone keeps the old. */
  readonly linkedFiles: readonly string[];
  /** Whether a linked symbol's syntax is another than when the memory was stored, or the symbol or a linked file is gone. */
  readonly stale: boolean;
  /** The version whose refresh saw it first. */
  readonly staleVersion?: string;
  readonly origin: MemoryOrigin;
  /** Repository-relative. */
  readonly sourceFile?: string;
}

/** A memory that was found for some symbols. */
export interface SurfacedMemory extends Memory {
  /** confidence × 1 / (1 + days / 30) × matched ÷ asked. */
  readonly score: number;
  readonly matchedSymbols: readonly SymbolId[];
}

/** Limits that hold for stored text, wherever it comes from. */
export const MAX_TITLE = 120;
export const MAX_CONTENT = 50_000;
export const MAX_TAGS = 20;
export const MAX_LINKS = 100;
export const DEFAULT_CONFIDENCE = 0.8;
