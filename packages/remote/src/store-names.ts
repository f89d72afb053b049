/** Names of symbols over many repositories: a table beside heads, for searches that name no repository. */

/** One symbol of a file. */
export interface SymbolName {
  /** 16 hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** From 1. */
  readonly line: number;
  readonly exported: boolean;
  /** Lower-case terms by which it is found besides its name. None contains a space. */
  readonly terms: readonly string[];
}

/** Symbols of one file. Files with equal paths and digests have equal symbols. */
export interface FileNames {
  readonly path: string;
  /** Hexadecimal digits. */
  readonly digest: string;
  /** Called only if the table has another digest. */
  names(): readonly SymbolName[];
}

/** What to look for. */
export interface NameQuery {
  /** As written: compared with whole names without regard to case, and as their beginning. */
  readonly text: string;
  /** All must be among a symbol's terms. */
  readonly terms: readonly string[];
  /** The only repositories to search; `undefined`: all. */
  readonly repositories: readonly string[] | undefined;
  /** The only kinds to find; `undefined`: all. */
  readonly kinds: readonly string[] | undefined;
  /** Most results. */
  readonly limit: number;
}

/** How a name matched, best first: it is the text, begins with it, or has all terms. */
export const NAME_MATCHES = ["name", "prefix", "terms"] as const;

/** A symbol that was found. */
export interface FoundName extends Omit<SymbolName, "terms"> {
  readonly repository: string;
  readonly path: string;
  readonly match: (typeof NAME_MATCHES)[number];
  /** When the head was moved that the name is of, in milliseconds since 1970 by the store's clock. */
  readonly movedAtMs: number;
}
