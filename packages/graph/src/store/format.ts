/** Format record of a store: marks it as a ledger and names its schema. Written once, checked at every opening. */
import { GraphError } from "@sdl/model";
import { ByteReader, ByteWriter, FACTS_FORMAT } from "@sdl/model/facts";
import { damagedError } from "../errors.js";
import { MetaKey } from "../records/head.js";
import { LEDGER_SCHEMA, type StoreEnvironment } from "./environment.js";

/** "SDL" and a zero byte, as a word. */
const MAGIC = 0x004c4453;

/** Properties recorded in a new ledger. */
export interface NewLedger {
  /** See {@link writeOwner}. */
  readonly owner?: string | undefined;
  /** Whether the layer below was made for another folder. */
  readonly isFork?: boolean | undefined;
  readonly schema?: number;
}

/** Marks an empty store as a ledger of this schema; does nothing if it is marked already. */
export function writeFormat(
  environment: StoreEnvironment,
  { owner, isFork = false, schema = LEDGER_SCHEMA }: NewLedger = {},
): void {
  const { meta } = environment.tables;
  if (meta.getOwn(MetaKey.Format) !== undefined) return;
  const out = new ByteWriter();
  out.word(MAGIC);
  out.varint(schema);
  out.varint(FACTS_FORMAT);
  environment.write(() => {
    meta.putOwn(MetaKey.Format, out.finish());
    if (environment.layer !== undefined) meta.putOwn(MetaKey.Layer, new TextEncoder().encode(environment.layer));
    if (isFork) meta.putOwn(MetaKey.Forked, new Uint8Array(1));
    if (owner !== undefined) putOwner(environment, owner);
  });
}

/** Records the ledger's owner, a text chosen by the caller. */
export function writeOwner(environment: StoreEnvironment, owner: string): void {
  environment.write(() => putOwner(environment, owner));
}

/** @returns `undefined` if no owner was recorded */
export function readOwner(environment: StoreEnvironment): string | undefined {
  const payload = environment.currentTables().meta.get(MetaKey.Owner);
  return payload === undefined ? undefined : new TextDecoder().decode(payload);
}

function putOwner(environment: StoreEnvironment, owner: string): void {
  environment.tables.meta.put(MetaKey.Owner, new TextEncoder().encode(owner));
}

/** @throws {GraphError} `STORE_MISSING` if the store's creation was not finished, `SCHEMA_MISMATCH` */
export function checkFormat(environment: StoreEnvironment): void {
  const payload = environment.tables.meta.get(MetaKey.Format);
  if (payload === undefined)
    throw new GraphError("STORE_MISSING", "the creation of the store was interrupted; index again");
  checkLayer(environment);
  const reader = new ByteReader(payload);
  const found = [reader.word(), reader.varint(), reader.varint()];
  if (found[0] === MAGIC && found[1] === LEDGER_SCHEMA && found[2] === FACTS_FORMAT) return;
  throw new GraphError(
    "SCHEMA_MISMATCH",
    `the store has schema ${found[1]}.${found[2]}, this program reads ${LEDGER_SCHEMA}.${FACTS_FORMAT}; use the program that wrote it, or run "sdl reset"`,
  );
}

/** Checks that the ledger is opened over the layer that it was created over: with another one, its content would be different. */
function checkLayer(environment: StoreEnvironment): void {
  const noted = environment.tables.meta.getOwn(MetaKey.Layer);
  if (environment.tables.meta.getOwn(MetaKey.Format) === undefined) return;
  if ((noted && new TextDecoder().decode(noted)) !== environment.layer) throw damagedError("the layer below the store");
}
