/** Test helpers that add data to a store which only a newer program of the same schema would know. */
import { open } from "lmdb";
import { environmentFolder } from "./environment.js";
import { openingOptions } from "./opening/opening.js";

/** Adds a table with records in an unknown format. No process may have the store open. @param directory the store's directory */
export async function addUnknownTable(directory: string, name: string, records: number): Promise<void> {
  const root = open({ ...openingOptions(environmentFolder(directory), "write"), maxDbs: 32 });
  const table = root.openDB<Uint8Array, Uint8Array>({ name, encoding: "binary", keyEncoding: "binary" });
  root.transactionSync(() => {
    for (let i = 0; i < records; i++) table.put(Buffer.from(`${name} ${i}`), Buffer.alloc(40 + 97 * (i % 40), i));
  });
  await root.close();
}

/** @returns number of records in an unknown table */
export async function countUnknownRecords(directory: string, name: string): Promise<number> {
  const root = open({ ...openingOptions(environmentFolder(directory), "read"), readOnly: true, maxDbs: 32 });
  const table = root.openDB<Uint8Array, Uint8Array>({ name, encoding: "binary", keyEncoding: "binary" });
  const count = table?.getCount() ?? 0;
  await root.close();
  return count;
}
