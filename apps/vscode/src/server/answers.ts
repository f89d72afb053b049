/** What the server answers to its own requests, as far as the editor shows it. Pure. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Location {
  readonly uri: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

export interface PlacedSymbol {
  readonly symbolId: string;
  /** `Class.method`. */
  readonly name: string;
  readonly kind: string;
  /** Relative to the repository's root, with `/`. */
  readonly file: string;
  readonly location: Location;
}

export interface SliceSymbol extends PlacedSymbol {
  readonly shows: "body" | "excerpts" | "signature";
  readonly why?: string;
}

export interface SliceAnswer {
  readonly text: string;
  readonly tokens?: number;
  readonly allowed?: number;
  readonly symbols: readonly SliceSymbol[];
  readonly markdown: { readonly text: string; readonly tokens: number };
}

export interface ChangedSymbol {
  readonly symbolId: string;
  readonly name: string;
  readonly file: string;
  readonly changeType: "added" | "removed" | "modified";
  readonly signatureDiff?: { readonly before: string; readonly after: string };
  readonly risk: number;
}

export interface ReachedSymbol {
  readonly symbolId: string;
  readonly name: string;
  readonly file: string;
  /** The way from it to the change. */
  readonly reason: string;
  readonly distance: number;
  readonly signal: string;
}

export interface BlastRadiusAnswer {
  readonly text: string;
  readonly delta: {
    readonly changedSymbols?: readonly ChangedSymbol[];
    readonly blastRadius?: readonly ReachedSymbol[];
    readonly trimmedSet?: { readonly changedSymbols: number; readonly blastRadius: number };
  };
  /** Of those that are named, all that are still there. */
  readonly symbols: readonly PlacedSymbol[];
}

export interface GraphAnswer {
  /** A whole page, for a webview of the nonce that was sent. */
  readonly html: string;
  readonly title: string;
  /** How many it shows. */
  readonly symbols: number;
  /** URIs by path. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Memory {
  readonly memoryId: string;
  readonly type: "decision" | "bugfix" | "task_context";
  readonly title: string;
  readonly content: string;
  readonly stale: boolean;
  readonly about: readonly PlacedSymbol[];
  /** Of the files that it is about. */
  readonly uris: readonly string[];
  /** Of its own file. */
  readonly uri?: string;
}

export interface MemoriesAnswer {
  readonly memories: readonly Memory[];
  /** Those that came with the repository and wait to be adopted. */
  readonly heldBack: number;
}

export interface Finding {
  readonly level: "ok" | "note" | "problem";
  readonly subject: string;
  readonly text: string;
  readonly advice?: string;
}

export interface DoctorAnswer {
  readonly findings: readonly Finding[];
  readonly problems: number;
}

/** One of the open folders, as the server tells of it in `sdl/state`. */
export interface FolderState {
  readonly folder: string;
  readonly phase:
    | { readonly kind: "opening" | "ready" }
    | { readonly kind: "indexing"; readonly percent: number }
    | { readonly kind: "none"; readonly reason: string };
  readonly index?: {
    readonly version: string;
    readonly files: number;
    readonly symbols: number;
    readonly indexedAt: string;
  };
  readonly lag?: { readonly kind: "none" | "changes" | "failed"; readonly reason?: string };
  readonly dirtyFiles?: number;
  readonly pendingFiles?: number;
}
