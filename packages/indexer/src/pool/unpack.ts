/** Unpacking of a batch's reply, job by job. */
import { failedReason } from "@sdl/model";
import { type BatchReply, type ExtractJob, type ExtractOutcome, foundStat, PLACE_NUMBERS } from "./messages.js";

/**
 * The outcome of the batch's job number `index`. The page is a view of the reply's buffer; the ids are copied, since
 * they are kept longer.
 */
export function unpack({ outcomes, places, buffer }: BatchReply, index: number, job: ExtractJob): ExtractOutcome {
  const packed = outcomes[index];
  if (packed !== undefined && packed.status !== "facts") return packed;
  const stat = packed?.stat ?? foundStat(job);
  if (packed === undefined || stat === undefined)
    return { status: "skipped", reason: failedReason("the worker gave no outcome"), isFault: true };
  const { key, isGenerated, blobId } = packed;
  const same = { status: "facts", key, stat, isGenerated, blobId } as const;
  const [pageStart = 0, pageLength = 0, idsStart = 0, idsLength = 0] = places.subarray(PLACE_NUMBERS * index);
  if (pageLength === 0) return { ...same, page: undefined, symbolIds: undefined };
  return {
    ...same,
    page: new Uint8Array(buffer, pageStart, pageLength),
    symbolIds: new Uint32Array(buffer, idsStart, idsLength / 4).slice(),
  };
}
