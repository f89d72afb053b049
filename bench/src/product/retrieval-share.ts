/**
 * `node retrieval-share.js ROOT STORE`: how much of a store is there for retrieval alone: postings, and the terms, postings and lengths
 * that each file's facts keep so that an edit can be taken out of the index again. Names are looked up by everything. Prints JSON.
 */
import process from "node:process";
import { deflateRawSync } from "node:zlib";
import { inspectStore, openLedger } from "@sdl/graph";
import { type FactsPage, LENGTHS, POSTINGS, TERMS } from "@sdl/model/facts";

export interface RetrievalShare {
  readonly retrievalBytes: number;
  /** Of all other records. */
  readonly otherBytes: number;
}

const RETRIEVAL_FACTS = [TERMS, POSTINGS, LENGTHS];

const [, directory = ""] = process.argv.slice(2);
console.log(JSON.stringify(await measure()));

async function measure(): Promise<RetrievalShare> {
  const { tableBytes, sizeBytes } = await inspectStore(directory, { writes: 0, pagesOnly: true });
  const { postings = 0, facts = 0 } = tableBytes;
  const retrievalBytes = postings + Math.round(facts * (await shareOfFacts()));
  return { retrievalBytes, otherBytes: sizeBytes - retrievalBytes };
}

/** What deflated pages lose without those tables, as a share of them. */
async function shareOfFacts(): Promise<number> {
  const ledger = openLedger({ directory, mode: "read" });
  const snapshot = ledger.snapshot();
  let [all, rest] = [0, 0];
  for (const file of snapshot.files()) {
    const page = snapshot.fileFacts(file);
    if (page === undefined) continue;
    all += deflateRawSync(page.bytes).length;
    rest += deflateRawSync(withoutRetrieval(page)).length;
  }
  snapshot.close();
  await ledger.close();
  return all === 0 ? 0 : 1 - rest / all;
}

function withoutRetrieval(page: FactsPage): Uint8Array {
  const cuts = RETRIEVAL_FACTS.map((schema) => page.bytesOf(schema)).sort((a, b) => a.byteOffset - b.byteOffset);
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const { byteOffset, length } of cuts) {
    kept.push(page.bytes.subarray(from, byteOffset - page.bytes.byteOffset));
    from = byteOffset - page.bytes.byteOffset + length;
  }
  return Buffer.concat([...kept, page.bytes.subarray(from)]);
}
