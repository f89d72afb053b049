/** Revision names as people write them: a ref or commit id, and steps to ancestors. Pure. */
import { GitError } from "./git-error.js";
import { isRefName } from "./refs.js";

/** A parsed revision name. */
export interface RevisionName {
  /** A ref's name, or the first digits of an id. */
  readonly base: string;
  /** Steps to ancestors, in order: `~n` goes back n first parents, `^n` goes to the n-th parent. */
  readonly steps: readonly { readonly kind: "~" | "^"; readonly count: number }[];
}

const MAX_STEPS = 64;
const MAX_COUNT = 100_000;

/**
 * Parses `HEAD`, `main`, `origin/main~3`, `v1.2^`, `4f2a…`. Accepts nothing else of git's syntax: no ranges, no `@{…}`,
 * no paths, no options.
 * @throws {GitError} `REFUSED`
 */
export function parseRevisionName(text: string): RevisionName {
  const [, base = "", tail = ""] = /^([^~^]*)((?:[~^]\d{0,6})*)$/.exec(text) ?? [];
  const steps = Array.from(tail.matchAll(/([~^])(\d*)/g), ([, kind, count]) => ({
    kind: kind as "~" | "^",
    count: count === "" || count === undefined ? 1 : Number(count),
  }));
  const isBounded = steps.length <= MAX_STEPS && steps.every(({ count }) => count <= MAX_COUNT);
  if (isRefName(base) && isBounded) return { base, steps };
  throw new GitError(
    "REFUSED",
    `${JSON.stringify(text.slice(0, 80))} is no name of a revision; pass a branch, a tag, a commit id, or HEAD~n`,
  );
}
