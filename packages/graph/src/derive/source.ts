/** Input of derivation: one version, and facts of its files other than symbols and edges. Independent of the store. */
import type { SymbolHandle } from "@sdl/model";
import type { EntryKind } from "@sdl/model/facts";
import type { SymbolGraph } from "@sdl/model/graph";
import type { ConfigText } from "@sdl/model/paths";

/** A row of a file's `entries` table. */
export interface EntryFact {
  readonly owner: SymbolHandle;
  readonly kind: EntryKind;
  readonly text: string;
  /** Simple name of the registered or called function; `undefined` if it has none. */
  readonly handler: string | undefined;
  /** Simple names that the owner calls inside the registration. */
  readonly calls: readonly string[];
}

/**
 * Terms of a file's symbols: the rows of term `i` are `starts[i]` up to, not including, `starts[i + 1]`; each row belongs to a symbol of the file.
 */
export interface FileTerms {
  /** Distinct term hashes, see `termHash`. */
  readonly hashes: readonly number[];
  /** One more entry than there are terms. */
  readonly starts: readonly number[];
  /** Ordinal of each row's symbol in its file. */
  readonly ordinals: ArrayLike<number>;
  /** Packed field frequencies, see model/text/term-fields.ts. */
  readonly frequencies: ArrayLike<number>;
}

export interface DerivationSource {
  readonly graph: SymbolGraph;
  /** Routes, test titles and main guards of a file, in source order. */
  entries(path: string): readonly EntryFact[];
  /** Terms of a file's symbols, without the words of its path. */
  terms(path: string): FileTerms;
  /** Configuration files, ordered by path. */
  configs(): readonly ConfigText[];
}
