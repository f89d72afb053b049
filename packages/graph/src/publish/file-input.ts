/** What an update is told of one file. */
import type { FactLanguage, FileStat } from "@sdl/model";

export interface FileInput {
  /** Repository-relative, with `/`. */
  readonly path: string;
  readonly language: FactLanguage;
  /** 32 hex digits: the address of the file's facts. */
  readonly factsKey: string;
  readonly stat: FileStat;
  /** Two words a symbol (high, low), by ordinal. */
  readonly symbolIds: Uint32Array;
  /** Bits that the indexer sets and reads. Another value is another content. */
  readonly flags?: number;
  /** The facts themselves, when `putFacts` was not called with them: they are stored with the commit. */
  readonly page?: Uint8Array;
}
