/** Cards: what is said of one symbol, at five levels of detail. */

import type { Range, SymbolId, SymbolKind, Visibility } from "@sdl/model";
import type { Signature } from "@sdl/model/graph";
import type { CardDependent } from "./dependents.js";
import type { CanonicalTest, CardCluster, CardProcess } from "./derived-fields.js";

/** Poorest first; each holds every field of the one before. */
export const DETAIL_LEVELS = ["minimal", "signature", "deps", "compact", "full"] as const;
export type CardDetail = (typeof DETAIL_LEVELS)[number];

/** Position of a level in {@link DETAIL_LEVELS}. */
export function detailRank(detail: CardDetail): number {
  return DETAIL_LEVELS.indexOf(detail);
}

/** A signature as a card shows it: the text from `signature` on, its parts at `full`. */
export type CardSignature = Signature;

/** Labels of what a symbol leans on: qualified names, paths for modules. */
export interface CardDeps {
  readonly imports?: readonly string[];
  readonly calls?: readonly string[];
}

export interface CardMetrics {
  /** Distinct symbols with an edge to this one. */
  readonly fanIn: number;
  /** Distinct symbols that this one has an edge to. */
  readonly fanOut: number;
  /** Commits of the 30 days before the indexed one that changed its lines; absent without git. */
  readonly churn30d?: number;
  /** Tests that exercise the symbol, best first; at `compact` the best alone. */
  readonly testRefs?: readonly string[];
  /** At `full`. */
  readonly canonicalTest?: CanonicalTest;
}

/** How one outgoing call was bound. Without `symbolId`: a call that leaves the repository or leads nowhere. */
export interface ResolvedCall {
  readonly symbolId?: SymbolId;
  readonly label: string;
  /** 0..1 */
  readonly confidence: number;
  readonly resolutionReason: string;
  readonly resolverId: string;
  readonly resolutionPhase: "pass1" | "pass2";
}

export interface CallResolution {
  readonly minCallConfidence?: number;
  readonly calls: readonly ResolvedCall[];
}

/** What every card has, whatever its use. Absent and empty fields are left out. */
export interface CardBody {
  readonly symbolId: SymbolId;
  /** Qualified, as in every answer; a module's is its path. */
  readonly name: string;
  readonly kind: SymbolKind;
  readonly file: string;
  /** Where the name stands. */
  readonly line: number;
  /** From `signature` on, of what stands in another symbol: the name, under the field that the contract has for it. */
  readonly qualifiedName?: string;
  readonly exported?: boolean;
  readonly visibility?: Visibility;
  readonly signature?: CardSignature;
  /** From `deps` on. */
  readonly deps?: CardDeps;
  /** From `deps` on, when asked for. */
  readonly callResolution?: CallResolution;
  /** From `compact` on. */
  readonly summary?: string;
  readonly metrics?: CardMetrics;
  /** At `full`: what must hold, as short statements. */
  readonly invariants?: readonly string[];
  /** At `full`: what it does to the world, its own with lines, those of callees marked `via`. */
  readonly sideEffects?: readonly string[];
  readonly cluster?: CardCluster;
  /** At `full`. */
  readonly range?: Range;
  readonly processes?: readonly CardProcess[];
  readonly detailLevel: CardDetail;
}

/** A card by itself, as `getCard` answers. */
export interface Card extends Omit<CardBody, "line"> {
  /** Left out at `full` where the range begins at that line. */
  readonly line?: number;
  readonly repoId?: string;
  /** At `full`: who leans on the symbol, best first, at most a few. */
  readonly usedBy?: readonly CardDependent[];
  readonly etag: string;
  readonly version: { readonly ledgerVersion: string; readonly astFingerprint: string };
}
