/**
 * The closed vocabularies: symbol kinds, visibilities, edge kinds, languages, and the numbers that stand for them in packed records.
 * Invariant: numbers are only ever appended; a stored one never changes its meaning within a schema version.
 */

export const SYMBOL_KINDS = [
  "module",
  "function",
  "class",
  "interface",
  "type",
  "method",
  "constructor",
  "variable",
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

export const VISIBILITIES = ["internal", "exported", "public", "protected", "private"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const EDGE_KINDS = ["call", "config", "import", "extends", "implements", "uses"] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** How strongly an edge says that its far end matters. The first three are the contract's; the others follow relevance.md §4.4. */
export const EDGE_WEIGHTS: Readonly<Record<EdgeKind, number>> = {
  call: 1,
  config: 0.8,
  import: 0.6,
  extends: 0.9,
  implements: 0.9,
  uses: 0.5,
};

export const LANGUAGES = ["typescript", "tsx", "javascript", "python"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What facts are of: a language that is parsed, or `config`: what code reads of configuration files and of the environment. */
export const FACT_LANGUAGES = [...LANGUAGES, "config"] as const;
export type FactLanguage = (typeof FACT_LANGUAGES)[number];

/** The file in which environment variables stand: no path of a repository looks so. */
export const ENVIRONMENT_PATH = "env:";

export const KIND_CODE = codes(SYMBOL_KINDS);
export const VISIBILITY_CODE = codes(VISIBILITIES);
export const EDGE_CODE = codes(EDGE_KINDS);
export const LANGUAGE_CODE = codes(FACT_LANGUAGES);

/** Bits of a symbol's `flags` column. */
export const SymbolFlag = {
  Exported: 1 << 0,
  DefaultExport: 1 << 1,
  Async: 1 << 2,
  Generator: 1 << 3,
  Static: 1 << 4,
  Abstract: 1 << 5,
  Readonly: 1 << 6,
  Optional: 1 << 7,
  Getter: 1 << 8,
  Setter: 1 << 9,
  /** Only declared, with no body: `.d.ts`, `declare`, interface members, `@overload` stubs. */
  Ambient: 1 << 10,
  /** Stands inside a function's body. */
  Nested: 1 << 11,
  /** Has at least one decorator. */
  Decorated: 1 << 12,
  /** An enum, a namespace, a dataclass, a Protocol or ABC: told apart from plain kinds. */
  Enum: 1 << 13,
  Namespace: 1 << 14,
  Dataclass: 1 << 15,
  Protocol: 1 << 16,
  ClassMethod: 1 << 17,
  /** A function or method has no statement but a `return`/raise of nothing; used by reviewers of stubs. */
  Const: 1 << 18,
  /** Declared by a script that is no module, for all scripts of its page; of the module symbol: the file is such a script. */
  Page: 1 << 19,
} as const;

function codes<T extends string>(names: readonly T[]): Readonly<Record<T, number>> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<T, number>;
}
