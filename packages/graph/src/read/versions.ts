/** The chain of versions that are kept: each record names the one before it. Knows records, no store. */
import { missing } from "../errors.js";
import type { VersionLink } from "../records/version-record.js";

/**
 * The records from one on, the newest first.
 * @param seq the newest one's number; 0 when there is none
 * @throws {GraphError} `STORE_CORRUPT` when a record that another one names is missing
 */
export function* versionsFrom<R extends VersionLink>(
  seq: number,
  read: (seq: number) => R | undefined,
): Generator<R, void, undefined> {
  for (let next = seq; next > 0; ) {
    const record = read(next) ?? missing(`version record ${next}`);
    yield record;
    next = record.parentSeq < next ? record.parentSeq : 0;
  }
}
