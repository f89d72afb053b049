/** Unpacking of a batch's reply, job by job. */
import { failedReason } from "@sdl/model";
import type { BatchReply, ExtractOutcome } from "./messages.js";

/**
 * The outcome of the batch's job number `index`. The page is a view of the reply's buffer; the ids are copied, since
 * they are kept longer.
 */
export function unpack(reply: BatchReply, index: number): ExtractOutcome {
  const packed = reply.outcomes[index];
  if (packed === undefined)
    return { status: "skipped", reason: failedReason("the worker gave no outcome"), isFault: true };
  if (packed.status !== "facts") return packed;
  const { key, stat, isGenerated, blobId, pageStart, pageLength, idsStart, idsLength } = packed;
  const same = { status: "facts", key, stat, isGenerated, blobId } as const;
  if (pageLength === 0) return { ...same, page: undefined, symbolIds: undefined };
  return {
    ...same,
    page: new Uint8Array(reply.buffer, pageStart, pageLength),
    symbolIds: new Uint32Array(reply.buffer, idsStart, idsLength / 4).slice(),
  };
}
