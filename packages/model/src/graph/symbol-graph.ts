/**
 * The ports through which slices, search and cards read a graph. A snapshot never changes once opened: two reads give equal values.
 * All methods are synchronous: a snapshot is memory, or a memory-mapped file.
 */
import type { Behaviour } from "../behaviour.js";
import type { SymbolHandle, SymbolId, SymbolIdParts } from "../ids.js";
import type { SymbolKind, Visibility } from "../kinds.js";
import type { Range } from "../range.js";
import type { Adjacency, UnresolvedTarget } from "./edges.js";

/** What identifies and places a symbol: cheap to get. */
export interface SymbolRecord {
  readonly handle: SymbolHandle;
  readonly id: SymbolId;
  /** The last part alone. */
  readonly name: string;
  /** Containers joined by `.`; a module symbol's is its file's path. */
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  readonly visibility: Visibility;
  readonly exported: boolean;
  /** Repository-relative path with `/`. */
  readonly file: string;
  readonly range: Range;
  /** Where the name stands; lines from 1. */
  readonly line: number;
  /** The enclosing symbol; the module symbol at the outermost, `undefined` for a module. */
  readonly container: SymbolHandle | undefined;
}

/** What every answer calls a symbol: its qualified name, which is a module's path. */
export function wholeName({ name, qualifiedName }: Pick<SymbolRecord, "name" | "qualifiedName">): string {
  return qualifiedName || name;
}

export interface Param {
  readonly name: string;
  readonly type?: string;
  readonly optional?: boolean;
  readonly default?: string;
}

export interface Signature {
  readonly params?: readonly Param[];
  readonly returns?: string;
  readonly generics?: readonly string[];
  readonly overloads?: readonly string[];
  readonly async?: boolean;
  readonly generator?: boolean;
  readonly text: string;
}

/** What a card says of a symbol beyond its place. */
export interface SymbolDetails {
  readonly signature: Signature | undefined;
  /** The doc comment's text, markers removed, masked. */
  readonly doc: string | undefined;
  /** 15 decimal digits. */
  readonly astFingerprint: string;
  /**
   * Of a function its body's hash; of what has members, a hash of itself without them: an edited member leaves its container's
   * unchanged. `undefined` where there is no such part: the fingerprint says all.
   */
  readonly bodyPrint: number | undefined;
}

export interface GraphCounts {
  readonly files: number;
  readonly symbols: number;
  readonly edges: number;
}

/** A graph at one version. */
export interface SymbolGraph {
  /** Ledger version, or any name that changes when the graph does. */
  readonly version: string;
  readonly counts: GraphCounts;
  /** Handles are below this number; not every number is a symbol. */
  readonly capacity: number;
  findSymbol(id: SymbolId): SymbolHandle | undefined;
  /** @throws when `handle` is no symbol of this graph */
  symbol(handle: SymbolHandle): SymbolRecord;
  /** The id alone, as numbers: what a whole record needs is not read. @throws when `handle` is no symbol of this graph */
  idParts(handle: SymbolHandle): SymbolIdParts;
  /** Its kind alone, likewise. @throws when `handle` is no symbol of this graph */
  kindOf(handle: SymbolHandle): SymbolKind;
  /** The path of its file alone, likewise. @throws when `handle` is no symbol of this graph */
  fileOf(handle: SymbolHandle): string;
  details(handle: SymbolHandle): SymbolDetails;
  /** What the symbol itself does and checks; nothing of what it calls. */
  behaviour(handle: SymbolHandle): Behaviour;
  outgoing(handle: SymbolHandle): Adjacency;
  incoming(handle: SymbolHandle): Adjacency;
  unresolved(handle: SymbolHandle): readonly UnresolvedTarget[];
  /** Symbols of a file in source order, its module symbol first; empty when the file is not indexed. */
  fileSymbols(path: string): readonly SymbolHandle[];
  /** All indexed paths, by code units; files of settings, which follow from the links of others, are none. */
  files(): readonly string[];
  /** Symbols of exactly this simple name, in id order. */
  symbolsNamed(name: string): readonly SymbolHandle[];
  /** Bits of `FileMark`: what the repository's configuration says of a file beyond its path. A graph without any has no such method. */
  fileMarks?(path: string): number;
}

/** One term's postings over the whole graph. */
export interface Postings {
  /** Ascending. */
  readonly symbols: Uint32Array;
  /** Packed term frequencies, see text/terms.ts. */
  readonly frequencies: Uint32Array;
}

/** Corpus statistics and postings at one version. */
export interface TermIndex {
  readonly documentCount: number;
  /** Mean length by field, in terms, in the order of `TERM_FIELDS`. */
  readonly meanLengths: readonly number[];
  /** @param term 40-bit hash, see `termHash` */
  postings(term: number): Postings;
  /** Length in terms of one field of one symbol. */
  length(symbol: SymbolHandle, field: number): number;
  /** Distinct simple names, by code units. */
  names(): readonly string[];
  /** The same names in blocks, in no order: a later version has the same array for a block whose names are the same. */
  nameBlocks(): readonly (readonly string[])[];
  /** Those of them that begin with this UTF-16 unit: a part of the list that costs no more than it holds. */
  namesStarting(first: string): readonly string[];
}
