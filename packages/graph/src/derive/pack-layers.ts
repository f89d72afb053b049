/** Layers as the records that a ledger keeps: what was numbered by id is laid out by handle, so that a card reads one page. */
import {
  DerivedKey,
  type DerivedRecord,
  encodeDerivedPage,
  encodeDirectory,
  NO_CLUSTER,
  PAGE_SHIFT,
} from "../records/derived.js";
import type { CodeGraph } from "./code-graph.js";
import type { Layers } from "./layers.js";
import { type Rows, rowOf } from "./rows.js";

export function packLayers(layers: Layers): DerivedRecord[] {
  const { code, clusters, processes } = layers;
  const records: DerivedRecord[] = [{ key: DerivedKey.Directory, payload: encodeDirectory({ clusters, processes }) }];
  const pages = Math.ceil(code.numbers.length / (1 << PAGE_SHIFT));
  for (let page = 0; page < pages; page++) {
    records.push({ key: DerivedKey.FirstPage + page, payload: packPage(layers, page) });
  }
  return records;
}

function packPage({ code, clusterOf, tests, parts }: Layers, page: number): Uint8Array {
  const numbers = code.numbers.subarray(page << PAGE_SHIFT, (page + 1) << PAGE_SHIFT);
  const slots = 1 << PAGE_SHIFT;
  const clusters = new Uint32Array(slots).fill(NO_CLUSTER);
  numbers.forEach((number, slot) => {
    clusters[slot] = clusterOf[number] ?? NO_CLUSTER;
  });
  const linked = slotRows(tests, numbers, slots);
  for (let i = 0; i < linked.words.length; i += 2) linked.words[i] = handleOf(code, linked.words[i] as number);
  return encodeDerivedPage({ clusters, tests: linked, parts: slotRows(parts, numbers, slots) });
}

function handleOf(code: CodeGraph, number: number): number {
  return code.records[number]?.handle ?? 0;
}

function slotRows(rows: Rows, numbers: Uint32Array, slots: number): { offsets: Uint32Array; words: Uint32Array } {
  const offsets = new Uint32Array(slots + 1);
  const words: number[] = [];
  for (let slot = 0; slot < slots; slot++) {
    const number = numbers[slot];
    if (number !== undefined && number + 1 < rows.offsets.length)
      for (const word of rowOf(rows, number)) words.push(word);
    offsets[slot + 1] = words.length;
  }
  return { offsets, words: Uint32Array.from(words) };
}
