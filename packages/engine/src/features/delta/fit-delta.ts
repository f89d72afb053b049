/**
 * As much of a delta as its budget holds. Changed symbols and blast radius are cut from their ends, where the least risky and the
 * farthest stand; the tokens are those of the whole answer as it is sent.
 */
import { largestWhere } from "@sdl/model";
import type { CountTokens } from "@sdl/slice";

export interface DeltaBudget {
  /** Entries of both lists together. */
  readonly maxCards: number;
  readonly maxEstimatedTokens: number;
}

/** How many entries of each list are sent. */
export interface DeltaShare {
  readonly changed: number;
  readonly blast: number;
}

export interface FitRequest {
  readonly changed: readonly object[];
  readonly blast: readonly object[];
  readonly budget: DeltaBudget;
  readonly countTokens: CountTokens;
  /** The whole answer with so many entries of each, as its client gets it. */
  answer(share: DeltaShare): string;
}

/** Of the entries, so many are kept for what changed, as long as both lists have more than there is room for. */
const CHANGED_SHARE = 0.6;

/**
 * @returns the largest shares whose answer keeps the budget; where even one changed symbol does not, an answer with that one: the floor
 */
export function fitDelta(request: FitRequest): DeltaShare {
  const { changed, blast, budget, countTokens } = request;
  const most = shareCards(changed.length, blast.length, budget.maxCards);
  const tokensOf = (share: DeltaShare): number => countTokens(request.answer(share));
  if (tokensOf(most) <= budget.maxEstimatedTokens) return most;
  const order = interleave(most);
  const fits = (count: number) => tokensOf(takeFirst(order, count)) <= budget.maxEstimatedTokens;
  return takeFirst(order, Math.max(largestWhere(0, order.length - 1, fits), Math.min(1, order.length)));
}

function shareCards(changed: number, blast: number, maxCards: number): DeltaShare {
  if (changed + blast <= maxCards) return { changed, blast };
  const kept = Math.min(changed, Math.max(Math.ceil(maxCards * CHANGED_SHARE), maxCards - blast));
  return { changed: kept, blast: Math.min(blast, maxCards - kept) };
}

type List = keyof DeltaShare;

/** Which list each entry comes from, so that every beginning holds both in about the same proportion; what changed comes first. */
function interleave({ changed, blast }: DeltaShare): List[] {
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
