/**
 * Schema of a facts page: its tables, with columns of unsigned 32-bit numbers.
 *
 * Strings are indexes into the page's string table. An optional string or expression is stored plus one, with 0 for none (columns named `…Opt`). A
 * facts page contains no path and nothing of other files or stores: equal source bytes and an equal extractor give equal facts bytes.
 */

/** Encoding of a column: plain, as the difference from the previous row, as four raw bytes (hashes), or as codes of packed frequencies. */
export type ColumnMode = "plain" | "delta" | "raw" | "frequency";

/** One table's number, name and columns. */
export interface TableSchema<C extends string = string> {
  readonly id: number;
  readonly name: string;
  readonly columns: Readonly<Record<C, ColumnMode>>;
}

function table<C extends string>(id: number, name: string, columns: Record<C, ColumnMode>): TableSchema<C> {
  return { id, name, columns };
}

/**
 * One row per symbol, in the source order of declarations; a container precedes its members. Row 0 is the file's module symbol.
 * `container` is an ordinal (row 0 is its own container). `endLine` and `nameLine` are relative to `startLine`.
 * `typeOpt`: declared type (variable), return type (function, method), aliased type (type), metaclass (Python's class).
 * `valueOpt`: the initialiser of a variable as an expression, or the result of a Python function's decorators.
 * `ordinal`: number of previous symbols with equal qualified name and kind.
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

/** Parameters, grouped by symbol, in order. Types and defaults are source text, with secrets masked. */
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

/** Base types of classes and interfaces, in source order. `expr` refers to the base; `text` is its source text. */
export const HERITAGE = table(4, "heritage", { symbol: "delta", kind: "plain", expr: "plain", text: "plain" });

/** Expressions, see expr.ts. Row 0 is Unknown. */
export const EXPRS = table(5, "exprs", { op: "plain", a: "plain", b: "plain" });

/**
 * References: calls, constructions, JSX tags, decorators, type names, reads. `owner`: innermost named symbol around the reference. `arity`: number
 * of arguments.
 */
export const REFS = table(6, "refs", {
  owner: "delta",
  kind: "plain",
  expr: "plain",
  line: "delta",
  col: "plain",
  arity: "plain",
});

/** Import bindings. `imported`: the exported name (empty for forms without one); `local`: the name in this file. */
export const IMPORTS = table(7, "imports", {
  form: "plain",
  specifier: "plain",
  imported: "plain",
  local: "plain",
  flags: "plain",
  line: "delta",
});

/** Exports of the module by name. The last row of a name wins. CommonJS `module.exports = e` has the name `export=`. */
export const EXPORTS = table(8, "exports", { name: "plain", expr: "plain" });

/** `export * from "m"` and `from m import *`: all exports of another module. */
export const STARS = table(9, "stars", { specifier: "plain" });

/** Parameters and local variables that references go through. `typeOpt`: declared type. */
export const LOCALS = table(10, "locals", { owner: "delta", name: "plain", typeOpt: "plain" });

/** Values assigned to a local, at most four per local. */
export const LOCAL_VALUES = table(11, "localValues", { local: "delta", expr: "plain" });

/** Attributes of classes and interfaces that are not symbols: declared fields, `self.x = …`, parameter properties. */
export const FIELDS = table(12, "fields", {
  owner: "delta",
  name: "plain",
  typeOpt: "plain",
  valueOpt: "plain",
  flags: "plain",
});

/** Returned values, at most four expressions per function. */
export const RETURNS = table(13, "returns", { symbol: "delta", expr: "plain" });

/** Names in Python's `__all__`, if it is a plain list. */
export const PUBLIC_NAMES = table(14, "publicNames", { name: "plain" });

/** One row: number of syntax errors, number of lines of the file, 1 if generated. */
export const FILE = table(15, "file", { errors: "plain", lines: "plain", generated: "plain" });

/** Distinct search terms of the file: 40-bit hash in two parts, ascending; `count` postings each. See text/terms.ts. */
export const TERMS = table(16, "terms", { hi: "delta", lo: "raw", count: "plain" });

/**
 * Postings, grouped by term: `skipped` is the number of ordinals between this symbol and that of the term's previous posting; `frequencies` are
 * packed term frequencies by field. See facts/postings.ts.
 */
export const POSTINGS = table(17, "postings", { skipped: "plain", frequencies: "frequency" });

/** Field lengths in terms: one row per symbol. */
export const LENGTHS = table(18, "lengths", {
  name: "plain",
  signature: "plain",
  doc: "plain",
  body: "plain",
  literal: "plain",
});

/**
 * Side effects, each once per symbol, ascending by symbol, external effects before mutations, then in source order. `kind`: index into
 * `EFFECT_KINDS`.
 */
export const EFFECTS = table(19, "effects", { symbol: "delta", kind: "plain", subjectOpt: "plain", line: "delta" });

/** Guards (conditions and throws), ascending by symbol, then in source order. `kind`: index into `GUARD_KINDS`. */
export const GUARDS = table(20, "guards", { symbol: "delta", kind: "plain", textOpt: "plain", errorOpt: "plain" });

/** Kinds of rows of `entries`. The indexes are stored: append only. */
export const ENTRY_KINDS = ["route", "title", "main"] as const;
/** Kind of an entry fact. */
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * Entry points that frameworks call, and titles of tests. `route`: `text` is method and path (`POST /login`), `handlerOpt` the simple name of the
 * registered handler; without it, the route is handled by what the owner calls between the lines, or by the owner itself if it is decorated with
 * the route. `title`: title of a suite or test. `main`: a call that runs only if the file is the program; `handlerOpt` is the callee.
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
 * Hashes of parts of symbols, ascending by symbol: `print` is the hash of a function's body, or of a symbol with members without these. Without a
 * row there is no such part, and the fingerprint covers everything.
 */
export const BODIES = table(22, "bodies", { symbol: "delta", print: "raw" });

/** Ranges of the source that contain secrets, ascending and disjoint: offsets in UTF-16 units. Code that shows the source masks them. */
export const SECRETS = table(23, "secrets", { start: "delta", length: "plain" });

/**
 * Methods whose type is declared further down or in another file: the type's name. Such a method's container is the module; its qualified name
 * is that of a member of the type.
 */
export const OWNERS = table(24, "owners", { symbol: "delta", name: "plain" });

/** All tables, in the order of the page. */
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
  OWNERS,
] as const;
