/**
 * The tables of a facts page: what a single file says, in columns of unsigned 32-bit numbers.
 *
 * Strings are numbers into the page's string table; an optional string or expression is stored plus one, 0 meaning none (columns
 * named `…Opt`). A facts page knows nothing of its path, of other files or of any store: equal bytes of source and equal extractor
 * give equal bytes of facts.
 */

/** How a column is written: as it is, as the difference to the row before, as four raw bytes (hashes), or as codes of packed frequencies. */
export type ColumnMode = "plain" | "delta" | "raw" | "frequency";

export interface TableSchema<C extends string = string> {
  readonly id: number;
  readonly name: string;
  readonly columns: Readonly<Record<C, ColumnMode>>;
}

function table<C extends string>(id: number, name: string, columns: Record<C, ColumnMode>): TableSchema<C> {
  return { id, name, columns };
}

/**
 * One row a symbol, in source order of their declarations; a container precedes its members. Row 0 is the file's module symbol.
 * `container` is an ordinal (row 0 is its own container). `endLine` counts from `startLine`, `nameLine` too.
 * `typeOpt`: declared type (variable), return type (function, method), aliased type (type). `valueOpt`: what the variable is
 * initialised with, as an expression; what the decorators of a function of Python make of it. `ordinal`: how many symbols of equal qualified name and kind precede.
 * `fpHi`, `fpLo`: fingerprint of the syntax without comments, white space and the symbol's own name.
 */
export const SYMBOLS = table(1, "symbols", {
  name: "plain",
  kind: "plain",
  container: "plain",
  ordinal: "plain",
  flags: "plain",
  visibility: "plain",
  startLine: "delta",
  startCol: "plain",
  endLine: "plain",
  endCol: "plain",
  nameLine: "plain",
  nameCol: "plain",
  signatureOpt: "plain",
  returnsOpt: "plain",
  genericsOpt: "plain",
  docOpt: "plain",
  typeOpt: "plain",
  valueOpt: "plain",
  fpHi: "raw",
  fpLo: "raw",
});

/** Parameters, grouped by symbol, in order. `type`, `default`: source text, masked. */
export const PARAMS = table(2, "params", {
  symbol: "delta",
  name: "plain",
  typeTextOpt: "plain",
  typeOpt: "plain",
  defaultOpt: "plain",
  flags: "plain",
});

/** Signature texts of a symbol's overloads, in order. */
export const OVERLOADS = table(3, "overloads", { symbol: "delta", text: "plain" });

/** Bases of classes and interfaces, in source order. `expr` names the base; `text` is how the source writes it. */
export const HERITAGE = table(4, "heritage", { symbol: "delta", kind: "plain", expr: "plain", text: "plain" });

/** Expressions, see expr.ts. Row 0 is Unknown. */
export const EXPRS = table(5, "exprs", { op: "plain", a: "plain", b: "plain" });

/** Uses of names: calls, constructions, JSX tags, decorators, type names, reads. `owner` is the innermost named symbol around. `arity`: number of arguments. */
export const REFS = table(6, "refs", {
  owner: "delta",
  kind: "plain",
  expr: "plain",
  line: "delta",
  col: "plain",
  arity: "plain",
});

/** Import bindings. `imported`: the exported name asked for (empty for forms that have none); `local`: what it is called here. */
export const IMPORTS = table(7, "imports", {
  form: "plain",
  specifier: "plain",
  imported: "plain",
  local: "plain",
  flags: "plain",
  line: "delta",
});

/** What the module offers under a name. The last row of a name wins. CommonJS `module.exports = e` has the name `export=`. */
export const EXPORTS = table(8, "exports", { name: "plain", expr: "plain" });

/** `export * from "m"` and `from m import *`: everything that another module offers. */
export const STARS = table(9, "stars", { specifier: "plain" });

