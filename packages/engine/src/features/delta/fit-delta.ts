/**
 * Fits a delta into its budget. Both lists are cut at the end, where the least risky changes and the farthest affected symbols are; tokens are
 * those of the whole answer as sent.
 */
import { largestWhere } from "@sdl/model";
import type { CountTokens } from "@sdl/slice";

/** Limits of a delta. */
export interface DeltaBudget {
  /** Maximum entries of both lists together. */
  readonly maxCards: number;
  readonly maxEstimatedTokens: number;
}

/** Number of entries of each list that are sent. */
export interface DeltaShare {
  readonly changed: number;
  readonly blast: number;
}

/** The entries to fit, and how the answer is counted. */
export interface FitRequest {
  readonly changed: readonly object[];
  readonly blast: readonly object[];
  readonly budget: DeltaBudget;
  readonly countTokens: CountTokens;
  /** The whole answer, as its client receives it, with the given number of entries. */
  answer(share: DeltaShare): string;
}

/** Share of the entries that is reserved for changed symbols, if both lists exceed their share. */
const CHANGED_SHARE = 0.6;

/**
 * @returns the largest numbers of entries whose answer keeps the budget; if even one changed symbol does not, one changed symbol, which is the
 * minimum
 */
export function fitDelta(request: FitRequest): DeltaShare {
  const { changed, blast, budget, countTokens } = request;
  const most = shareCards(changed.length, blast.length, budget.maxCards);
  const tokensOf = (share: DeltaShare): number => countTokens(request.answer(share));
  if (tokensOf(most) <= budget.maxEstimatedTokens) return most;
  const order = interleaveLists(most);
  const fits = (count: number) => tokensOf(takeFirst(order, count)) <= budget.maxEstimatedTokens;
  return takeFirst(order, Math.max(largestWhere(0, order.length - 1, fits), Math.min(1, order.length)));
}

function shareCards(changed: number, blast: number, maxCards: number): DeltaShare {
  if (changed + blast <= maxCards) return { changed, blast };
  const kept = Math.min(changed, Math.max(Math.ceil(maxCards * CHANGED_SHARE), maxCards - blast));
  return { changed: kept, blast: Math.min(blast, maxCards - kept) };
}

type List = keyof DeltaShare;

/** The order in which entries of both lists are added, so that any prefix has them in about the same proportion; begins with a changed symbol. */
function interleaveLists({ changed, blast }: DeltaShare): List[] {
  const order: List[] = [];
  for (let c = 0, b = 0; c < changed || b < blast; ) {
    const isChanged = b >= blast || (c < changed && c * (1 - CHANGED_SHARE) <= b * CHANGED_SHARE);
    order.push(isChanged ? "changed" : "blast");
    if (isChanged) c++;
    else b++;
  }
  return order;
}

function takeFirst(order: readonly List[], count: number): DeltaShare {
  const changed = order.slice(0, count).filter((list) => list === "changed").length;
  return { changed, blast: count - changed };
}
