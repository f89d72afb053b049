/** The one error class of the safe git primitive. Callers degrade: without git, everything that rests on it is absent. */

/**
 * `UNAVAILABLE`: no repository, no git program, or a form of repository that is not read. `NOT_FOUND`: no such name, object or path.
 * `REFUSED`: a name that is none. `FAILED`: git ended with an error. `DEADLINE`, `TOO_LARGE`: it took, or said, more than it may.
 * `UNREADABLE`: what it said cannot be understood.
 */
export type GitErrorCode = "UNAVAILABLE" | "NOT_FOUND" | "REFUSED" | "FAILED" | "DEADLINE" | "TOO_LARGE" | "UNREADABLE";

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

export function unavailable(why: string): GitError {
  return new GitError("UNAVAILABLE", `${why}; what rests on git is left out`);
}
