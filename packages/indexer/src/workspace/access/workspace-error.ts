/** Error class of the file-system primitives. Every message ends in what to do next. */

/** Causes of a {@link WorkspaceError}. */
export type WorkspaceErrorCode =
  | "ROOT_UNREADABLE"
  | "PATH_INVALID"
  | "PATH_OUTSIDE_ROOT"
  | "NOT_FOUND"
  | "NOT_A_FILE"
  | "TOO_LARGE"
  | "UNREADABLE";

/** A refused or failed access to a file of the repository. */
export class WorkspaceError extends Error {
  override readonly name = "WorkspaceError";

  constructor(
    readonly code: WorkspaceErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The `code` of a failed system call (`ENOENT`, `EACCES` …); `undefined` for any other thrown value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
