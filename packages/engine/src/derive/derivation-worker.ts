/** The module that derivation runs in: a thread of its own, whose memory is given back when it ends. Reads the store, never writes it. */
import { parentPort, workerData } from "node:worker_threads";
import { openLedger } from "@sdl/graph";
import { deriveSnapshot } from "@sdl/graph/derive";
import type { DerivationReply, DerivationSetup } from "./derivation.js";

/** Derivation goes through the files once: what it has read it hardly needs again. */
const FACTS_CACHE_BYTES = 48 * 1024 * 1024;

const { directory } = workerData as DerivationSetup;
const ledger = openLedger({ directory, mode: "read", factsCacheBytes: FACTS_CACHE_BYTES });
try {
  const snapshot = ledger.snapshot();
  const reply: DerivationReply = deriveSnapshot(snapshot);
  snapshot.close();
  parentPort?.postMessage(reply);
} finally {
  await ledger.close();
}
