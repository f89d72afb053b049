/**
 * Kind, export flag, container and name of a file's symbols. Searches and walks over a whole version read these, so they inflate no facts page twice
 * and evict no page that cards need. Handles facts pages, not the store.
 */
import { KIND_CODE, SYMBOL_KINDS, SymbolFlag, type SymbolKind } from "@sdl/model";
import { type FactsPage, FILE, SYMBOLS, WordSlabs } from "@sdl/model/facts";
import { copyText } from "@sdl/model/text";

const KIND_BITS = 0b0111;
const IS_EXPORT = 0b1000;
/** Estimated size in bytes of an object, typed arrays with their buffer, and a text. */
const OBJECT_BYTES = 320;
/** Bytes of one symbol besides its name. */
const SYMBOL_BYTES = 9;

const slabs = new WordSlabs();

/** Columns by ordinal. */
interface BriefColumns {
  /** Bits of each symbol. */
  readonly bits: Uint8Array;
  /** Ordinal of each symbol's container; its own for the module. */
  readonly containers: Uint32Array;
  /** All names, one after the other, and where each ends. */
  readonly names: string;
  readonly nameEnds: Uint32Array;
}

/** Compact facts of one file. */
export class BriefFacts {
  private constructor(
    private readonly columns: BriefColumns,
    /** Number of syntax errors in the file. */
    readonly syntaxErrors: number,
  ) {}

  static of(page: FactsPage): BriefFacts {
    const { rows, kind, flags, container, name } = page.table(SYMBOLS);
    const bits = new Uint8Array(rows);
    const containers = slabs.words(rows);
    const nameEnds = slabs.words(rows);
    let names = "";
    for (let i = 0; i < rows; i++) {
      const own = kind[i] ?? KIND_CODE.module;
      const isOutermost = i === 0 || kind[container[i] ?? 0] === KIND_CODE.module;
      const isExport = isOutermost && ((flags[i] ?? 0) & SymbolFlag.Exported) !== 0;
      bits[i] = (own & KIND_BITS) | (isExport ? IS_EXPORT : 0);
      containers[i] = container[i] ?? 0;
      // The name of the module comes from the path, which facts do not have.
      if (i > 0) names += page.string(name[i] ?? 0);
      nameEnds[i] = names.length;
    }
    return new BriefFacts({ bits, containers, names: copyText(names), nameEnds }, page.table(FILE).errors[0] ?? 0);
  }

  kind(ordinal: number): SymbolKind {
    return SYMBOL_KINDS[(this.columns.bits[ordinal] ?? KIND_CODE.module) & KIND_BITS] ?? "module";
  }

  /** Whether other files can reference the symbol by itself; members follow their class. */
  isExport(ordinal: number): boolean {
    return ((this.columns.bits[ordinal] ?? 0) & IS_EXPORT) !== 0;
  }

  /** Ordinal of the container; the module's own is 0. */
  container(ordinal: number): number {
    return this.columns.containers[ordinal] ?? 0;
  }

  /** Simple name; empty for the module. */
  name(ordinal: number): string {
    const { names, nameEnds } = this.columns;
    return ordinal === 0 ? "" : names.slice(nameEnds[ordinal - 1], nameEnds[ordinal]);
  }

  /** Estimated size in memory in bytes. */
  get sizeBytes(): number {
    const { bits, names } = this.columns;
    return OBJECT_BYTES + SYMBOL_BYTES * bits.length + names.length;
  }
}
