/** Head record: describes the latest state; every publish replaces it. */
import { ByteReader } from "@sdl/model/facts";
import { TERM_FIELDS } from "@sdl/model/text";
import { decodeChecked, encodeWith, readLong, writeLong } from "./packing.js";

/** Keys of the meta table. Keys from `FirstNote` on are notes about stored facts. */
export const MetaKey = {
  Head: 0,
  Format: 1,
  Skipped: 2,
  Producer: 3,
  Owner: 4,
  /** Name of the layer below the ledger. */
  Layer: 5,
  /** Present until the ledger has been compared with its own folder for the first time. */
  Forked: 6,
  PackedUpTo: 16,
  Tally: 64,
  FirstNote: 1 << 16,
} as const;

/** All numbers that describe the latest state. */
export interface Head {
  /** Counter of commits, including those that create no version. 0: nothing has been written yet. */
  readonly generation: number;
  /** The last generation that changed more than file stats. */
  readonly contentGeneration: number;
  /** Sequence number of the latest version, which is also its key; 0 before the first version. */
  readonly versionSeq: number;
  /** The latest version's id without its `v`. */
  readonly versionMs: number;
  /** Exclusive upper bound of file handles. */
  readonly nextFile: number;
  /** Exclusive upper bound of symbol handles. */
  readonly capacity: number;
  readonly fileCount: number;
  readonly symbolCount: number;
  readonly edgeCount: number;
  readonly configCount: number;
  /** Sum of field lengths over all symbols, in the order of `TERM_FIELDS`. */
  readonly lengthTotals: readonly number[];
}

const EMPTY_HEAD: Head = {
  generation: 0,
  contentGeneration: 0,
  versionSeq: 0,
  versionMs: 0,
  nextFile: 0,
  capacity: 0,
  fileCount: 0,
  symbolCount: 0,
  edgeCount: 0,
  configCount: 0,
  lengthTotals: TERM_FIELDS.map(() => 0),
};

/** Encodes the record of the latest state. */
export function encodeHead(head: Head): Uint8Array {
  return encodeWith((out) => {
    out.varint(head.generation);
    out.varint(head.contentGeneration);
    out.varint(head.versionSeq);
    writeLong(out, head.versionMs);
    out.varint(head.nextFile);
    out.varint(head.capacity);
    out.varint(head.fileCount);
    out.varint(head.symbolCount);
    out.varint(head.edgeCount);
    out.varint(head.configCount);
    for (const total of head.lengthTotals) writeLong(out, total);
  });
}

/** Decodes the head; an absent record is an empty ledger. @throws {GraphError} `STORE_CORRUPT` */
export function decodeHead(payload: Uint8Array | undefined): Head {
  if (payload === undefined) return EMPTY_HEAD;
  return decodeChecked("the head record", () => {
    const reader = new ByteReader(payload);
    return {
      generation: reader.varint(),
      contentGeneration: reader.varint(),
      versionSeq: reader.varint(),
      versionMs: readLong(reader),
      nextFile: reader.varint(),
      capacity: reader.varint(),
      fileCount: reader.varint(),
      symbolCount: reader.varint(),
      edgeCount: reader.varint(),
      configCount: reader.varint(),
      lengthTotals: TERM_FIELDS.map(() => readLong(reader)),
    };
  });
}

/** The head as currently stored. */
export function readHead({ meta }: { readonly meta: { get(key: number): Uint8Array | undefined } }): Head {
  return decodeHead(meta.get(MetaKey.Head));
}
