/** Which facts only one version names: what its going would free. Pure: knows records and keys. */
import { addToList, type VersionId } from "@sdl/model";
import type { VersionRecord } from "../records/version-record.js";

/** A stretch of versions, by their place in the list, in which something names a key. */
interface Presence {
  /** How many paths name it in the version that is looked at. */
  paths: number;
  since: number;
  /** In how many versions it was, before `since`. */
  versions: number;
  last: number;
}

/**
 * @param records all that are kept, the newest first
 * @param latest facts of the latest version's files, one key a file
 * @returns keys that one version alone names, by version
 */
export function ownFacts(
  records: readonly VersionRecord[],
  latest: Iterable<string>,
): ReadonlyMap<VersionId, readonly string[]> {
  const keys = new Map<string, Presence>();
  for (const key of latest) enter(keys, key, 0);
  records.forEach(({ changes, parentSeq }, place) => {
    if (parentSeq === 0) return;
    for (const { before, after } of changes) {
      if (before === after) continue;
      if (before !== undefined) enter(keys, before, place + 1);
      if (after !== undefined) leave(keys, after, place + 1);
    }
  });
  const own = new Map<VersionId, string[]>();
  for (const [key, { paths, since, versions, last }] of keys) {
    const total = versions + (paths > 0 ? records.length - since : 0);
    const id = records[paths > 0 ? since : last]?.id;
    if (total !== 1 || id === undefined) continue;
    addToList(own, id, key);
  }
  return own;
}

function enter(keys: Map<string, Presence>, key: string, place: number): void {
  const known = keys.get(key);
  if (known === undefined) keys.set(key, { paths: 1, since: place, versions: 0, last: place });
  else if (known.paths++ === 0) known.since = place;
}

/** @param place the first version that does not have it */
function leave(keys: Map<string, Presence>, key: string, place: number): void {
  const known = keys.get(key);
  if (known === undefined || --known.paths > 0) return;
  if (place === known.since) return;
  known.versions += place - known.since;
  known.last = known.since;
}
