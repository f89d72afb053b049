/** A slice in its standard shape: what wire formats encode, and what they decode to. Lists are never absent here. */
import type { EdgeKind, SymbolId } from "@sdl/model";
import type { CardBody, CardDetail } from "./cards/card.js";
import type { ResolutionMetadata } from "./cards/resolution.js";
import type { CardSource } from "./source/source-lines.js";

/** Where a start symbol came from. */
export type SeedSource = "entry" | "editedFiles" | "stackTrace" | "failingTest" | "taskText";

/** The parts of a score, each 0..1, before weighting. Absent signals are left out. */
export interface ScoreParts {
  readonly query: number;
  readonly trace?: number;
  readonly hotness: number;
  readonly structure: number;
  readonly kind: number;
  /** How its cluster stands to those of the start symbols; absent where it adds nothing. */
  readonly cluster?: "same" | "related";
}

/** Why a card is there. */
export interface Why {
  /** From its start symbol: `taskText: authenticate`, then steps such as `calls validateToken`, `called by handle`. */
  readonly path: readonly string[];
  /** The path's end seen from the symbol, such as `called by handle`. For texts alone. */
  readonly lastStep?: string;
  /** Words of the task that the symbol's name, signature or path has, as they are written there. */
  readonly matches?: readonly string[];
  readonly score: number;
  readonly parts: ScoreParts;
}

/** A card in a slice carries neither etag nor version: etags stand in a side table. */
export interface SliceCard extends CardBody {
  /** Where the slice shows source. */
  readonly source?: CardSource;
  /** With `explain` only. */
  readonly why?: Why;
}

/** A card that the client has: it is named, not repeated. */
export interface CardRef {
  readonly symbolId: SymbolId;
  readonly etag: string;
  /** The level that the client has. */
  readonly detailLevel: CardDetail;
}

/** The strongest edge from one card to another. */
export interface SliceEdge extends Partial<ResolutionMetadata> {
  readonly from: SymbolId;
  readonly to: SymbolId;
  readonly kind: EdgeKind;
  /** Of the kind, see `EDGE_WEIGHTS`. */
  readonly weight: number;
  /** 0..1, in hundredths. */
  readonly confidence: number;
}

/** A symbol just outside of the slice. */
export interface FrontierEntry {
  readonly symbolId: SymbolId;
  readonly name: string;
  readonly score: number;
  /** Its last step, such as `called by handle`. */
  readonly why: string;
  /** In the standard form alone. */
  readonly file?: string;
  readonly line?: number;
}

export interface StartSymbol {
  readonly symbolId: SymbolId;
  readonly source: SeedSource;
  readonly score: number;
}

/** What ended the search for candidates. */
export type SearchStop = "candidateLimit" | "relevance" | "exhausted";
/** What ended the choice among them; `complete` when every candidate is in. */
export type SelectionStop = "maxCards" | "tokens" | "complete";

export interface Truncation {
  readonly truncated: boolean;
  /** Candidates that are no cards. */
  readonly droppedCards: number;
  /** Edges that a dropped candidate has with another candidate. */
  readonly droppedEdges: number;
  readonly search: SearchStop;
  readonly selection: SelectionStop;
  /** By which the dropped candidates can be had; absent when there are none, or nobody serves them. */
  readonly spilloverHandle?: string;
  readonly howToResume: string;
}

interface SliceBudgetUse {
  /** Tokens of the whole result as it is encoded, this number included. */
  readonly used: number;
  readonly allowed: number;
  /** Present when `allowed` is less than the smallest possible answer. */
  readonly minimumRequired?: number;
}

/** Edges of the slice by confidence: high from 0.9, medium from 0.7. */
export interface ConfidenceDistribution {
  readonly high: number;
  readonly medium: number;
  readonly low: number;
}

export interface Slice {
  /** In score order, forced ones first. */
  readonly cards: readonly SliceCard[];
  readonly cardRefs: readonly CardRef[];
  /** One for each card. */
  readonly etags: Readonly<Record<string, string>>;
  readonly edges: readonly SliceEdge[];
  readonly frontier: readonly FrontierEntry[];
  readonly startSymbols: readonly StartSymbol[];
  readonly truncation?: Truncation;
  readonly budget: SliceBudgetUse;
  readonly confidenceDistribution: ConfidenceDistribution;
  /** What the caller adds, passed through as it is. */
  readonly memories?: readonly unknown[];
}
