/**
 * Delta-encoding of facts that only old versions refer to, against a neighbour in the file's history: an edit of one line then takes some hundred
 * bytes instead of a page. Runs outside refreshes; each step is a short transaction.
 */
import { ByteReader } from "@sdl/model/facts";
import type { PageReader } from "../read/page-reader.js";
import { baseOfFacts, packDifference } from "../records/facts-record.js";
import { MetaKey } from "../records/head.js";
import { decodeChecked, encodeWith } from "../records/packing.js";
import type { VersionRecord } from "../records/version-record.js";
import type { StoreEnvironment } from "../store/environment.js";
import { putDifference } from "./facts-bases.js";
import { latestKeys } from "./planned-state.js";

/** A page to store as a difference from the newer page of the same file. */
export interface PackJob {
  readonly key: string;
  /** Key of the file's previous page, if known. */
  readonly older: string | undefined;
  readonly newer: string;
}

/** Which pages to encode against which. */
export interface PackPlan {
  readonly jobs: readonly PackJob[];
  /** Sequence number of the newest version that the plan covers. */
  readonly upTo: number;
}

/** A page's key and its new record. */
export interface PackedFacts {
  readonly key: string;
  readonly record: Uint8Array;
}

/** Largest delta, in bytes, against the existing base that is accepted without trying a new base. */
const MAX_DELTA_WITHOUT_NEW_BASE = 2048;
/** Largest size of a delta relative to the stored record. */
const MAX_SHARE = 0.5;

/** @returns `undefined` if no version was published since the last packing */
export function planPacking(reader: PageReader): PackPlan | undefined {
  const upTo = reader.state.head.versionSeq;
  const done = readPackedUpTo(reader);
  if (done >= upTo) return undefined;
  const latest = latestKeys(reader);
  const records = [...reader.versions()].reverse();
  const jobs = listPackJobs(records, done).filter(({ key }) => !latest.has(key));
  return { jobs, upTo };
}

/** @param records oldest first */
function listPackJobs(records: readonly VersionRecord[], done: number): PackJob[] {
  const jobs = new Map<string, PackJob>();
  const before = new Map<string, { readonly key: string; readonly older: string | undefined }>();
  for (const { seq, changes } of records) {
    for (const { path, before: key, after } of changes) {
      if (key === after) continue;
      const known = before.get(path);
      if (after === undefined) before.delete(path);
      else before.set(path, { key: after, older: key });
      if (key === undefined || after === undefined || seq <= done) continue;
      jobs.set(key, { key, older: known?.key === key ? known.older : undefined, newer: after });
    }
  }
  return [...jobs.values()];
}

/**
 * Computes the delta of one page.
 * @param waiting deltas that were computed before and are not stored yet
 * @returns `undefined` if the page should stay as it is
 */
export function computeDelta(
  reader: PageReader,
  { key, older, newer }: PackJob,
  waiting: readonly PackedFacts[],
): PackedFacts | undefined {
  const bases = new Map(waiting.map((packed) => [packed.key, baseOfFacts(packed.record)]));
  const stored = reader.factsRecord(key);
  if (stored === undefined || baseOfFacts(stored) !== undefined || [...bases.values()].includes(key)) return undefined;
  const fromOlder = differenceFromBase(reader, key, older && (bases.get(older) ?? wholePageKey(reader, older)));
  if (fromOlder !== undefined && fromOlder.length <= MAX_DELTA_WITHOUT_NEW_BASE) return { key, record: fromOlder };
  const fromNewer = differenceFromBase(reader, key, newer);
  const best = [fromOlder, fromNewer]
    .filter((record) => record !== undefined)
    .reduce<Uint8Array | undefined>((a, b) => (a === undefined || b.length < a.length ? b : a), undefined);
  return best !== undefined && best.length <= stored.length * MAX_SHARE ? { key, record: best } : undefined;
}

/** Stores computed deltas; skips pages that changed meanwhile. */
export function storePacked(environment: StoreEnvironment, packed: readonly PackedFacts[]): void {
  environment.write(() => {
    for (const { key, record } of packed) putDifference(environment.tables, key, record);
  });
}

/** Records that all versions of a plan are packed. */
export function markPacked(environment: StoreEnvironment, { upTo }: PackPlan): void {
  environment.write(() =>
    environment.tables.meta.put(
      MetaKey.PackedUpTo,
      encodeWith((out) => out.varint(upTo)),
    ),
  );
}

function readPackedUpTo(reader: PageReader): number {
  const payload = reader.read("meta", MetaKey.PackedUpTo);
  return payload === undefined ? 0 : decodeChecked("the mark of packing", () => new ByteReader(payload).varint());
}

/** The base of a page, or the page itself if it is stored whole. */
function wholePageKey(reader: PageReader, key: string): string {
  const record = reader.factsRecord(key);
  return (record && baseOfFacts(record)) ?? key;
}

function differenceFromBase(reader: PageReader, key: string, baseKey: string | undefined): Uint8Array | undefined {
  if (baseKey === undefined || baseKey === key) return undefined;
  const record = reader.factsRecord(baseKey);
  if (record === undefined || baseOfFacts(record) !== undefined) return undefined;
  const page = reader.factsByKey(key);
  const base = reader.factsByKey(baseKey);
  return page === undefined || base === undefined ? undefined : packDifference(page.bytes, baseKey, base.bytes);
}
