/** Collection helpers: small operations on objects and maps. */

/** A type whose properties may be `undefined`, with those properties optional. */
export type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its undefined properties, in the same order, because unknown values are omitted from records and answers. */
export function defined<T extends object>(object: T): WithoutUndefined<T> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(object)) if (value !== undefined) kept[key] = value;
  return kept as WithoutUndefined<T>;
}

/** Appends to the list of a key; creates the list if absent. */
export function addToList<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The value of a key; on the first request creates and stores it. */
export function getOrMake<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}
