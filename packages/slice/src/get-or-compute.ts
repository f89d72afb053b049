/** Cache with the methods of a Map. */
interface MapLike<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Returns the cached value of a key; on the first request computes and caches it. */
export function getOrCompute<K, V>(kept: MapLike<K, V>, key: K, compute: () => V): V {
  let value = kept.get(key);
  if (value === undefined) {
    value = compute();
    kept.set(key, value);
  }
  return value;
}
