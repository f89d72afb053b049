/** The delta of two versions as a client requests it, within its budget. */
import { type DeltaPack, type PackedAmplifier, packAmplifiers, packDelta } from "@sdl/delta";
import { loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { type Answer, pruneAnswer } from "../../contract/prune-answer.js";
import { sanitizeAnswer } from "../../contract/sanitize-answer.js";
import { withOwnTokenCount } from "../../contract/self-count.js";
import { type DeltaRequest, openDelta } from "../../query/compute-delta.js";
import type { Query } from "../../query/run-query.js";
import { warningsOf } from "../slice/build-slice.js";
import { type DeltaBudget, type DeltaShare, fitDelta } from "./fit-delta.js";
import { makeDeltaHandle, storeTrimmed } from "./trimmed-delta.js";

/** Which versions to compare, and the budget. */
export interface GetDeltaRequest extends DeltaRequest {
  readonly budget: Pick<DeltaBudget, "maxEstimatedTokens"> & { readonly maxCards?: number | undefined };
}

/** Default entries by format: as text, an entry costs a fifth of the tokens that it costs as JSON. */
const DEFAULT_ENTRIES = { json: 30, text: 120 };

/** Maximum amplifiers shown beside a delta, by the dependents they gained, descending. */
const MAX_AMPLIFIERS = 10;

/** @throws {SdlError} `version_not_found`, `busy` */
export async function getDelta(query: Query, request: GetDeltaRequest, context: RunContext): Promise<object> {
  const { delta, names } = await openDelta(context, query, request);
  const pack = packDelta(delta, names);
  const amplifiers = packAmplifiers(delta).slice(0, MAX_AMPLIFIERS);
  const { maxEstimatedTokens: allowed, maxCards = DEFAULT_ENTRIES[context.text === undefined ? "json" : "text"] } =
    request.budget;
  const budget: DeltaBudget = { maxCards, maxEstimatedTokens: allowed };
  const countTokens = await loadTokenCounter();
  const handle = makeDeltaHandle(query, names, budget);
  const write = (share: DeltaShare, used: number, isFloor = false): Answer =>
    pruneAnswer({
      ...sharedFields(pack, amplifiers, { share, handle }),
      budget: { used, allowed, ...(isFloor ? { minimumRequired: used } : {}) },
      ...query.basis,
      warnings: warningsOf(query),
    });
  const share = fitDelta({
    changed: pack.changedSymbols,
    blast: pack.blastRadius,
    budget,
    countTokens,
    answer: (part) => context.sentAs(sanitizeAnswer(write(part, LONGEST_COST))),
  });
  const trimmed = { changed: pack.changedSymbols.slice(share.changed), blast: pack.blastRadius.slice(share.blast) };
  if (trimmed.changed.length + trimmed.blast.length > 0) storeTrimmed(query, handle, names, trimmed);
  const counted = withOwnTokenCount((used) => write(share, used), countTokens, context.sentAs);
  return counted.tokens <= allowed
    ? counted.answer
    : withOwnTokenCount((used) => write(share, used, true), countTokens, context.sentAs).answer;
}

/** A token count with as many digits as any actual count. */
const LONGEST_COST = 100_000;

interface PagedShare {
  readonly share: DeltaShare;
  /** The handle by which the rest is paged. */
  readonly handle: string;
}

function sharedFields(pack: DeltaPack, amplifiers: readonly PackedAmplifier[], { share, handle }: PagedShare): object {
  const { changed, blast } = share;
  const dropped = {
    changedSymbols: pack.changedSymbols.length - changed,
    blastRadius: pack.blastRadius.length - blast,
  };
  const droppedCards = dropped.changedSymbols + dropped.blastRadius;
  return {
    delta: {
      ...pack,
      changedSymbols: pack.changedSymbols.slice(0, changed),
      blastRadius: pack.blastRadius.slice(0, blast),
      ...(droppedCards === 0
        ? {}
        : { truncation: describeTruncation(droppedCards), trimmedSet: dropped, spilloverHandle: handle }),
    },
    amplifiers,
  };
}

function describeTruncation(droppedCards: number): object {
  return {
    truncated: true,
    droppedCards,
    droppedEdges: 0,
    howToResume: "page with sdl.slice.spillover.get and the spilloverHandle, or raise the budget",
  };
}
