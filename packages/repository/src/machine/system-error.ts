/** Errors of the operating system, as messages that users can act on. The only reader of system error codes outside of the store. */
import { SdlError, type SdlErrorCode } from "@sdl/model";

interface Refusal {
  readonly code: SdlErrorCode;
  /** The problem and what to do; follows the file's path. */
  readonly text: string;
}

const FULL: Refusal = { code: "busy", text: "cannot be written: the disk is full; free space and try again" };
const FORBIDDEN: Refusal = {
  code: "policy_denied",
  text: "may not be read or written; change its rights and try again",
};
const BLOCKED: Refusal = {
  code: "policy_denied",
  text: "is not what the program keeps there; move it away and try again",
};
const NO_FILES: Refusal = {
  code: "busy",
  text: "cannot be opened: too many files are open; raise ulimit -n and try again",
};
const NO_MEMORY: Refusal = {
  code: "busy",
  text: "cannot be used: no memory or processes are left; raise ulimit -u and -v and try again",
};
const BROKEN: Refusal = { code: "busy", text: "cannot be read or written: the disk reports an error; check the disk" };

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: {
    code: "policy_denied",
    text: "cannot be written: its disk is mounted for reading only; choose another place (SDL_HOME for the files of a home, --store for an index)",
  },
  EISDIR: BLOCKED,
  ENOTDIR: BLOCKED,
  EEXIST: BLOCKED,
  ELOOP: BLOCKED,
  ENXIO: BLOCKED,
  ENOTEMPTY: BLOCKED,
  E2BIG: { code: "policy_denied", text: "is larger than any file the program keeps there; move it away and try again" },
  EMFILE: NO_FILES,
  ENFILE: NO_FILES,
  ENOMEM: NO_MEMORY,
  EAGAIN: NO_MEMORY,
  EIO: BROKEN,
  EREPLACED: {
    code: "busy",
    text: "is missing or belongs to another version of the program, which replaced the running one; start the program again (a server: reconnect its client)",
  },
};

/** Code of a system error, such as `ENOENT`; `undefined` for other errors. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/**
 * Describes a refusal. @param path of the file, if the error does not name it @returns `undefined` if the error is none
 * of the system's
 */
export function describeRefusal(error: unknown, path?: string): SdlError | undefined {
  const code = errorCode(error) ?? "";
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  if (refusal === undefined) return undefined;
  const subject = path ?? errorPath(error) ?? "a file";
  return new SdlError(refusal.code, `${subject} ${refusal.text} (${code})`, { cause: error });
}

/** The path in an error; for a rename, the destination. */
function errorPath(error: unknown): string | undefined {
  const { dest, path }: { readonly dest?: unknown; readonly path?: unknown } = { ...(error as object) };
  const found = dest ?? path;
  return typeof found === "string" ? found : undefined;
}
