/** What derivation reads: one version, and what its files say beyond symbols and edges. Knows no store. */
import type { SymbolHandle } from "@sdl/model";
import type { EntryKind } from "@sdl/model/facts";
import type { SymbolGraph } from "@sdl/model/graph";

/** A file's row of the `entries` table. */
export interface EntryFact {
  readonly owner: SymbolHandle;
  readonly kind: EntryKind;
  readonly text: string;
  /** Simple name of what is registered or called; `undefined` when it has none. */
  readonly handler: string | undefined;
  /** Simple names of what the owner calls inside of the registration. */
  readonly calls: readonly string[];
}

export interface ConfigText {
  readonly path: string;
  readonly text: string;
}

/** Terms of a file's symbols: term `i` has the rows from `starts[i]` up to `starts[i + 1]`, each of a symbol of the file. */
export interface FileTerms {
  /** See `termHash`; each once. */
  readonly hashes: readonly number[];
  /** One more than there are terms. */
  readonly starts: readonly number[];
  /** The symbol's place in its file. */
  readonly ordinals: ArrayLike<number>;
  /** Packed, see model/text/term-fields.ts. */
  readonly frequencies: ArrayLike<number>;
}

export interface DerivationSource {
  readonly graph: SymbolGraph;
  /** Routes, test titles and main guards of a file, in source order. */
  entries(path: string): readonly EntryFact[];
  /** What a file's symbols say, the words of its path left out. */
  terms(path: string): FileTerms;
  /** Configuration files, by path. */
  configs(): readonly ConfigText[];
}
