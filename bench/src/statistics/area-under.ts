/** Area under the receiver operating characteristic: the share of pairs in which a positive value is above a negative one; ties count half. */

/** @returns `undefined` without values of either kind */
export function areaUnder(positive: readonly number[], negative: readonly number[]): number | undefined {
  if (positive.length === 0 || negative.length === 0) return undefined;
  const wins = positive.reduce((sum, one) => {
    return sum + negative.reduce((own, other) => own + (one > other ? 1 : one === other ? 0.5 : 0), 0);
  }, 0);
  return wins / (positive.length * negative.length);
}
