/** Simple names of one bucket with their symbols: names ordered by code units; the symbols of each name ordered by id. */
import { addToList } from "@sdl/model";
import { ByteReader } from "@sdl/model/facts";
import { hash32 } from "@sdl/model/text";
import { BUCKETS } from "./buckets.js";
import { decodeChecked, encodeWith, readList, readTexts, writeList, writeTexts } from "./packing.js";

interface NamedSymbol {
  readonly high: number;
  readonly low: number;
  readonly handle: number;
}

/** Symbols by simple name. */
export type NameBucket = ReadonlyMap<string, readonly NamedSymbol[]>;

/** A symbol that gets or loses a name. */
export interface NameEdit extends NamedSymbol {
  readonly name: string;
}

/** Number of groups of buckets. Names with the same first letter, in either case, share a group, so a search by prefix reads one group. */
export const NAME_GROUPS = 32;
/** Number of consecutive buckets whose names share a group. */
export const BUCKETS_PER_GROUP = BUCKETS / NAME_GROUPS;

/** Group of a name, by its first character. */
export function groupOfName(name: string): number {
  return name === "" ? 0 : name.charCodeAt(0) % NAME_GROUPS;
}

/** Group that a bucket belongs to. */
export function groupOfBucket(bucket: number): number {
  return Math.floor(bucket / BUCKETS_PER_GROUP);
}

/** Bucket of a name: its group, then its hash. */
export function bucketOfName(name: string): number {
  return groupOfName(name) * BUCKETS_PER_GROUP + (hash32(name, 0x5ca1ab1e) % BUCKETS_PER_GROUP);
}

/** Decodes a bucket. @param what names the record in errors @throws {GraphError} `STORE_CORRUPT` */
export function decodeNames(payload: Uint8Array, what: string): NameBucket {
  return decodeChecked(what, () => {
    const reader = new ByteReader(payload);
    const names = readTexts(reader);
    const bucket = new Map<string, NamedSymbol[]>();
    for (const name of names) {
      bucket.set(
        name,
        readList(reader, () => ({ high: reader.word(), low: reader.word(), handle: reader.varint() })),
      );
    }
    return bucket;
  });
}

/** The names of the bucket without their symbols, ordered by code units. */
export function decodeNameTexts(payload: Uint8Array, what: string): string[] {
  return decodeChecked(what, () => readTexts(new ByteReader(payload)));
}

/** @returns the new payload; `undefined` if no name is left */
export function editNames(
  bucket: NameBucket | undefined,
  removed: readonly NameEdit[],
  added: readonly NameEdit[],
): Uint8Array | undefined {
  const lists = new Map<string, NamedSymbol[]>();
  for (const [name, symbols] of bucket ?? []) lists.set(name, [...symbols]);
  for (const edit of removed) {
    const left = (lists.get(edit.name) ?? []).filter((symbol) => compareSymbols(symbol, edit) !== 0);
    if (left.length > 0) lists.set(edit.name, left);
    else lists.delete(edit.name);
  }
  for (const edit of added) addToList<string, NamedSymbol>(lists, edit.name, edit);
  return lists.size === 0 ? undefined : encodeNames(lists);
}

function encodeNames(lists: ReadonlyMap<string, NamedSymbol[]>): Uint8Array {
  return encodeWith((out) => {
    const names = [...lists.keys()].sort();
    writeTexts(out, names);
    for (const name of names) {
      const symbols = (lists.get(name) ?? []).sort(compareSymbols);
      writeList(out, symbols, ({ high, low, handle }) => {
        out.word(high);
        out.word(low);
        out.varint(handle);
      });
    }
  });
}

function compareSymbols(a: NamedSymbol, b: NamedSymbol): number {
  return a.high - b.high || a.low - b.low || a.handle - b.handle;
}
