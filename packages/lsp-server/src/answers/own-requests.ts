/**
 * Requests beyond the protocol (`sdl/…`). Each returns the text that an agent would get, and data for the editor to show. The client shows their
 * errors, because the user made the request.
 */
import { blastRadius } from "./blast-radius.js";
import { graph } from "./graph-request.js";
import { doctor, reindex, status } from "./index-status.js";
import type { ServerContext } from "./inquiry.js";
import { memories, storeMemory } from "./memories.js";
import { card, slice } from "./slice-request.js";

type OwnRequest = (sources: ServerContext, params: never, signal: AbortSignal) => Promise<object>;

/** Handlers by method. */
export const OWN_REQUESTS: Readonly<Record<string, OwnRequest>> = {
  "sdl/slice": slice,
  "sdl/card": card,
  "sdl/blastRadius": blastRadius,
  "sdl/graph": graph,
  "sdl/memories": memories,
  "sdl/storeMemory": storeMemory,
  "sdl/status": status,
  "sdl/reindex": reindex,
  "sdl/doctor": doctor,
};
