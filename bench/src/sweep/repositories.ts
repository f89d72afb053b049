/** The list of the sweep: public repositories and commits of theirs. The data is `bench/sweep.repositories.json`. */
import { readFileSync } from "node:fs";
import { SWEEP_FILE } from "../paths.js";

export interface SweepRepository {
  /** Owner and name at GitHub. */
  readonly name: string;
  readonly language: "typescript" | "javascript" | "python";
  /** Full commit ids: first the one that a quick run takes, the newest of up to 9 MB of sources; then others, years apart. */
  readonly commits: readonly string[];
}

/** One commit of one repository: what the sweep indexes at a time. */
export interface SweepTarget {
  readonly repository: string;
  readonly language: SweepRepository["language"];
  readonly commit: string;
}

/** Which part of the list is wanted. */
export interface Selection {
  /** Parts of repository names, of which one must be in the name. All repositories when absent. */
  readonly only?: readonly string[] | undefined;
  /** Takes the first commit of each repository alone. */
  readonly firstOnly: boolean;
  readonly shard: Shard;
}

/** Part `index` of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export function readRepositories(): SweepRepository[] {
  return JSON.parse(readFileSync(SWEEP_FILE, "utf8"));
}

/** @throws {Error} when `text` is not `k/n` with 1 ≤ k ≤ n */
export function parseShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count) throw new Error(`--shard ${text}: write k/n with 1 ≤ k ≤ n, for example 2/3`);
  return { index, count };
}

/** The commits to index, in the order of the list. Shards of one selection are disjoint and make it up. */
export function selectTargets(
  repositories: readonly SweepRepository[],
  { only, firstOnly, shard }: Selection,
): SweepTarget[] {
  return repositories
    .filter(({ name }) => only === undefined || only.some((part) => name.includes(part)))
    .flatMap(({ name, language, commits }) =>
      (firstOnly ? commits.slice(0, 1) : commits).map((commit) => ({ repository: name, language, commit })),
    )
    .filter((_, position) => position % shard.count === shard.index - 1);
}
