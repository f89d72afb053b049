/**
 * Takes versions out of a store, each step in one short transaction that leaves the store whole: a killed prune is one that did less.
 * Readers of other versions notice nothing; a snapshot of a version that goes answers from what it still sees, or says that it expired.
 */
import type { VersionId } from "@sdl/model";
import type { PageReader } from "../read/page-reader.js";
import { versionsFrom } from "../read/versions.js";
import { factsKeyBytes } from "../records/file-page.js";
import { decodeHead, MetaKey } from "../records/head.js";
import { decodeVersionLink, encodeVersion, type VersionRecord } from "../records/version-record.js";
import type { StoreEnvironment } from "../store/environment.js";
import { removeFacts } from "./facts-bases.js";
import { ownFacts } from "./own-facts.js";
import { type PlannedPrune, type PruneStep, planPrune } from "./prune-plan.js";

/** What a prune would do to the state that it was planned on. */
export interface PrunePlan extends PlannedPrune {
  /** Of the state's head: a plan is good as long as nothing is published. */
  readonly generation: number;
}

/** A kept version, and what its going would free. */
export interface VersionSize {
  readonly record: VersionRecord;
  /** Bytes of its record and of the facts that only it names. */
  readonly ownBytes: number;
}

export function planOf(reader: PageReader, keep: ReadonlySet<VersionId>): PrunePlan {
  const latest = latestKeys(reader);
  const { generation } = reader.state.head;
  return { generation, ...planPrune(recordsOf(reader), keep, (key) => latest.has(key)) };
}

/** The newest first. */
export function sizesOf(reader: PageReader): VersionSize[] {
  const records = recordsOf(reader);
  const own = ownFacts(
    records,
    Array.from(reader.state.files.all(), ({ factsKey }) => factsKey),
  );
  return records.map((record) => {
    const facts = (own.get(record.id) ?? []).reduce((sum, key) => sum + factsBytes(reader, key), 0);
    return { record, ownBytes: facts + (reader.read("versions", record.seq)?.length ?? 0) };
  });
}

/** Bytes that the step's facts and records take. */
export function bytesOf(reader: PageReader, { dropped, facts }: PruneStep): number {
  const records = dropped.reduce((sum, { seq }) => sum + (reader.read("versions", seq)?.length ?? 0), 0);
  return facts.reduce((sum, key) => sum + factsBytes(reader, key), records);
}

/** @returns whether it was done; not when something was published or pruned since it was planned */
export function applyStep(environment: StoreEnvironment, plan: PrunePlan, step: PruneStep): boolean {
  const { tables } = environment;
  return environment.write(() => {
    if (decodeHead(tables.meta.get(MetaKey.Head)).generation !== plan.generation) return false;
    const { record, parentSeqBefore, dropped, facts } = step;
    const payload = tables.versions.get(record.seq);
    if (payload === undefined || decodeVersionLink(payload, record.seq).parentSeq !== parentSeqBefore) return false;
    tables.versions.put(record.seq, encodeVersion(record));
    for (const { seq } of dropped) tables.versions.remove(seq);
    for (const key of facts) removeFacts(tables, key, plan.isNamed);
    return true;
  });
}

function recordsOf(reader: PageReader): VersionRecord[] {
  return [...versionsFrom(reader.state.head.versionSeq, (seq) => reader.version(seq))];
}

/** Facts of the latest version. */
export function latestKeys(reader: PageReader): Set<string> {
  return new Set(Array.from(reader.state.files.all(), ({ factsKey }) => factsKey));
}

export function factsBytes(reader: PageReader, key: string): number {
  return reader.read("facts", factsKeyBytes(key))?.length ?? 0;
}
