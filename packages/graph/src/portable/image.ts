/**
 * Image of a version: all records of its tables but facts, as an export lays them out, so that a store begins with them
 * instead of computing them. It depends on the version's content and its derived layers alone.
 */
import { DERIVATION_FORMAT } from "../records/derived.js";
import { LEDGER_SCHEMA } from "../store/environment.js";
import { decodeRecords, encodeRecords } from "./portable-file.js";
import type { PortableTables } from "./portable-tables.js";
import { readFactsPart } from "./version-parts.js";

/** Names the layout of records in images. An image of another layout is of no use: the version's parts are used instead. */
export const IMAGE_FORMAT = `${LEDGER_SCHEMA}.${DERIVATION_FORMAT}`;

/** An image, and the facts that its files name. */
export interface VersionImage {
  /** As `VersionParts.head`: what the image must say as well. */
  readonly head: Uint8Array;
  readonly records: Uint8Array;
  /** One part for each facts page, as `VersionParts` has them. */
  readonly facts: readonly Uint8Array[];
}

/** The records of a version as an image. */
export function encodeImage({ records }: PortableTables): Uint8Array {
  return encodeRecords(records);
}

/** Decodes an untrusted image of {@link IMAGE_FORMAT}, without checking its tables. @throws {Error} of any kind if it is none */
export function decodeImage({ records, facts }: Omit<VersionImage, "head">): PortableTables {
  return { records: decodeRecords(records), facts: new Map(facts.map(readFactsPart)) };
}
