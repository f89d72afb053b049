/** Symbols of a slice as it was last sent, found by its handle, for a picture beside the answer. */

import { decodeShape, parseCanonicalRequest, type Slice } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import { findSlice } from "../slice/live-slice.js";
import { leaseExpiredError } from "../slice/slice-state.js";
import type { GivenSymbols } from "./picture-request.js";

/** Which slice. */
export interface SentSliceRequest {
  readonly repoId?: string | undefined;
  readonly sliceHandle: string;
}

/** Maximum length of a title, in characters: a task may be a whole issue text. */
const MOST_OF_TITLE = 120;
const MOST_NAMES = 3;

/**
 * Accepts a slice whose lease has ended, as long as it is stored.
 * @throws {SdlError} `handle_unknown`; `lease_expired` if its symbols are no longer stored
 */
export async function symbolsOfSlice(
  context: ActionContext,
  { repoId, sliceHandle }: SentSliceRequest,
): Promise<{ readonly repoId: string; readonly symbols: GivenSymbols }> {
  const call = { action: "sdl.slice.refresh", parameter: "sliceHandle", handle: sliceHandle, repoId };
  const { entry, repository, known } = await findSlice(context, call);
  const version = known.lease.versions.at(-1);
  const sent = version === undefined ? undefined : repository.sessions.shape(known.handle, version);
  if (sent === undefined) throw leaseExpiredError(entry, known, "its symbols are no longer stored");
  const slice = decodeShape(sent.shape);
  const { taskText, stackTrace, failingTestPath } = parseCanonicalRequest(known.record.request);
  const ids = [...slice.cards, ...slice.cardRefs].map(({ symbolId }) => symbolId);
  return {
    repoId: entry.repoId,
    symbols: {
      title: titleFromText(taskText ?? failingTestPath ?? stackTrace ?? startNames(slice)),
      ids,
      starts: slice.startSymbols.map(({ symbolId }) => symbolId),
      leftOut: known.record.dropped.length,
    },
  };
}

function startNames({ startSymbols, cards }: Slice): string {
  const names = startSymbols.flatMap(({ symbolId }) => cards.find((card) => card.symbolId === symbolId)?.name ?? []);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  return `${names.slice(0, MOST_NAMES).join(", ")}${more}`;
}

/** The first line that is not blank, shortened. */
function titleFromText(text: string): string {
  const [line = "Slice"] = text.split("\n").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
  return line.length > MOST_OF_TITLE ? `${line.slice(0, MOST_OF_TITLE)}…` : line;
}
