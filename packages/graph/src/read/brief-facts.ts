/**
 * Kind and export flag of a file's symbols, one byte per symbol. Walks over a whole version read these, so they inflate no facts page twice and
 * evict no page that cards need. Handles facts pages, not the store.
 */
import { KIND_CODE, SYMBOL_KINDS, SymbolFlag, type SymbolKind } from "@sdl/model";
import { type FactsPage, FILE, SYMBOLS } from "@sdl/model/facts";

const KIND_BITS = 0b0111;
const IS_EXPORT = 0b1000;
/** Estimated size in bytes of an object, a typed array and its buffer. */
const OBJECT_BYTES = 256;

/** Compact facts of one file. */
export class BriefFacts {
  private constructor(
    /** Bits of each symbol, by ordinal. */
    private readonly symbols: Uint8Array,
    /** Number of syntax errors in the file. */
    readonly syntaxErrors: number,
  ) {}

  static of(page: FactsPage): BriefFacts {
    const { rows, kind, flags, container } = page.table(SYMBOLS);
    const symbols = new Uint8Array(rows);
    for (let i = 0; i < rows; i++) {
      const own = kind[i] ?? KIND_CODE.module;
      const isOutermost = i === 0 || kind[container[i] ?? 0] === KIND_CODE.module;
      const isExport = isOutermost && ((flags[i] ?? 0) & SymbolFlag.Exported) !== 0;
      symbols[i] = (own & KIND_BITS) | (isExport ? IS_EXPORT : 0);
    }
    return new BriefFacts(symbols, page.table(FILE).errors[0] ?? 0);
  }

  kind(ordinal: number): SymbolKind {
    return SYMBOL_KINDS[(this.symbols[ordinal] ?? KIND_CODE.module) & KIND_BITS] ?? "module";
  }

  /** Whether other files can reference the symbol by itself; members follow their class. */
  isExport(ordinal: number): boolean {
    return ((this.symbols[ordinal] ?? 0) & IS_EXPORT) !== 0;
  }

  /** Estimated size in memory in bytes. */
  get sizeBytes(): number {
    return OBJECT_BYTES + this.symbols.length;
  }
}
