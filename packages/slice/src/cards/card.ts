/** Cards: facts about one symbol, at five levels of detail. */

import type { Range, SymbolId, SymbolKind, Visibility } from "@sdl/model";
import type { Signature } from "@sdl/model/graph";
import type { CardDependent } from "./dependents.js";
import type { CanonicalTest, CardCluster, CardProcess } from "./derived-fields.js";

/** Detail levels, lowest first; each contains every field of the previous level. */
export const DETAIL_LEVELS = ["minimal", "signature", "deps", "compact", "full"] as const;
/** Level of detail of a card, see {@link DETAIL_LEVELS}. */
export type CardDetail = (typeof DETAIL_LEVELS)[number];

/** Position of a level in {@link DETAIL_LEVELS}. */
export function detailRank(detail: CardDetail): number {
  return DETAIL_LEVELS.indexOf(detail);
}

/** Signature on a card: the text from level `signature`, its parts at `full`. */
export type CardSignature = Signature;

/** Labels of a symbol's dependencies: qualified names, paths for modules. */
export interface CardDeps {
  readonly imports?: readonly string[];
  readonly calls?: readonly string[];
}

/** Numbers about a symbol's use and change. */
export interface CardMetrics {
  /** Number of distinct symbols with an edge to this symbol. */
  readonly fanIn: number;
  /** Number of distinct symbols that this symbol has an edge to. */
  readonly fanOut: number;
  /** Number of commits in the 30 days before the indexed commit that changed the symbol's lines; absent without git. */
  readonly churn30d?: number;
  /** Tests that exercise the symbol, best first; at `compact` only the best. */
  readonly testRefs?: readonly string[];
  /** Level `full` only. */
  readonly canonicalTest?: CanonicalTest;
}

/** Resolution of one outgoing call. Without `symbolId` the target is outside of the repository or unknown. */
export interface ResolvedCall {
  readonly symbolId?: SymbolId;
  readonly label: string;
  /** Confidence of the call edge, 0..1. */
  readonly confidence: number;
  readonly resolutionReason: string;
  readonly resolverId: string;
  readonly resolutionPhase: "pass1" | "pass2";
}

/** How a card's calls were resolved. */
export interface CallResolution {
  readonly minCallConfidence?: number;
  readonly calls: readonly ResolvedCall[];
}

/** Fields of a card in single answers and in slices. Absent and empty fields are omitted. */
export interface CardBody {
  readonly symbolId: SymbolId;
  /** Qualified name, as in every answer; for a module its path. */
  readonly name: string;
  readonly kind: SymbolKind;
  readonly file: string;
  /** Line of the symbol's name in the file, from 1. */
  readonly line: number;
  /** Qualified name of a nested symbol, from level `signature`; repeats `name`, because the contract has both fields. */
  readonly qualifiedName?: string;
  readonly exported?: boolean;
  readonly visibility?: Visibility;
  readonly signature?: CardSignature;
  /** From level `deps`. */
  readonly deps?: CardDeps;
  /** From level `deps`, if `includeResolutionMetadata` is set. */
  readonly callResolution?: CallResolution;
  /** From level `compact`. */
  readonly summary?: string;
  readonly metrics?: CardMetrics;
  /** Conditions that hold, as short statements; level `full` only. */
  readonly invariants?: readonly string[];
  /** Side effects as short statements: own ones with lines, those of callees marked `via`; level `full` only. */
  readonly sideEffects?: readonly string[];
  readonly cluster?: CardCluster;
  /** Level `full` only. */
  readonly range?: Range;
  readonly processes?: readonly CardProcess[];
  readonly detailLevel: CardDetail;
}

/** A single card, as the action `getCard` returns it. */
export interface Card extends Omit<CardBody, "line"> {
  /** Omitted at `full` if the range begins at this line. */
  readonly line?: number;
  readonly repoId?: string;
  /** Symbols with an edge to this symbol, best first, at most four; level `full` only. */
  readonly usedBy?: readonly CardDependent[];
  readonly etag: string;
  readonly version: { readonly ledgerVersion: string; readonly astFingerprint: string };
}
