/** Symbols of a delta picture: changed and affected symbols of the later graph, removed ones of the earlier graph. */
import type { Delta, RatedChange } from "@sdl/delta";
import type { PictureChange } from "@sdl/model/graph";
import type { ActionContext } from "../../contract/action.js";
import { openDelta } from "../../query/compute-delta.js";
import type { Query } from "../../query/run-query.js";
import type { ChosenPart, DrawnSymbol } from "./drawn-symbol.js";
import type { CheckedRequest } from "./picture-request.js";

/** What a graph picture of the difference between two versions shows: the chosen symbols, and the delta itself. */
export interface ChosenDelta extends ChosenPart {
  readonly delta: Delta;
  /** Removed symbols; their handles are of the earlier graph. */
  readonly removed: readonly DrawnSymbol[];
}

/** Share of the symbol limit that is reserved for changed symbols, because they are the picture's subject. */
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
      change.after === undefined ? [] : [{ handle: change.after, change: pictureChange(change) }],
    ),
    ...reached.map(({ symbol, distance, reason }) => ({ handle: symbol, effect: { distance, reason } })),
  ];
  const removed = changed.flatMap((change) =>
    change.after === undefined && change.before !== undefined
      ? [{ handle: change.before, change: pictureChange(change) }]
      : [],
  );
  const notes: string[] = [];
  if (changes.length === 0) notes.push("No symbol changed between the two versions.");
  if (changed.length < changes.length)
    notes.push(`Shows the ${changed.length} riskiest of ${changes.length} changed symbols.`);
  if (reached.length < blast.length)
    notes.push(`Shows the ${reached.length} most likely of ${blast.length} symbols that may be affected.`);
  return { title: `${from} → ${to}`, symbols, removed, notes, delta };
}

function pictureChange({ changeType, risk }: RatedChange): PictureChange {
  return { type: changeType, risk: Math.round(risk.value * 100) };
}
