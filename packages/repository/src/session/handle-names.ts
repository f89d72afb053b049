/**
 * Handles of slices, of their spillover and of deltas: a letter for what they stand for, four digits of the repository's name, twelve of
 * what was asked at which state. So a handle names its repository without a table of handles: a process finds it among the registered
 * ones by a hash of each name, and equal requests of equally named repositories have equal handles on every machine. All digits are decimal:
 * every handle then costs the same tokens, and a floor of a budget that was stated once holds for the next handle too.
 */
import { hashDigits } from "@sdl/model/text";

const PREFIXES = { slice: "h_", spillover: "sp_", delta: "d_" } as const;
type HandleKind = keyof typeof PREFIXES;

const REPOSITORY_DIGITS = 4;
const REQUEST_DIGITS = 12;
const FORM = /^(?:h|sp|d)_(\d{4})\d{12}$/;

/** @param request what was asked at which state, as text: equal texts, equal handles */
export function handleName(kind: HandleKind, repoId: string, request: string): string {
  return `${PREFIXES[kind]}${repositoryDigits(repoId)}${hashDigits(request).slice(-REQUEST_DIGITS)}`;
}

/** Both handles of a slice are made of the same digits. */
export function spilloverHandleOf(sliceHandle: string): string {
  return sliceHandle.replace(/^h_/, PREFIXES.spillover);
}

/** A slice's handle, from it or its spillover's. */
export function sliceHandleOf(handle: string): string {
  return handle.replace(/^sp_/, PREFIXES.slice);
}

export function isDeltaHandle(handle: string): boolean {
  return handle.startsWith(PREFIXES.delta);
}

/** False for handles of other repositories; true also for those of the few whose names have the same digits. */
export function mayBelongTo(handle: string, repoId: string): boolean {
  return FORM.exec(handle)?.[1] === repositoryDigits(repoId);
}

function repositoryDigits(repoId: string): string {
  return hashDigits(repoId).slice(-REPOSITORY_DIGITS);
}
