/** Input of an update for one file. */
import type { FactLanguage, FileStat } from "@sdl/model";

/** A file as the indexer passes it. */
export interface FileInput {
  /** Repository-relative, with `/` as separator. */
  readonly path: string;
  readonly language: FactLanguage;
  /** Key of the file's facts: 32 hex digits. */
  readonly factsKey: string;
  readonly stat: FileStat;
  /** Two words (high, low) per symbol, by ordinal. */
  readonly symbolIds: Uint32Array;
  /** Bits that the indexer sets and reads, see `FileMark`. A changed value counts as changed content. */
  readonly flags?: number;
  /** The facts page, if `putFacts` was not called with it; the commit then stores it. */
  readonly page?: Uint8Array;
}
