/** Tuning of the baseline's weights on half of the issues. Pure. */
import { createHash } from "node:crypto";
import { type ByRepository, macroMean } from "../statistics/bootstrap.js";
import { type Candidate, linesHeld, rankBodies, rankByGold, type Weights } from "./baseline.js";
import { BUDGETS, type Budget, type ByBudget } from "./budgets.js";
import type { IssueRecord } from "./record.js";

const SEED = "20261125";

/** Whether an issue may be used for tuning: decided by its id, so that it is always in the same half. */
export function isTunedOn(id: string): boolean {
  return (createHash("sha256").update(`${SEED} ${id}`).digest()[0] ?? 0) % 2 === 0;
}

const CHOICES: { readonly [K in keyof Weights]: readonly Weights[K][] } = {
  k1: [0.4, 0.7, 1, 1.2, 1.6, 2.2, 3, 4, 6, 10],
  b: [0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1],
  name: [0, 0.5, 1, 2, 3, 5, 8, 12, 20],
  path: [0, 0.25, 0.5, 1, 2, 3, 5, 8],
  repeats: [0, 0.25, 0.5, 0.75, 1],
  kinds: [1, 2, 3],
  lastBody: ["skipped", "cut"],
};

/** Hill climbing: repeatedly changes the one weight that gains most on the tuning half, until no change gains. */
export function tuneWeights(all: readonly IssueRecord[], start: Weights): Weights {
  const records = all.filter(({ id }) => isTunedOn(id));
  let best = { weights: start, mean: meanShare(records, start) };
  for (let before = -1; best.mean > before; ) {
    before = best.mean;
    for (const weights of weightVariations(best.weights)) {
      const mean = meanShare(records, weights);
      if (mean > best.mean) best = { weights, mean };
    }
    console.error(best.mean.toFixed(4), JSON.stringify(best.weights));
  }
  return best.weights;
}

/** Mean over the three budgets of the mean over repositories. */
function meanShare(records: readonly IssueRecord[], weights: Weights): number {
  const shares = records.map((record) => sharesHeld(record, weights));
  const repositories = [...new Set(records.map(({ repository }) => repository))];
  const means = BUDGETS.map((budget) => {
    const of = (name: string) =>
      records.flatMap(({ repository }, at) => (repository === name ? (shares[at]?.[budget] ?? 0) : []));
    const values: ByRepository = repositories.map(of);
    return macroMean(values);
  });
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}

/** Share of an issue's gold lines that the baseline prints, by budget. */
export function sharesHeld(record: IssueRecord, weights: Weights): ByBudget {
  return sharesIn(record, rankBodies(record.candidates, weights), weights.lastBody);
}

/** Share of an issue's gold lines that whole bodies can show at all, by budget: see {@link rankByGold}. */
export function sharesWithin(record: IssueRecord): ByBudget {
  return sharesIn(record, rankByGold(record.candidates), "cut");
}

function sharesIn({ goldLines }: IssueRecord, ranked: readonly Candidate[], lastBody: Weights["lastBody"]): ByBudget {
  const at = (budget: Budget) => linesHeld(ranked, budget, lastBody) / goldLines;
  return { 1000: at(1000), 4000: at(4000), 8000: at(8000) };
}

function* weightVariations(weights: Weights): Iterable<Weights> {
  for (const key of Object.keys(CHOICES) as (keyof Weights)[]) {
    for (const value of CHOICES[key]) if (value !== weights[key]) yield { ...weights, [key]: value };
  }
}
