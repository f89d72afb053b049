/**
 * `node retrieval-share.js ROOT STORE`: measures the share of a store that only retrieval uses: postings, and the
 * terms, postings and lengths that each file's facts keep so that an edit can be removed from the index. Names do not
 * count, because everything looks them up. Prints JSON.
 */
import process from "node:process";
import { deflateRawSync } from "node:zlib";
import { inspectStore, openLedger } from "@sdl/graph";
import { type FactsPage, LENGTHS, POSTINGS, TERMS } from "@sdl/model/facts";

/** Bytes of a store by use. */
export interface RetrievalShare {
  readonly retrievalBytes: number;
  /** Bytes of all other records. */
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

/** Share of these tables in the compressed facts pages. */
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
  const cuts = RETRIEVAL_FACTS.map((schema) => page.encodedTable(schema)).sort((a, b) => a.byteOffset - b.byteOffset);
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const { byteOffset, length } of cuts) {
    kept.push(page.bytes.subarray(from, byteOffset - page.bytes.byteOffset));
    from = byteOffset - page.bytes.byteOffset + length;
  }
  return Buffer.concat([...kept, page.bytes.subarray(from)]);
}
