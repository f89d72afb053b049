/** Encoding of derived layers as records of a ledger: values numbered by symbol id are laid out by handle, so a card reads one page. */

import { type HistoryData, openHistory } from "@sdl/model/graph";
import {
  DerivedKey,
  type DerivedRecord,
  encodeDerivedPage,
  encodeDirectory,
  NO_CLUSTER,
  PAGE_SHIFT,
} from "../records/derived.js";
import { encodeHistory } from "../records/history.js";
import { type PackedRows, rowView } from "../records/rows.js";
import { encodeVectorPage, vectorRow } from "../records/vectors.js";
import { type CodeGraph, NONE } from "./code-graph.js";
import type { Layers } from "./layers.js";

/** @param history git history of the version, if known */
export function packLayers(layers: Layers, history: HistoryData | undefined): DerivedRecord[] {
  const { code, clusters, processes } = layers;
  const records: DerivedRecord[] = [{ key: DerivedKey.Directory, payload: encodeDirectory({ clusters, processes }) }];
  if (history !== undefined) records.push({ key: DerivedKey.History, payload: encodeHistory(history) });
  const churn = churnByNumber(code, history);
  const pages = Math.ceil(code.numberByHandle.length / (1 << PAGE_SHIFT));
  for (let page = 0; page < pages; page++) {
    records.push({ key: DerivedKey.FirstPage + page, payload: packPage(layers, churn, page) });
    const vectors = packVectors(layers, page);
    if (vectors !== undefined) records.push({ key: DerivedKey.FirstVectorPage + page, payload: vectors });
  }
  return records;
}

function packPage({ code, clusterOf, tests, parts }: Layers, churn: Uint32Array, page: number): Uint8Array {
  const numbers = code.numberByHandle.subarray(page << PAGE_SHIFT, (page + 1) << PAGE_SHIFT);
  const slots = 1 << PAGE_SHIFT;
  const clusters = new Uint32Array(slots).fill(NO_CLUSTER);
  numbers.forEach((number, slot) => {
    clusters[slot] = clusterOf[number] ?? NO_CLUSTER;
  });
  const changes = new Uint32Array(slots);
  numbers.forEach((number, slot) => {
    changes[slot] = churn[number] ?? 0;
  });
  const linked = slotRows(tests, numbers, slots);
  for (let i = 0; i < linked.words.length; i += 2) linked.words[i] = handleOfNumber(code, linked.words[i] as number);
  return encodeDerivedPage({ clusters, tests: linked, parts: slotRows(parts, numbers, slots), churn: changes });
}

function packVectors({ code, vectors }: Layers, page: number): Uint8Array | undefined {
  if (vectors.length === 0) return undefined;
  return encodeVectorPage((slot) => vectorRow(vectors, code.numberByHandle[(page << PAGE_SHIFT) + slot] ?? NONE));
}

function churnByNumber(code: CodeGraph, data: HistoryData | undefined): Uint32Array {
  if (data === undefined) return new Uint32Array(0);
  const history = openHistory(data);
  return Uint32Array.from(code.records, ({ id }) => history.churnOf(id));
}

function handleOfNumber(code: CodeGraph, number: number): number {
  return code.records[number]?.handle ?? 0;
}

function slotRows(rows: PackedRows, numbers: Uint32Array, slots: number): { offsets: Uint32Array; words: Uint32Array } {
  const offsets = new Uint32Array(slots + 1);
  const words: number[] = [];
  for (let slot = 0; slot < slots; slot++) {
    const number = numbers[slot];
    if (number !== undefined && number + 1 < rows.offsets.length)
      for (const word of rowView(rows, number)) words.push(word);
    offsets[slot + 1] = words.length;
  }
  return { offsets, words: Uint32Array.from(words) };
}
