/**
 * Faults of the program that cost one file something and the refresh nothing: how the log and the list of skipped files tell of them.
 * Knows messages and paths; refuses to know what failed.
 */
import { failedReason, GraphError, unlinkedReason } from "@sdl/model";
import type { ProgramFault } from "./machine/program-log.js";
import { createMasker } from "./masking/masker.js";

export type OnFault = (fault: ProgramFault) => void;

const masker = createMasker();

/** The reason of a file or folder that the program failed at, as it is stored. */
export function failedLine(error: unknown): string {
  return masker.mask(failedReason(error));
}

/** The reason of a file that linking failed at, as it is stored. */
export function unlinkedLine(error: unknown): string {
  return masker.mask(unlinkedReason(error));
}

/**
 * Whether an error costs only the part that was being worked on: a file, a link, history, layers. The store's own errors concern the whole
 * index, and cancelling ends the call.
 */
export function costsOnlyItsPart(error: unknown): boolean {
  return !(error instanceof GraphError) && !(error instanceof Error && error.name === "AbortError");
}
