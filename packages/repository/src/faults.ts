/** Faults of the program that affect only part of a refresh: their texts in the log and in the list of skipped files. */
import { failedReason, GraphError, unlinkedReason } from "@sdl/model";
import type { ProgramFault } from "./machine/program-log.js";
import { createMasker } from "./masking/masker.js";

/** Called with a fault for the log. */
export type OnFault = (fault: ProgramFault) => void;

const masker = createMasker();

/** Stored skip reason of a file or folder at which the program failed. */
export function maskedFailedReason(error: unknown): string {
  return masker.mask(failedReason(error));
}

/** Stored reason of a file whose links could not be computed. */
export function maskedUnlinkedReason(error: unknown): string {
  return masker.mask(unlinkedReason(error));
}

/**
 * Whether an error affects only the part being processed: a file, a link, history, layers. Errors of the store concern
 * the whole index, and a cancellation ends the call.
 */
export function isIsolatedFault(error: unknown): boolean {
  return !(error instanceof GraphError) && !(error instanceof Error && error.name === "AbortError");
}
