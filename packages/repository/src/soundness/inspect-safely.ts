/** Inspection of a store in this process, with failures as results. */

import { inspectStore, type StoreInspection } from "@sdl/graph";
import { GraphError, messageOf } from "@sdl/model";

/** What to inspect. */
export interface InspectionRequest {
  readonly directory: string;
  /** Minimum number of writes that the store must have had. */
  readonly writes: number;
  /** Whether only pages and checksums are inspected: nothing is decoded, and nothing is mapped before it is found sound. */
  readonly pagesOnly: boolean;
}

/** Findings; `failure` if the inspection failed. */
export type InspectionReply = StoreInspection | { readonly failure: string };

/** Result for a store that was never completed, and so has nothing wrong. */
const NOTHING: StoreInspection = { faults: [], writes: 0, records: 0, sizeBytes: 0, tableBytes: {}, readers: [] };

/** Inspects a store. Never rejects. */
export async function inspectStoreSafely({ directory, ...options }: InspectionRequest): Promise<InspectionReply> {
  try {
    return await inspectStore(directory, options);
  } catch (error) {
    if (error instanceof GraphError && error.code === "STORE_MISSING") return NOTHING;
    return { failure: messageOf(error) };
  }
}
