/** Replay of a clone's commits in order: the risk score of each commit, and whether companions changed. */

import { type Delta, deltaSide, riskParts, riskScore } from "@sdl/delta";
import { computeDescribedDelta, type Repository } from "@sdl/engine";
import type { SymbolHandle } from "@sdl/model";
import type { Checkouts } from "./checkouts.js";
import type { ScoredCommit } from "./commits.js";
import { askCompanions, type CompanionQuestion } from "./companions.js";

/** Risk score of a commit, and its companion questions. */
export interface ReplayedCommit {
  readonly commit: string;
  readonly score: number;
  readonly isMended: boolean;
  readonly questions: readonly CompanionQuestion[];
}

/** Maximum number of changed symbols per commit that are used as starting symbols, one question for each. */
const SEEDS = 3;
/** Commits that change more symbols are ignored: they do not show which symbols belong together. */
const MAX_CHANGED = 25;

/** Replays commits, oldest first. */
export async function replayCommits(checkouts: Checkouts, commits: readonly ScoredCommit[]): Promise<ReplayedCommit[]> {
  const replayed: ReplayedCommit[] = [];
  for (const { commit, parent, isMended } of commits) {
    const { before, after } = await checkouts.moveToCommit(parent, commit);
    replayed.push({ commit, isMended, ...(await replayOne(before, after)) });
  }
  return replayed;
}

async function replayOne(one: Repository, other: Repository): Promise<Pick<ReplayedCommit, "score" | "questions">> {
  const [before, after] = [one.snapshot(), other.snapshot()];
  const layers = before.derived();
  const delta = computeDescribedDelta(deltaSide(before, layers), deltaSide(after, after.derived()));
  const changed = changedSymbols(delta);
  const isAsked = layers !== undefined && changed.length >= 2 && changed.length <= MAX_CHANGED;
  const step = Math.max(1, Math.floor(changed.length / SEEDS));
  const seeds = changed.filter((_, i) => i % step === 0).slice(0, SEEDS);
  return {
    score: riskScore(riskParts(delta)),
    questions: isAsked ? seeds.map((seed) => askCompanions(before, layers.history(), changed, seed)) : [],
  };
}

/** Changed symbols of the earlier version: new symbols have no history. */
function changedSymbols({ changes, pairs }: Delta): SymbolHandle[] {
  const { graph } = pairs.before;
  return changes
    .flatMap(({ changeType, before }) => (changeType === "modified" && before !== undefined ? before : []))
    .filter((symbol) => graph.kindOf(symbol) !== "module")
    .sort((a, b) => a - b);
}
