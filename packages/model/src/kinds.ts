/**
 * Closed vocabularies: symbol kinds, visibilities, edge kinds, languages, and their codes in packed records.
 * Invariant: codes are only appended; a stored code keeps its meaning within a schema version.
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
/** One of {@link SYMBOL_KINDS}. */
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** How far a symbol can be seen; `internal` is not exported. */
export const VISIBILITIES = ["internal", "exported", "public", "protected", "private"] as const;
/** One of {@link VISIBILITIES}. */
export type Visibility = (typeof VISIBILITIES)[number];

/** Kinds of references between symbols. */
export const EDGE_KINDS = ["call", "config", "import", "extends", "implements", "uses"] as const;
/** One of {@link EDGE_KINDS}. */
export type EdgeKind = (typeof EDGE_KINDS)[number];

/**
 * Weight of an edge kind: relevance of the target to a user of the source. The first three are defined by the contract; the others follow
 * relevance.md §4.4.
 */
export const EDGE_WEIGHTS: Readonly<Record<EdgeKind, number>> = {
  call: 1,
  config: 0.8,
  import: 0.6,
  extends: 0.9,
  implements: 0.9,
  uses: 0.5,
};

/** Languages with a grammar. */
export const LANGUAGES = ["typescript", "tsx", "javascript", "python", "go"] as const;
/** One of {@link LANGUAGES}. */
export type GrammarLanguage = (typeof LANGUAGES)[number];

/** Formats of files that hold code of other languages, with the languages that the code may be in. */
const CONTAINERS = {
  vue: ["typescript", "javascript", "tsx"],
  svelte: ["typescript", "javascript"],
  astro: ["typescript"],
  notebook: ["python"],
} as const satisfies Record<string, readonly GrammarLanguage[]>;
/** A format of files that hold code of other languages. */
export type ContainerLanguage = keyof typeof CONTAINERS;

/** Language of a source file. */
export type Language = GrammarLanguage | ContainerLanguage;

/** Whether a file holds code of other languages. */
export function isContainer(language: Language): language is ContainerLanguage {
  return Object.hasOwn(CONTAINERS, language);
}

/** The languages that a file's code may be in. */
export function grammarsOf(language: Language): readonly GrammarLanguage[] {
  return isContainer(language) ? CONTAINERS[language] : [language];
}

/** Language of facts: a source language, or `config` for what code reads from configuration files and the environment. */
export const FACT_LANGUAGES = [
  "typescript",
  "tsx",
  "javascript",
  "python",
  "config",
  "go",
  "vue",
  "svelte",
  "astro",
  "notebook",
] as const;
/** One of {@link FACT_LANGUAGES}. */
export type FactLanguage = (typeof FACT_LANGUAGES)[number];

/** Pseudo-path of the file that contains environment variables; no path of a repository has this form. */
export const ENVIRONMENT_PATH = "env:";

/** Codes of {@link SymbolKind} in packed records. */
export const KIND_CODE = codes(SYMBOL_KINDS);
/** Codes of {@link Visibility} in packed records. */
export const VISIBILITY_CODE = codes(VISIBILITIES);
/** Codes of {@link EdgeKind} in packed records. */
export const EDGE_CODE = codes(EDGE_KINDS);
/** Codes of {@link FactLanguage} in packed records. */
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
  /** Declared without a body: `.d.ts`, `declare`, interface members, `@overload` stubs. */
  Ambient: 1 << 10,
  /** Nested in a function's body. */
  Nested: 1 << 11,
  /** Has at least one decorator. */
  Decorated: 1 << 12,
  /** An enum, a namespace, a dataclass, a Protocol or ABC: distinguished from other symbols of its kind. */
  Enum: 1 << 13,
  Namespace: 1 << 14,
  Dataclass: 1 << 15,
  Protocol: 1 << 16,
  ClassMethod: 1 << 17,
  /** Declared with `const`: a variable or an enum. */
  Const: 1 << 18,
  /** Declared by a script that is not a module, and so visible to all scripts of its page; on a module symbol: the file is such a script. */
  Page: 1 << 19,
} as const;

function codes<T extends string>(names: readonly T[]): Readonly<Record<T, number>> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<T, number>;
}
