/**
 * Takes versions out of a store, each step in one short transaction that leaves the store whole: a killed prune is one that did less.
 * Readers of other versions notice nothing; a snapshot of a version that goes answers from what it still sees, or says that it expired.
 */
import type { VersionId } from "@sdl/model";
import type { PageReader } from "../read/page-reader.js";
import { decodeVersionLink, encodeVersion, type VersionRecord } from "../records/version-record.js";
import type { StoreEnvironment } from "../store/environment.js";
import { removeFacts } from "./facts-bases.js";
import { ownFacts } from "./own-facts.js";
import { factsBytes, latestKeys, type Planned, whileCurrent } from "./planned-state.js";
import { type PlannedPrune, type PruneStep, planPrune } from "./prune-plan.js";

/** What a prune would do to the state that it was planned on. */
export interface PrunePlan extends PlannedPrune, Planned {}

/** A kept version, and what its going would free. */
export interface VersionSize {
  readonly record: VersionRecord;
  /** Bytes of its record and of the facts that only it names. */
  readonly ownBytes: number;
}

export function planOf(reader: PageReader, keep: ReadonlySet<VersionId>): PrunePlan {
  const latest = latestKeys(reader);
  const { generation } = reader.state.head;
  return { generation, ...planPrune([...reader.versions()], keep, (key) => latest.has(key)) };
}

/** The newest first. */
export function sizesOf(reader: PageReader): VersionSize[] {
  const records = [...reader.versions()];
  const own = ownFacts(
    records,
    Array.from(reader.state.files.all(), ({ factsKey }) => factsKey),
  );
  return records.map((record) => {
    const facts = factsBytes(reader, own.get(record.id) ?? []);
    return { record, ownBytes: facts + recordBytes(reader, record) };
  });
}

/** Bytes that the step's facts and records take. */
export function bytesOf(reader: PageReader, { dropped, facts }: PruneStep): number {
  return dropped.reduce((sum, record) => sum + recordBytes(reader, record), factsBytes(reader, facts));
}

function recordBytes(reader: PageReader, { seq }: VersionRecord): number {
  return reader.read("versions", seq)?.length ?? 0;
}

/** @returns whether it was done; not when something was published or pruned since it was planned */
export function applyStep(environment: StoreEnvironment, plan: PrunePlan, step: PruneStep): boolean {
  return whileCurrent(environment, plan, (tables) => {
    const { record, parentSeqBefore, dropped, facts } = step;
    const payload = tables.versions.get(record.seq);
    if (payload === undefined || decodeVersionLink(payload, record.seq).parentSeq !== parentSeqBefore) return false;
    tables.versions.put(record.seq, encodeVersion(record));
    for (const { seq } of dropped) tables.versions.remove(seq);
    for (const key of facts) removeFacts(tables, key, plan.isNamed);
    return true;
  });
}
