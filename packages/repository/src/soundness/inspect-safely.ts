/** A look at a store in this process, whatever comes of it. */

import { inspectStore, type StoreInspection } from "@sdl/graph";
import { GraphError, messageOf } from "@sdl/model";

export interface InspectionRequest {
  readonly directory: string;
  /** The store was written at least so often. */
  readonly writes: number;
  /** Only pages and checksums: nothing is decoded, and nothing mapped before they were found sound. */
  readonly pagesOnly: boolean;
}

/** What was seen; `failure` when nothing could be. */
export type InspectionReply = StoreInspection | { readonly failure: string };

/** A store that was never finished holds nothing that could be wrong. */
const NOTHING: StoreInspection = { faults: [], writes: 0, records: 0, sizeBytes: 0, tableBytes: {}, readers: [] };

/** Never rejects. */
export async function inspect({ directory, ...options }: InspectionRequest): Promise<InspectionReply> {
  try {
    return await inspectStore(directory, options);
  } catch (error) {
    if (error instanceof GraphError && error.code === "STORE_MISSING") return NOTHING;
    return { failure: messageOf(error) };
  }
}
