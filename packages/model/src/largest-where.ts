/** @returns the largest integer from `low` to `high` for which something holds that holds for all below it; `low` is not asked about */
export function largestWhere(low: number, high: number, holds: (value: number) => boolean): number {
  let [least, most] = [low, high];
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (holds(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}
