/** Error class of the safe git primitives. Callers degrade: without git, data derived from it is absent. */

/**
 * `UNAVAILABLE`: no repository, no git program, or an unsupported form of repository. `NOT_FOUND`: no such name, object
 * or path. `REFUSED`: an invalid name. `FAILED`: git ended with an error. `DEADLINE`, `TOO_LARGE`: the run took too
 * long, or its output was too long. `UNREADABLE`: the output cannot be parsed.
 */
export type GitErrorCode = "UNAVAILABLE" | "NOT_FOUND" | "REFUSED" | "FAILED" | "DEADLINE" | "TOO_LARGE" | "UNREADABLE";

/** A failed or refused use of git. */
export class GitError extends Error {
  override readonly name = "GitError";

  constructor(
    readonly code: GitErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A {@link GitError} with code `UNAVAILABLE`. */
export function unavailableError(why: string): GitError {
  return new GitError("UNAVAILABLE", `${why}; git data is left out`);
}
