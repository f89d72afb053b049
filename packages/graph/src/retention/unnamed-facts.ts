/**
 * Removal ("sweep") of stored facts that no version refers to. An index run stores facts batch by batch before it publishes and records their keys
 * in notes. A killed run leaves facts behind, which the next run reuses. So facts are kept until a publish after their note was written, and longer
 * only if the caller still needs them.
 */
import { ByteReader } from "@sdl/model/facts";
import type { PageReader } from "../read/page-reader.js";
import { factsKeyBytes, readFactsKey } from "../records/file-page.js";
import { MetaKey, readHead } from "../records/head.js";
import { decodeChecked, encodeWith } from "../records/packing.js";
import type { StoreEnvironment } from "../store/environment.js";
import { removeFacts } from "./facts-bases.js";
import { latestKeys, type PlanForGeneration, type Tables, whileCurrent } from "./planned-state.js";

/** Record of one batch of stored facts. */
interface FactsBatchNote {
  /** Generation of the head when they were stored. */
  readonly generation: number;
  /** Keys of the facts, 32 hex digits each. */
  readonly keys: readonly string[];
}

/** Facts that can be removed. */
export interface SweepPlan extends PlanForGeneration {
  /** Keys of the facts, 32 hex digits each. */
  readonly facts: readonly string[];
  readonly isNamed: (key: string) => boolean;
  /** Keys of the old notes, which are deleted. */
  readonly notes: readonly number[];
  /** Facts that are still needed; a new note lists them. */
  readonly left: readonly string[];
}

/** Stores pages under their keys, in the given order, and writes a note with the keys that were new. Inside a write transaction only. */
export function putFactsWithNote(
  tables: Tables,
  records: Iterable<readonly [key: string, record: () => Uint8Array]>,
): void {
  const keys: string[] = [];
  for (const [key, record] of records) {
    const bytes = factsKeyBytes(key);
    if (tables.facts.has(bytes)) continue;
    tables.facts.put(bytes, record());
    keys.push(key);
  }
  if (keys.length === 0) return;
  const { generation } = readHead(tables);
  tables.meta.put(nextNote(tables), encodeNote({ generation, keys }));
}

/**
 * @param isNeeded facts to keep although no version refers to them
 * @returns `undefined` if there is no note from before the latest publish
 */
export function planSweep(
  reader: PageReader,
  tables: Tables,
  isNeeded: (key: string) => boolean,
): SweepPlan | undefined {
  const { generation } = reader.state.head;
  const notes = noteKeys(tables).flatMap((at) => {
    const payload = reader.read("meta", at);
    return payload === undefined ? [] : [{ at, ...decodeNote(payload, at) }];
  });
  const old = notes.filter((note) => note.generation < generation);
  if (old.length === 0) return undefined;
  const named = namedFacts(reader);
  // Facts that were removed and stored again belong to the later note.
  const young = new Set(notes.flatMap((note) => (note.generation < generation ? [] : note.keys)));
  const unnamed = [...new Set(old.flatMap(({ keys }) => keys))]
    .filter((key) => !named.has(key) && !young.has(key))
    .sort();
  const left = unnamed.filter(isNeeded);
  const facts = unnamed.filter((key) => !isNeeded(key));
  // A single old note that lists only needed facts would be written again unchanged.
  if (facts.length === 0 && old.length === 1 && left.length === old[0]?.keys.length) return undefined;
  return { generation, facts, isNamed: (key) => named.has(key), notes: old.map(({ at }) => at), left };
}

/** Facts keys of all kept versions: those of the latest version and the `before` values of the records. */
function namedFacts(reader: PageReader): Set<string> {
  const named = latestKeys(reader);
  for (const { changes } of reader.versions()) {
    for (const { before } of changes) if (before !== undefined) named.add(before);
  }
  return named;
}

/** Removes some of a plan's facts in one transaction. @returns whether it was done; false if something was published meanwhile */
export function sweepFacts(environment: StoreEnvironment, plan: SweepPlan, facts: readonly string[]): boolean {
  return whileCurrent(environment, plan, (tables) => {
    for (const key of facts) removeFacts(tables, key, plan.isNamed);
    return true;
  });
}

/** Records that a plan's facts were removed. @returns as {@link sweepFacts} */
export function finishSweep(environment: StoreEnvironment, plan: SweepPlan): boolean {
  return whileCurrent(environment, plan, (tables) => {
    for (const at of plan.notes) tables.meta.remove(at);
    if (plan.left.length > 0) tables.meta.put(nextNote(tables), encodeNote({ generation: 0, keys: plan.left }));
    return true;
  });
}

function noteKeys({ meta }: Tables): number[] {
  return meta.keys().filter((key) => typeof key === "number" && key >= MetaKey.FirstNote) as number[];
}

function nextNote(tables: Tables): number {
  return (noteKeys(tables).at(-1) ?? MetaKey.FirstNote) + 1;
}

function encodeNote({ generation, keys }: FactsBatchNote): Uint8Array {
  return encodeWith((out) => {
    out.varint(generation);
    for (const key of keys) out.raw(factsKeyBytes(key));
  });
}

function decodeNote(payload: Uint8Array, at: number): FactsBatchNote {
  return decodeChecked(`note ${at} of stored facts`, () => {
    const reader = new ByteReader(payload);
    const generation = reader.varint();
    const keys: string[] = [];
    while (reader.position < payload.length) keys.push(readFactsKey(reader));
    return { generation, keys };
  });
}
