/**
 * Names of slice, spillover and delta handles: a letter for the kind, four digits from the repository's name, twelve
 * from the request and its state. So a handle identifies its repository without a table of handles: a process hashes
 * the names of the registered repositories, and equal requests to equally named repositories have equal handles on
 * every machine. All digits are decimal: every handle costs the same number of tokens, so a minimum budget reported
 * once holds for the next handle too.
 * On a server that is one of several, more may follow after a question mark, see `stated-handle.ts` of the engine.
 */
import { hashDigits } from "@sdl/model/text";

const PREFIXES = { slice: "h_", spillover: "sp_", delta: "d_" } as const;
type HandleKind = keyof typeof PREFIXES;

const REPOSITORY_DIGITS = 4;
const REQUEST_DIGITS = 12;
const FORM = /^(?:h|sp|d)_(\d{4})\d{12}(?:\?|$)/;

/** Builds a handle. @param request request and state as text: equal texts give equal handles */
export function handleName(kind: HandleKind, repoId: string, request: string): string {
  return `${PREFIXES[kind]}${repositoryDigits(repoId)}${hashDigits(request).slice(-REQUEST_DIGITS)}`;
}

/** The spillover handle of a slice; both have the same digits. */
export function toSpilloverHandle(sliceHandle: string): string {
  return sliceHandle.replace(/^h_/, PREFIXES.spillover);
}

/** The slice handle of a slice or spillover handle. */
export function toSliceHandle(handle: string): string {
  return handle.replace(/^sp_/, PREFIXES.slice);
}

/** Whether a handle is a delta's. */
export function isDeltaHandle(handle: string): boolean {
  return handle.startsWith(PREFIXES.delta);
}

/** Whether a handle may belong to a repository: false for most others; true also for the few whose names have the same digits. */
export function mayBelongToRepository(handle: string, repoId: string): boolean {
  return FORM.exec(handle)?.[1] === repositoryDigits(repoId);
}

function repositoryDigits(repoId: string): string {
  return hashDigits(repoId).slice(-REPOSITORY_DIGITS);
}
