/**
 * Pruning of versions, each step in one short transaction that leaves the store consistent, so a killed prune has merely done less. Readers of
 * other versions are not affected; a snapshot of a pruned version answers from its read transaction or throws `VERSION_EXPIRED`.
 */
import type { VersionId } from "@sdl/model";
import type { PageReader } from "../read/page-reader.js";
import { decodeVersionLink, encodeVersion, type VersionRecord } from "../records/version-record.js";
import type { StoreEnvironment } from "../store/environment.js";
import { removeFacts } from "./facts-bases.js";
import { factsOfOneVersion } from "./own-facts.js";
import { factsBytes, latestKeys, type PlanForGeneration, whileCurrent } from "./planned-state.js";
import { type PlannedPrune, type PruneStep, planPrune } from "./prune-plan.js";

/** Steps of a prune, with the state that they were planned on. */
export interface PrunePlan extends PlannedPrune, PlanForGeneration {}

/** A kept version and the space that pruning it would free. */
export interface VersionSize {
  readonly record: VersionRecord;
  /** Bytes of its record and of the facts that only this version refers to. */
  readonly ownBytes: number;
}

/** Plans the removal of all versions except the latest and the given ones. */
export function planPruneIn(reader: PageReader, keep: ReadonlySet<VersionId>): PrunePlan {
  const latest = latestKeys(reader);
  const { generation } = reader.state.head;
  return { generation, ...planPrune([...reader.versions()], keep, (key) => latest.has(key)) };
}

/** Sizes of all kept versions, newest first. */
export function readVersionSizes(reader: PageReader): VersionSize[] {
  const records = [...reader.versions()];
  const own = factsOfOneVersion(
    records,
    Array.from(reader.state.files.all(), ({ factsKey }) => factsKey),
  );
  return records.map((record) => {
    const facts = factsBytes(reader, own.get(record.id) ?? []);
    return { record, ownBytes: facts + recordBytes(reader, record) };
  });
}

/** Bytes of the records and facts that the step removes. */
export function prunedBytes(reader: PageReader, { dropped, facts }: PruneStep): number {
  return dropped.reduce((sum, record) => sum + recordBytes(reader, record), factsBytes(reader, facts));
}

function recordBytes(reader: PageReader, { seq }: VersionRecord): number {
  return reader.read("versions", seq)?.length ?? 0;
}

/** Executes a step. @returns whether it was executed; false if something was published or pruned since it was planned */
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
