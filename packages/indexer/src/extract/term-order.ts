/** Sort of terms by their 40-bit hashes, in linear time: hashes are uniform, so after one distribution pass little is left to sort. */
import { joinTermHash } from "@sdl/model/text";

const RANGE = 2 ** 40;

/** Sorts `terms` ascending by (high, low) into a new array. @param high, low halves of the hash by term number */
export function orderByHash(terms: Int32Array, high: Uint32Array, low: Uint32Array): Int32Array {
  const count = terms.length;
  const from = new Uint32Array(count + 1);
  const bucketOf = (term: number): number =>
    Math.floor((joinTermHash(high[term] as number, low[term] as number) * count) / RANGE);
  for (let i = 0; i < count; i++) (from[bucketOf(terms[i] as number) + 1] as number)++;
  for (let bucket = 1; bucket <= count; bucket++)
    from[bucket] = (from[bucket] as number) + (from[bucket - 1] as number);
  const ordered = new Int32Array(count);
  for (let i = 0; i < count; i++) ordered[(from[bucketOf(terms[i] as number)] as number)++] = terms[i] as number;
  insertionSort(ordered, high, low);
  return ordered;
}

function insertionSort(terms: Int32Array, high: Uint32Array, low: Uint32Array): void {
  for (let i = 1; i < terms.length; i++) {
    const term = terms[i] as number;
    const h = high[term] as number;
    const l = low[term] as number;
    let at = i - 1;
    for (; at >= 0; at--) {
      const other = terms[at] as number;
      const otherHigh = high[other] as number;
      if (otherHigh < h || (otherHigh === h && (low[other] as number) <= l)) break;
      terms[at + 1] = other;
    }
    terms[at + 1] = term;
  }
}
