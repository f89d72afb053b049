/** What derivation reads: one version, and what its files say beyond symbols and edges. Knows no store. */
import type { EntryKind, SymbolGraph, SymbolHandle } from "@sdl/model";

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

export interface DerivationSource {
  readonly graph: SymbolGraph;
  /** Routes, test titles and main guards of a file, in source order. */
  entries(path: string): readonly EntryFact[];
  /** Configuration files, by path. */
  configs(): readonly ConfigText[];
}
