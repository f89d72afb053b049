/** Facts that only one version refers to, which pruning that version would free. Pure: handles records and keys. */
import { addToList, type VersionId } from "@sdl/model";
import type { VersionRecord } from "../records/version-record.js";

/** Range of versions, as indexes into the list, in which a key is referenced. */
interface KeyReferences {
  /** Number of paths that refer to the key in the version being examined. */
  paths: number;
  since: number;
  /** Number of versions that referred to the key before `since`. */
  versions: number;
  last: number;
}

/**
 * @param records all kept versions, newest first
 * @param latest facts keys of the latest version's files, one per file
 * @returns keys referenced by exactly one version, by version
 */
export function factsOfOneVersion(
  records: readonly VersionRecord[],
  latest: Iterable<string>,
): ReadonlyMap<VersionId, readonly string[]> {
  const keys = new Map<string, KeyReferences>();
  for (const key of latest) addReference(keys, key, 0);
  records.forEach(({ changes, parentSeq }, place) => {
    if (parentSeq === 0) return;
    for (const { before, after } of changes) {
      if (before === after) continue;
      if (before !== undefined) addReference(keys, before, place + 1);
      if (after !== undefined) removeReference(keys, after, place + 1);
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

function addReference(keys: Map<string, KeyReferences>, key: string, place: number): void {
  const known = keys.get(key);
  if (known === undefined) keys.set(key, { paths: 1, since: place, versions: 0, last: place });
  else if (known.paths++ === 0) known.since = place;
}

/** @param place index of the first version that does not refer to the key */
function removeReference(keys: Map<string, KeyReferences>, key: string, place: number): void {
  const known = keys.get(key);
  if (known === undefined || --known.paths > 0) return;
  if (place === known.since) return;
  known.versions += place - known.since;
  known.last = known.since;
}
