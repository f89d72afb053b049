/** Slice in its standard shape, from which wire formats encode and to which they decode. All lists are present, even if empty. */
import type { EdgeKind, SymbolId } from "@sdl/model";
import type { CardBody, CardDetail } from "./cards/card.js";
import type { ResolutionMetadata } from "./cards/resolution.js";
import type { CardSource } from "./source/source-lines.js";

/** The kind of seed that a start symbol came from. */
export type SeedSource = "entry" | "editedFiles" | "stackTrace" | "failingTest" | "taskText";

/** Signals of a score before weighting, each 0..1. Absent signals are omitted. */
export interface ScoreParts {
  readonly query: number;
  readonly trace?: number;
  readonly hotness: number;
  readonly structure: number;
  readonly kind: number;
  /** Relation of the symbol's cluster to those of the start symbols; absent if it adds no bonus. */
  readonly cluster?: "same" | "related";
}

/** Reasons for the selection of a card. */
export interface Why {
  /** Path from the start symbol: `taskText: authenticate`, then steps such as `calls validateToken`, `called by handle`. */
  readonly path: readonly string[];
  /** The path's last step in words, seen from the symbol, such as `called by handle`. Text format only. */
  readonly lastStep?: string;
  /** Words of the symbol's qualified name or file name that occur in the task, in their original spelling. */
  readonly matches?: readonly string[];
  readonly score: number;
  readonly parts: ScoreParts;
}

/** A card within a slice, without etag and version: etags are in the slice's side table. */
export interface SliceCard extends CardBody {
  /** Source lines that the slice shows of the symbol. */
  readonly source?: CardSource;
  /** Present only if the request has `explain`. */
  readonly why?: Why;
}

/** Reference to a card that the client has, in place of the card. */
export interface CardRef {
  readonly symbolId: SymbolId;
  readonly etag: string;
  /** Detail level of the client's card. */
  readonly detailLevel: CardDetail;
}

/** The strongest edge from one card to another. */
export interface SliceEdge extends Partial<ResolutionMetadata> {
  readonly from: SymbolId;
  readonly to: SymbolId;
  readonly kind: EdgeKind;
  /** Weight of the edge's kind, see `EDGE_WEIGHTS`. */
  readonly weight: number;
  /** 0..1, a multiple of 0.01. */
  readonly confidence: number;
}

/** A relevant symbol that is not in the slice. */
export interface FrontierEntry {
  readonly symbolId: SymbolId;
  readonly name: string;
  readonly score: number;
  /** The last step of the path to it, such as `called by handle`. */
  readonly why: string;
  /** Standard and text formats only, like `line`. */
  readonly file?: string;
  readonly line?: number;
}

/** A symbol that the search started from. */
export interface StartSymbol {
  readonly symbolId: SymbolId;
  readonly source: SeedSource;
  readonly score: number;
}

/** The reason why the search for candidates ended. */
export type SearchStop = "candidateLimit" | "relevance" | "exhausted";
/** The reason why the selection among candidates ended; `complete` if every candidate is in the slice. */
export type SelectionStop = "maxCards" | "tokens" | "complete";

/** What the budget left out. */
export interface Truncation {
  readonly truncated: boolean;
  /** Number of candidates that are neither cards nor references. */
  readonly droppedCards: number;
  /** Number of edges between candidates of which at least one was dropped. */
  readonly droppedEdges: number;
  readonly search: SearchStop;
  readonly selection: SelectionStop;
  /** Handle for paging through the dropped candidates; absent if there are none or the caller does not serve them. */
  readonly spilloverHandle?: string;
  readonly howToResume: string;
}

interface SliceBudgetUse {
  /** Tokens of the whole encoded result, this number included. */
  readonly used: number;
  readonly allowed: number;
  /** Tokens of the smallest possible answer; present if `allowed` is less. */
  readonly minimumRequired?: number;
}

/** Number of the slice's edges by confidence: high from 0.9, medium from 0.7. */
export interface ConfidenceDistribution {
  readonly high: number;
  readonly medium: number;
  readonly low: number;
}

/** The complete content of a slice. */
export interface Slice {
  /** Cards by descending score, forced ones first. */
  readonly cards: readonly SliceCard[];
  readonly cardRefs: readonly CardRef[];
  /** Etag of each card, by symbol id. */
  readonly etags: Readonly<Record<string, string>>;
  readonly edges: readonly SliceEdge[];
  readonly frontier: readonly FrontierEntry[];
  readonly startSymbols: readonly StartSymbol[];
  readonly truncation?: Truncation;
  readonly budget: SliceBudgetUse;
  readonly confidenceDistribution: ConfidenceDistribution;
  /** Memories from the caller, unchanged. */
  readonly memories?: readonly unknown[];
}
