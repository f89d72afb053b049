/** Names of symbols and packages over many repositories: tables beside heads, for searches that name no repository. */

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

/** A package that a repository provides, or depends on. */
export interface PackageName {
  /** By which it is found. */
  readonly key: string;
  readonly name: string;
  readonly isProvided: boolean;
  /** The manifest that says so. */
  readonly path: string;
}

/** What to look for. */
export interface NameQuery {
  /** As written: compared with whole names without regard to case, and as their beginning. */
  readonly text: string;
  /** All must be among a symbol's terms. */
  readonly terms: readonly string[];
  /** Keys of packages to find besides; none for none. */
  readonly packageKeys: readonly string[];
  /** The only repositories to search; `undefined`: all. */
  readonly repositories: readonly string[] | undefined;
  /** The only kinds to find; `undefined`: all. */
  readonly kinds: readonly string[] | undefined;
  /** Most symbols. */
  readonly limit: number;
}

/** What was found. */
export interface FoundNames {
  readonly symbols: readonly FoundName[];
  /** Those that are provided first, then by repository; at most {@link MAX_PACKAGES} provided and as many others. */
  readonly packages: readonly FoundPackage[];
}

/** Most packages of an answer that are provided, and most that are depended on. */
export const MAX_PACKAGES = 20;

/** A package that was found. */
export interface FoundPackage extends Omit<PackageName, "key"> {
  readonly repository: string;
  /** As of {@link FoundName}. */
  readonly movedAtMs: number;
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
