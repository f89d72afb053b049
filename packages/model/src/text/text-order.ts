/** Text orders that are independent of machine and locale. */

export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares by path in code units. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return byCodeUnits(a.path, b.path);
}
