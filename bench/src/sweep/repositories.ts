/** List of the sweep: public repositories and commits. The data is `bench/sweep.repositories.json`. */
import { readFileSync } from "node:fs";
import { SWEEP_FILE } from "../paths.js";

/** A repository of the list. */
export interface SweepRepository {
  /** Owner and name at GitHub. */
  readonly name: string;
  readonly language: "typescript" | "javascript" | "python";
  /** Full commit ids: first the one of a quick run, the newest with up to 9 MB of sources; then others, years apart. */
  readonly commits: readonly string[];
}

/** One commit of one repository, the unit of the sweep. */
export interface SweepTarget {
  readonly repository: string;
  readonly language: SweepRepository["language"];
  readonly commit: string;
}

/** The wanted part of the list. */
export interface Selection {
  /** Parts of repository names; a repository must match one of them. If absent, all match. */
  readonly only?: readonly string[] | undefined;
  /** Takes only the first commit of each repository. */
  readonly firstOnly: boolean;
  readonly shard: Shard;
}

/** Part `index` of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Reads the list. */
export function readRepositories(): SweepRepository[] {
  return JSON.parse(readFileSync(SWEEP_FILE, "utf8"));
}

/** Parses a shard. @throws {Error} unless `text` is `k/n` with 1 ≤ k ≤ n */
export function parseShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count) throw new Error(`--shard ${text}: write k/n with 1 ≤ k ≤ n, for example 2/3`);
  return { index, count };
}

/** The commits to index, in the list's order. Shards of one selection are disjoint and cover it. */
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
