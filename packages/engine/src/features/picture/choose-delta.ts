/** What changed between two versions and what that may reach: symbols of the later graph, and of the earlier one those that went. */
import type { Delta, RatedChange } from "@sdl/delta";
import type { PictureChange } from "@sdl/model/graph";
import type { ActionContext } from "../../contract/action.js";
import { openDelta } from "../../query/compute-delta.js";
import type { Query } from "../../query/run-query.js";
import type { ChosenPart, DrawnSymbol } from "./drawn-symbol.js";
import type { CheckedRequest } from "./picture-request.js";

export interface ChosenDelta extends ChosenPart {
  readonly delta: Delta;
  /** Handles are of the earlier graph. */
  readonly removed: readonly DrawnSymbol[];
}

/** Of a picture that is too small for all, so much is for what changed: the rest is why one looks at it. */
const SHARE_OF_CHANGES = 0.6;

/** @throws {SdlError} `version_not_found`, `busy` */
export async function chooseDelta(
  context: ActionContext,
  query: Query,
  { delta: asked, limit }: CheckedRequest,
): Promise<ChosenDelta> {
  const { from = "", to = "" } = asked ?? {};
  const { delta } = await openDelta(context, query, { fromVersion: from, toVersion: to });
  const { changes, blast } = delta;
  const forChanges = Math.max(limit - blast.length, Math.ceil(limit * SHARE_OF_CHANGES));
  const changed = changes.slice(0, forChanges);
  const reached = blast.slice(0, limit - changed.length);
  const symbols = [
    ...changed.flatMap((change) =>
      change.after === undefined ? [] : [{ handle: change.after, change: changeOf(change) }],
    ),
    ...reached.map(({ symbol, distance, reason }) => ({ handle: symbol, effect: { distance, reason } })),
  ];
  const removed = changed.flatMap((change) =>
    change.after === undefined && change.before !== undefined
      ? [{ handle: change.before, change: changeOf(change) }]
      : [],
  );
  const notes: string[] = [];
  if (changes.length === 0) notes.push("No symbol differs between the two.");
  if (changed.length < changes.length)
    notes.push(`${changed.length} of ${changes.length} changed symbols: the riskiest.`);
  if (reached.length < blast.length)
    notes.push(`${reached.length} of ${blast.length} symbols that may be affected: those that most likely are.`);
  return { title: `${from} → ${to}`, symbols, removed, notes, delta };
}

function changeOf({ changeType, risk }: RatedChange): PictureChange {
  return { type: changeType, risk: Math.round(risk.value * 100) };
}
