/** Calls of a disk or a server, several at a time: most of the time of a call is spent waiting. */

/** Runs for each item, at most `limit` at a time. Rejects with the first error once no run is under way. */
export async function forEachParallel<T>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const work = async () => {
    for (const item of rest) await run(item);
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, work));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
