/** Text about versions that are kept at a remote. */
import type { PullResult } from "../remote/remote-place.js";

const SHORT_COMMIT = 7;

/** The first digits of a commit's hash, as many as git shows. */
export function shortCommit(commit: string): string {
  return commit.slice(0, SHORT_COMMIT);
}

/** The version that was pulled and its distance from HEAD, for example `1a2b3c4, 2 commits before HEAD`. */
export function pulledVersionText({ commit, distance }: PullResult & { readonly status: "pulled" }): string {
  const name = commit === undefined ? "an unknown commit" : shortCommit(commit);
  if (distance === undefined) return `${name}, the head of a branch`;
  if (distance === 0) return name;
  return `${name}, ${distance} ${distance === 1 ? "commit" : "commits"} before HEAD`;
}
