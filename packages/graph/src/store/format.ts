/** The format record: says that a store is a ledger, and of which schema. Written once, checked at every opening. */
import { GraphError } from "@sdl/model";
import { ByteReader, ByteWriter, FACTS_FORMAT } from "@sdl/model/facts";
import { MetaKey } from "../records/head.js";
import { LEDGER_SCHEMA, type StoreEnvironment } from "./environment.js";

/** "SDL" and a zero, as a word. */
const MAGIC = 0x004c4453;

/**
 * Marks a store that nothing was written to yet as a ledger of this schema.
 * @param owner as {@link writeOwner} takes it
 */
export function writeFormat(environment: StoreEnvironment, owner?: string, schema = LEDGER_SCHEMA): void {
  const { meta } = environment.tables;
  if (meta.get(MetaKey.Format) !== undefined) return;
  const out = new ByteWriter();
  out.word(MAGIC);
  out.varint(schema);
  out.varint(FACTS_FORMAT);
  environment.write(() => {
    meta.put(MetaKey.Format, out.finish());
    if (owner !== undefined) putOwner(environment, owner);
  });
}

/** Notes what the ledger was made for, in the caller's words. */
export function writeOwner(environment: StoreEnvironment, owner: string): void {
  environment.write(() => putOwner(environment, owner));
}

/** @returns `undefined` when nobody noted it */
export function readOwner(environment: StoreEnvironment): string | undefined {
  const payload = environment.current().meta.get(MetaKey.Owner);
  return payload === undefined ? undefined : new TextDecoder().decode(payload);
}

function putOwner(environment: StoreEnvironment, owner: string): void {
  environment.tables.meta.put(MetaKey.Owner, new TextEncoder().encode(owner));
}

/** @throws {GraphError} `STORE_MISSING`, `SCHEMA_MISMATCH` */
export function checkFormat(environment: StoreEnvironment): void {
  const payload = environment.tables.meta.get(MetaKey.Format);
  if (payload === undefined) throw new GraphError("STORE_MISSING", "the store was never finished; index again");
  const reader = new ByteReader(payload);
  const found = [reader.word(), reader.varint(), reader.varint()];
  if (found[0] === MAGIC && found[1] === LEDGER_SCHEMA && found[2] === FACTS_FORMAT) return;
  throw new GraphError(
    "SCHEMA_MISMATCH",
    `the store is of schema ${found[1]}.${found[2]}, this program reads ${LEDGER_SCHEMA}.${FACTS_FORMAT}; use the program that wrote it, or run "sdl reset"`,
  );
}
