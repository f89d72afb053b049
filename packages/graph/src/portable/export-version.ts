/**
 * Export of a version as tables that depend on its content alone. It is published again from nothing, in path order, so that handles do not depend
 * on the ledger's history. Ids, times and stats of the store are omitted. Embedding vectors are omitted too: each machine chooses its own model,
 * and the bytes must not depend on it.
 */

import { defined, getOrMake } from "@sdl/model";
import { Draft } from "../publish/draft.js";
import { publish } from "../publish/publication.js";
import { isDerived } from "../read/derived-view.js";
import { FileTable } from "../read/file-table.js";
import { PageReader } from "../read/page-reader.js";
import { LedgerState, PageCaches } from "../read/state.js";
import {
  DerivedKey,
  decodeDerivedHead,
  decodeDerivedPage,
  encodeDerivedHead,
  encodeDerivedPage,
  NO_CLUSTER,
  PAGE_SHIFT,
} from "../records/derived.js";
import { factsKeyOf } from "../records/file-page.js";
import { decodeHead } from "../records/head.js";
import { rowView } from "../records/rows.js";
import { decodeVectors, encodeVectorPage, vectorRow } from "../records/vectors.js";
import { contentOf, copyVersion } from "./copy-version.js";
import { emptyRecords, PORTABLE_TABLES, type PortableTables, readTables } from "./portable-tables.js";

/** Replaces the version's creation time. */
const NO_TIME_MS = 1;

/** @param commit git commit that the version was built from */
export function exportTables(from: PageReader, commit: string | undefined): PortableTables {
  const draft = new Draft(emptyReader(from));
  copyVersion(contentOf(from), draft);
  const producer = from.producer();
  const { batch } = publish(draft, defined({ nowMs: NO_TIME_MS, producer, commit }));
  const written = batch?.records();
  const records = emptyRecords();
  for (const table of PORTABLE_TABLES) {
    for (const [key, payload] of written?.get(table) ?? []) if (payload !== undefined) records[table].set(key, payload);
  }
  const facts = new Map<string, Uint8Array>();
  for (const { factsKey } of from.state.files.all()) facts.set(factsKey, from.packedFacts(factsKey));
  for (const [key, payload] of derivedRecords(from, readTables({ records, facts }))) records.derived.set(key, payload);
  return { records, facts };
}

/** Reader of a ledger without versions that contains the facts of another ledger. */
function emptyReader(from: PageReader): PageReader {
  const state = new LedgerState(decodeHead(undefined), FileTable.fromEntries([], 0, 0));
  return new PageReader(state, PageCaches.ofSize(), (table, key) =>
    table === "facts" && typeof key !== "number" ? from.packedFacts(factsKeyOf(key)) : undefined,
  );
}

/** The derived layers, laid out by the new handles; none if there are none. */
function* derivedRecords(from: PageReader, to: PageReader): Iterable<[number, Uint8Array]> {
  const directory = from.derived(DerivedKey.Directory);
  const head = from.derived(DerivedKey.Head);
  if (directory === undefined || head === undefined || !isDerived(head, from.state.head.versionMs)) return;
  const { oldOf, newOf } = matchHandles(from, to);
  const pages = new Map<number, ReturnType<typeof decodeDerivedPage>>();
  const pageOf = (number: number) =>
    getOrMake(pages, number, () => decodeDerivedPage(from.derived(DerivedKey.FirstPage + number), number));
  yield [DerivedKey.Head, encodeDerivedHead({ ...decodeDerivedHead(head), versionMs: NO_TIME_MS })];
  yield [DerivedKey.Directory, directory];
  const history = from.derived(DerivedKey.History);
  if (history !== undefined) yield [DerivedKey.History, history];
  for (let page = 0; page << PAGE_SHIFT < oldOf.length; page++) {
    const handles = oldOf.subarray(page << PAGE_SHIFT, (page + 1) << PAGE_SHIFT);
    yield [DerivedKey.FirstPage + page, packPage(handles, pageOf, newOf)];
  }
  yield* vectorPages(from, oldOf);
}

function* vectorPages(from: PageReader, oldOf: Uint32Array): Iterable<[number, Uint8Array]> {
  const values = decodeVectors((page) => from.derived(DerivedKey.FirstVectorPage + page), from.state.head.capacity);
  for (let page = 0; page << PAGE_SHIFT < oldOf.length; page++) {
    const payload = encodeVectorPage((slot) => vectorRow(values, oldOf[(page << PAGE_SHIFT) + slot] ?? NO_CLUSTER));
    if (payload !== undefined) yield [DerivedKey.FirstVectorPage + page, payload];
  }
}

/** Old handle of each new handle, and vice versa; {@link NO_CLUSTER} for free handles. */
interface HandleMatch {
  readonly oldOf: Uint32Array;
  readonly newOf: Uint32Array;
}

function matchHandles(from: PageReader, to: PageReader): HandleMatch {
  const oldOf = new Uint32Array(to.state.head.capacity).fill(NO_CLUSTER);
  const newOf = new Uint32Array(from.state.head.capacity).fill(NO_CLUSTER);
  for (const entry of to.state.files.all()) {
    const old = from.state.files.find(entry.path);
    if (old === undefined) continue;
    from.symbols(old).slots.forEach((slot, ordinal) => {
      oldOf[entry.base + ordinal] = old.base + slot;
      newOf[old.base + slot] = entry.base + ordinal;
    });
  }
  return { oldOf, newOf };
}

function packPage(
  handles: Uint32Array,
  pageOf: (page: number) => ReturnType<typeof decodeDerivedPage>,
  newOf: Uint32Array,
): Uint8Array {
  const slots = 1 << PAGE_SHIFT;
  const clusters = new Uint32Array(slots).fill(NO_CLUSTER);
  const churn = new Uint32Array(slots);
  const tests = { offsets: new Uint32Array(slots + 1), words: [] as number[] };
  const parts = { offsets: new Uint32Array(slots + 1), words: [] as number[] };
  for (let slot = 0; slot < slots; slot++) {
    const old = handles[slot] ?? NO_CLUSTER;
    if (old !== NO_CLUSTER) {
      const page = pageOf(old >>> PAGE_SHIFT);
      const at = old & (slots - 1);
      clusters[slot] = page.clusters[at] ?? NO_CLUSTER;
      churn[slot] = page.churn[at] ?? 0;
      for (const [i, word] of rowView(page.tests, at).entries())
        tests.words.push(i % 2 === 0 ? (newOf[word] ?? 0) : word);
      parts.words.push(...rowView(page.parts, at));
    }
    tests.offsets[slot + 1] = tests.words.length;
    parts.offsets[slot + 1] = parts.words.length;
  }
  return encodeDerivedPage({ clusters, tests: encodeColumns(tests), parts: encodeColumns(parts), churn });
}

function encodeColumns({ offsets, words }: { readonly offsets: Uint32Array; readonly words: readonly number[] }) {
  return { offsets, words: Uint32Array.from(words) };
}
