/** Maps a list; returns the same list if no entry changes. */
export function mapIfChanged(list: readonly unknown[], change: (entry: unknown) => unknown): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const entry = change(list[i]);
    if (entry === list[i]) continue;
    changed ??= list.slice();
    changed[i] = entry;
  }
  return changed ?? list;
}
