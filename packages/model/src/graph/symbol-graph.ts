/**
 * Graph ports for slices, search and cards. A snapshot never changes once opened: two reads give equal values.
 * All methods are synchronous, because a snapshot is in memory or in a memory-mapped file.
 */
import type { Behaviour } from "../behaviour.js";
import type { SymbolHandle, SymbolId, SymbolIdParts } from "../ids.js";
import type { SymbolKind, Visibility } from "../kinds.js";
import type { Range } from "../range.js";
import type { Adjacency, UnresolvedTarget } from "./edges.js";

/** Identity and position of a symbol; cheap to read. */
export interface SymbolRecord {
  readonly handle: SymbolHandle;
  readonly id: SymbolId;
  /** Simple name, without containers. */
  readonly name: string;
  /** Names of the containers and of the symbol, joined by `.`; for a module symbol the path of its file. */
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  readonly visibility: Visibility;
  readonly exported: boolean;
  /** Repository-relative path with `/`. */
  readonly file: string;
  readonly range: Range;
  /** Line of the symbol's name, from 1. */
  readonly line: number;
  /** The enclosing symbol: the module symbol for top-level symbols, `undefined` for a module. */
  readonly container: SymbolHandle | undefined;
}

/** Name of a symbol in every answer: its qualified name, which is the path for a module. */
export function wholeName({ name, qualifiedName }: Pick<SymbolRecord, "name" | "qualifiedName">): string {
  return qualifiedName || name;
}

/** A parameter of a signature. */
export interface Param {
  readonly name: string;
  readonly type?: string;
  readonly optional?: boolean;
  readonly default?: string;
}

/** The declared types of a symbol; `text` is the signature as written. */
export interface Signature {
  readonly params?: readonly Param[];
  readonly returns?: string;
  readonly generics?: readonly string[];
  readonly overloads?: readonly string[];
  readonly async?: boolean;
  readonly generator?: boolean;
  readonly text: string;
}

/** Further facts of a symbol for its card. */
export interface SymbolDetails {
  readonly signature: Signature | undefined;
  /** Text of the doc comment, without markers, with secrets masked. */
  readonly doc: string | undefined;
  /** Fingerprint of the syntax, 15 decimal digits. */
  readonly astFingerprint: string;
  /**
   * For a function the hash of its body; for a symbol with members the hash of the rest, so that editing a member does not change its container's
   * hash. `undefined` if there is no such part; the fingerprint then covers everything.
   */
  readonly bodyPrint: number | undefined;
}

/** Sizes of a version. */
export interface GraphCounts {
  readonly files: number;
  readonly symbols: number;
  readonly edges: number;
}

/** Symbol graph at one version. */
export interface SymbolGraph {
  /** Ledger version, or another name that changes when the graph changes. */
  readonly version: string;
  readonly counts: GraphCounts;
  /** Upper bound (exclusive) on handles; not every number below it is a symbol. */
  readonly capacity: number;
  findSymbol(id: SymbolId): SymbolHandle | undefined;
  /** @throws if the graph has no symbol `handle` */
  symbol(handle: SymbolHandle): SymbolRecord;
  /** The id only, as numbers, without reading the whole record. @throws if the graph has no symbol `handle` */
  idParts(handle: SymbolHandle): SymbolIdParts;
  /** The kind only, without reading the whole record. @throws if the graph has no symbol `handle` */
  kindOf(handle: SymbolHandle): SymbolKind;
  /** The simple name only, without reading the whole record. @throws if the graph has no symbol `handle` */
  nameOf(handle: SymbolHandle): string;
  /** The enclosing symbol only, as in the record. @throws if the graph has no symbol `handle` */
  containerOf(handle: SymbolHandle): SymbolHandle | undefined;
  /** The path of the symbol's file only, without reading the whole record. @throws if the graph has no symbol `handle` */
  fileOf(handle: SymbolHandle): string;
  details(handle: SymbolHandle): SymbolDetails;
  /** Effects and guards of the symbol itself, without those of its callees. */
  behaviour(handle: SymbolHandle): Behaviour;
  outgoing(handle: SymbolHandle): Adjacency;
  incoming(handle: SymbolHandle): Adjacency;
  unresolved(handle: SymbolHandle): readonly UnresolvedTarget[];
  /** Symbols of a file in source order, the module symbol first; empty if the file is not indexed. */
  fileSymbols(path: string): readonly SymbolHandle[];
  /** All indexed paths in the order of code units, without settings files, whose facts are derived from the links of other files. */
  files(): readonly string[];
  /** Symbols with exactly this simple name, in the order of ids. */
  symbolsNamed(name: string): readonly SymbolHandle[];
  /** Bits of `FileMark`: facts about a file from the repository's configuration. Absent if the graph has no marks. */
  fileMarks?(path: string): number;
}

/** Postings of one term over the whole graph. */
export interface Postings {
  /** Symbol handles, ascending. */
  readonly symbols: Uint32Array;
  /** Packed term frequencies, see text/term-fields.ts. */
  readonly frequencies: Uint32Array;
}

/** Term statistics and postings at one version. */
export interface TermIndex {
  readonly documentCount: number;
  /** Mean length by field, in terms, in the order of `TERM_FIELDS`. */
  readonly meanLengths: readonly number[];
  /** @param term 40-bit hash, see `termHash` */
  postings(term: number): Postings;
  /** Length of one field of one symbol, in terms. */
  length(symbol: SymbolHandle, field: number): number;
  /** Distinct simple names, in the order of code units. */
  names(): readonly string[];
  /** The same names in blocks, in no order. A block with the same names is the same array in later versions. */
  nameBlocks(): readonly (readonly string[])[];
  /** Names that begin with this UTF-16 unit; costs as much as the number of such names. */
  namesStarting(first: string): readonly string[];
}
