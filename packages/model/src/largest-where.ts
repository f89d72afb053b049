/** @returns the largest integer in `low`..`high` for which `holds` is true, if it is true up to a limit and false above; `low` is not tested */
export function largestWhere(low: number, high: number, holds: (value: number) => boolean): number {
  let [least, most] = [low, high];
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (holds(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}
