/** Describes a failed write of a record, with a remedy that the client can apply. */
import { messageOf, SdlError } from "@sdl/model";
import { errorCode } from "@sdl/repository";

interface FailureCause {
  readonly why: string;
  readonly next: string;
  /** Whether the failure is temporary: repeating the call, or freeing a resource, can succeed. */
  readonly isPassing?: true;
}

const FULL: FailureCause = { why: "the disk is full", next: "free space and try again", isPassing: true };
const DENIED: FailureCause = { why: "permission is denied", next: "make the file and its folder writable" };
const CROWDED: FailureCause = {
  why: "too many files are open",
  next: "raise ulimit -n and try again",
  isPassing: true,
};
const COVERED: FailureCause = { why: "a file has the path of its folder", next: "move that file away" };

const CAUSES: Readonly<Record<string, FailureCause>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: {
    why: "the file system is read-only",
    next: "make the file system writable, or store the index elsewhere with --store",
  },
  EISDIR: { why: "a folder has its path", next: "move that folder away" },
  ENOTDIR: COVERED,
  EEXIST: COVERED,
  ENXIO: { why: "a pipe or a device has its path", next: "move that away" },
  E2BIG: { why: "a file that is too large for such a record has its path", next: "move that file away" },
  ELOOP: { why: "a symbolic link has its path", next: "delete the link" },
  EMFILE: CROWDED,
  ENFILE: CROWDED,
};

/** @param what subject of the message: `the audit log`, `the head of the audit log` */
export function writeFailure(what: string, path: string, error: unknown): SdlError {
  if (error instanceof SdlError) return error;
  const code = errorCode(error);
  const message = messageOf(error);
  const cause = CAUSES[code ?? ""] ?? { why: code ?? message, next: "make sure that it is writable, and try again" };
  return new SdlError(
    cause.isPassing === true ? "busy" : "policy_denied",
    `${what} ${path} could not be written: ${cause.why}; ${cause.next}`,
    { cause: error },
  );
}

/** The error of an action that is refused because it cannot be recorded. */
export function makeUnrecordedError(refused: string, failure: SdlError): SdlError {
  return new SdlError(failure.code, `${refused}: ${failure.message}`, { cause: failure });
}
