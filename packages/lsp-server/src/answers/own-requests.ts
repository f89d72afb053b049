/**
 * Requests beyond the protocol (`sdl/…`). Each returns the text that an agent would get, and data for the editor to show. The client shows their
 * errors, because the user made the request.
 */
import { blastRadius } from "./blast-radius.js";
import { handleGraphRequest } from "./graph-request.js";
import { handleDoctorRequest, handleReindexRequest, handleStatusRequest } from "./index-status.js";
import type { ServerContext } from "./inquiry.js";
import { handleMemoriesRequest, storeMemory } from "./memories.js";
import { handleCardRequest, handleSliceRequest } from "./slice-request.js";

type OwnRequest = (sources: ServerContext, params: never, signal: AbortSignal) => Promise<object>;

/** Handlers by method. */
export const OWN_REQUESTS: Readonly<Record<string, OwnRequest>> = {
  "sdl/slice": handleSliceRequest,
  "sdl/card": handleCardRequest,
  "sdl/blastRadius": blastRadius,
  "sdl/graph": handleGraphRequest,
  "sdl/memories": handleMemoriesRequest,
  "sdl/storeMemory": storeMemory,
  "sdl/status": handleStatusRequest,
  "sdl/reindex": handleReindexRequest,
  "sdl/doctor": handleDoctorRequest,
};
