/** Types of the server's answers to `sdl/…` requests, limited to the fields that the editor uses. Pure. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A range in a document. */
export interface Location {
  readonly uri: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

/** A symbol, and where its name is. */
export interface PlacedSymbol {
  readonly symbolId: string;
  /** Qualified name, such as `Class.method`. */
  readonly name: string;
  readonly kind: string;
  /** Path relative to the repository's root, with `/`. */
  readonly file: string;
  readonly location: Location;
}

/** A symbol of a slice, and how much of its source is shown. */
export interface SliceSymbol extends PlacedSymbol {
  readonly shows: "body" | "excerpts" | "signature";
  readonly why?: string;
}

/** Answer of `sdl/slice`. */
export interface SliceAnswer {
  readonly text: string;
  readonly tokens?: number;
  readonly allowed?: number;
  readonly symbols: readonly SliceSymbol[];
  readonly markdown: { readonly text: string; readonly tokens: number };
}

/** A symbol that the edits change. */
export interface ChangedSymbol {
  readonly symbolId: string;
  readonly name: string;
  readonly file: string;
  readonly changeType: "added" | "removed" | "modified";
  readonly signatureDiff?: { readonly before: string; readonly after: string };
  readonly risk: number;
}

/** A symbol that the edits may affect. */
export interface ReachedSymbol {
  readonly symbolId: string;
  readonly name: string;
  readonly file: string;
  /** Path of dependencies from the symbol to the change. */
  readonly reason: string;
  readonly distance: number;
  readonly signal: string;
}

/** Answer of `sdl/blastRadius`. */
export interface BlastRadiusAnswer {
  readonly text: string;
  readonly delta: {
    readonly changedSymbols?: readonly ChangedSymbol[];
    readonly blastRadius?: readonly ReachedSymbol[];
    readonly trimmedSet?: { readonly changedSymbols: number; readonly blastRadius: number };
  };
  /** Locations of all symbols in the answer that still exist. */
  readonly symbols: readonly PlacedSymbol[];
}

/** Answer of `sdl/graph`. */
export interface GraphAnswer {
  /** Complete page for a webview whose content security policy contains the nonce of the request. */
  readonly html: string;
  readonly title: string;
  /** Number of symbols in the picture. */
  readonly symbols: number;
  /** URIs of files by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** A note with the symbols and files that it is about. */
export interface Memory {
  readonly memoryId: string;
  readonly type: "decision" | "bugfix" | "task_context";
  readonly title: string;
  readonly content: string;
  readonly stale: boolean;
  readonly about: readonly PlacedSymbol[];
  /** URIs of the files that the memory is linked to. */
  readonly uris: readonly string[];
  /** URI of the memory's own file. */
  readonly uri?: string;
}

/** Answer of `sdl/memories`. */
export interface MemoriesAnswer {
  readonly memories: readonly Memory[];
  /** Number of memory files that came with the repository and have not been adopted. */
  readonly heldBack: number;
}

/** One finding of the doctor. */
export interface Finding {
  readonly level: "ok" | "note" | "problem";
  readonly subject: string;
  readonly text: string;
  readonly advice?: string;
}

/** Answer of `sdl/doctor`. */
export interface DoctorAnswer {
  readonly findings: readonly Finding[];
  readonly problems: number;
}

/** State of one open folder, sent in `sdl/state`. */
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
