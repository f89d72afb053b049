/** Chain of the kept versions: each record names the previous one. Handles records, not the store. */
import { throwMissing } from "../errors.js";
import type { VersionLink } from "../records/version-record.js";

/**
 * The records from `seq` back to the oldest one, newest first.
 * @param seq sequence number of the newest record; 0 if there is none
 * @throws {GraphError} `STORE_CORRUPT` if a record that another one names is missing
 */
export function* versionsFrom<R extends VersionLink>(
  seq: number,
  read: (seq: number) => R | undefined,
): Generator<R, void, undefined> {
  for (let next = seq; next > 0; ) {
    const record = read(next) ?? throwMissing(`version record ${next}`);
    yield record;
    next = record.parentSeq < next ? record.parentSeq : 0;
  }
}
