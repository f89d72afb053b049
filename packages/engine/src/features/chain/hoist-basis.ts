/** Moves the version and freshness fields that steps' results share to the chain's answer, so that they are sent once. */
import { isRecord } from "./known-cards.js";
import type { StepResult } from "./step-result.js";

const BASIS = ["pinned", "checkedAt", "staleFiles", "behind", "unsaved"] as const;
type Basis = Readonly<Partial<Record<(typeof BASIS)[number], unknown>>>;

/** The last step's basis, and the results without it; a step whose basis differs keeps its own. */
export function hoistBasis(results: readonly StepResult[]): { results: StepResult[]; basis: Basis } {
  const bases = results.map(({ result }) => readBasis(result));
  const last = bases.findLast((basis) => basis !== undefined) ?? {};
  const shared = JSON.stringify(last);
  const without = results.map((step, at) =>
    bases[at] !== undefined && JSON.stringify(bases[at]) === shared
      ? { ...step, result: withoutBasis(step.result) }
      : step,
  );
  return { results: without, basis: last };
}

function readBasis(result: unknown): Basis | undefined {
  if (!isRecord(result) || result["pinned"] === undefined) return undefined;
  return Object.fromEntries(BASIS.map((name) => [name, result[name]]));
}

function withoutBasis(result: unknown): unknown {
  if (!isRecord(result)) return result;
  return Object.fromEntries(Object.entries(result).filter(([key]) => !BASIS.some((name) => name === key)));
}
