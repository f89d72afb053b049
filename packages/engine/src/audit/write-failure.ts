/** What keeps a record from being written, as a client can act on it. */
import { messageOf, SdlError } from "@sdl/model";
import { errorCode } from "@sdl/repository";

interface Cause {
  readonly why: string;
  readonly next: string;
  /** Whether it passes by itself or by freeing something. */
  readonly isPassing?: true;
}

const FULL: Cause = { why: "the disk is full", next: "free space and try again", isPassing: true };
const DENIED: Cause = { why: "permission is denied", next: "make it and its folder writable" };
const CROWDED: Cause = { why: "too many files are open", next: "raise ulimit -n and try again", isPassing: true };
const COVERED: Cause = { why: "a file lies in the place of its folder", next: "move that file away" };

const CAUSES: Readonly<Record<string, Cause>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: { why: "the file system is read-only", next: "make it writable, or keep the index elsewhere with --store" },
  EISDIR: { why: "a folder lies in its place", next: "move that folder away" },
  ENOTDIR: COVERED,
  EEXIST: COVERED,
  ENXIO: { why: "a pipe or a device lies in its place", next: "move it away" },
  E2BIG: { why: "a file lies in its place that is larger than any that is kept there", next: "move that file away" },
  ELOOP: { why: "a link lies in its place", next: "delete the link" },
  EMFILE: CROWDED,
  ENFILE: CROWDED,
};

/** @param what is written: `the audit log`, `the head of the audit log` */
export function writeFailure(what: string, path: string, error: unknown): SdlError {
  if (error instanceof SdlError) return error;
  const code = errorCode(error);
  const message = messageOf(error);
  const cause = CAUSES[code ?? ""] ?? { why: code ?? message, next: "see that it can be written, and try again" };
  return new SdlError(
    cause.isPassing === true ? "busy" : "policy_denied",
    `${what} ${path} could not be written: ${cause.why}; ${cause.next}`,
    { cause: error },
  );
}

/** The answer to whom something is refused because it cannot be recorded. */
export function refusedUnrecorded(refused: string, failure: SdlError): SdlError {
  return new SdlError(failure.code, `${refused}: ${failure.message}`, { cause: failure });
}
