/** History behind a ledger's latest version, as derivation reads it, for measurements. */
import type { HistoryData } from "@sdl/model/graph";
import { type HistoryRequest, readHistory as read } from "../history/read-history.js";
import { createMasker } from "../masking/masker.js";

/** Reads the history; throws instead of logging faults. */
export function readHistory(request: Omit<HistoryRequest, "masker">): Promise<HistoryData | undefined> {
  return read({ ...request, masker: createMasker() });
}