/** Parameters and local variables that some reference goes through. `typeOpt`: declared type. */
export const LOCALS = table(10, "locals", { owner: "delta", name: "plain", typeOpt: "plain" });

/** Values that a local is given, at most four a local. */
export const LOCAL_VALUES = table(11, "localValues", { local: "delta", expr: "plain" });

/** Attributes of classes and interfaces that are no symbols themselves: declared fields, `self.x = …`, parameter properties. */
export const FIELDS = table(12, "fields", {
  owner: "delta",
  name: "plain",
  typeOpt: "plain",
  valueOpt: "plain",
  flags: "plain",
});

/** What a function gives back, at most four expressions a function. */
export const RETURNS = table(13, "returns", { symbol: "delta", expr: "plain" });

/** Python's `__all__`: the names, when it is a plain list. */
export const PUBLIC_NAMES = table(14, "publicNames", { name: "plain" });

/** One row: number of syntax errors, lines of the file, 1 when generated. */
export const FILE = table(15, "file", { errors: "plain", lines: "plain", generated: "plain" });

/** Distinct search terms of the file: 40-bit hash in two parts, ascending; `count` postings each. See text/terms.ts. */
export const TERMS = table(16, "terms", { hi: "delta", lo: "raw", count: "plain" });

/** Postings, grouped by term: how many symbols were passed over since the term's posting before (ordinals ascend), and packed term frequencies by field. See facts/postings.ts. */
export const POSTINGS = table(17, "postings", { skipped: "plain", frequencies: "frequency" });

/** Field lengths in terms of each symbol: one row a symbol. */
export const LENGTHS = table(18, "lengths", {
  name: "plain",
  signature: "plain",
  doc: "plain",
  body: "plain",
  literal: "plain",
});

/** Side effects, ascending by symbol, what leaves the program before what changes its state, then in source order; each of a symbol once. `kind`: a number of `EFFECT_KINDS`. */
export const EFFECTS = table(19, "effects", { symbol: "delta", kind: "plain", subjectOpt: "plain", line: "delta" });

/** What a symbol checks and throws, ascending by symbol, then in source order. `kind`: a number of `GUARD_KINDS`. */
export const GUARDS = table(20, "guards", { symbol: "delta", kind: "plain", textOpt: "plain", errorOpt: "plain" });

/** What a row of `entries` says. Numbers are stored: append only. */
export const ENTRY_KINDS = ["route", "title", "main"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * Where frameworks call in, and what tests say they test. `route`: `text` is method and path (`POST /login`), `handlerOpt` the simple name of
 * what is registered; without one, what the owner calls between the lines handles it, or the owner itself where it is decorated with the
 * route. `title`: of a suite or test. `main`: a call that runs only when the file is the program; `handlerOpt` is what is called.
 */
export const ENTRIES = table(21, "entries", {
  owner: "plain",
  kind: "plain",
  text: "plain",
  handlerOpt: "plain",
  fromLine: "plain",
  toLine: "plain",
});

/**
 * Which part of a symbol a change is in, ascending by symbol: `print` hashes a function's body, and what has members without them. No
 * row: there is no such part, and the fingerprint says all.
 */
export const BODIES = table(22, "bodies", { symbol: "delta", print: "raw" });

/** Stretches of the source that hold secrets, in order and apart: offsets in UTF-16 units. Who shows the source masks them. */
export const SECRETS = table(23, "secrets", { start: "delta", length: "plain" });

export const FACT_TABLES = [
  SYMBOLS,
  PARAMS,
  OVERLOADS,
  HERITAGE,
  EXPRS,
  REFS,
  IMPORTS,
  EXPORTS,
  STARS,
  LOCALS,
  LOCAL_VALUES,
  FIELDS,
  RETURNS,
  PUBLIC_NAMES,
  FILE,
  TERMS,
  POSTINGS,
  LENGTHS,
  EFFECTS,
  GUARDS,
  ENTRIES,
  BODIES,
  SECRETS,
] as const;
