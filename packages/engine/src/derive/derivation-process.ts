/**
 * The module that derivation runs in: a process of its own, whose memory is given back when it ends and which may be killed at any
 * time, as a thread that shares the native store may not. Reads the store and the repository that its arguments name, never writes the store.
 */
import { constants, setPriority } from "node:os";
import { GraphError, openLedger } from "@sdl/graph";
import { deriveSnapshot } from "@sdl/graph/derive";
import { readHistory } from "../history/read-history.js";
import { createMasker } from "../masking/masker.js";
import type { DerivationReply } from "./derivation.js";

/** Derivation goes through the files once: what it has read it hardly needs again. */
const FACTS_CACHE_BYTES = 48 * 1024 * 1024;

async function derive(directory: string, rootPath: string): Promise<DerivationReply> {
  const ledger = openLedger({ directory, mode: "read", factsCacheBytes: FACTS_CACHE_BYTES });
  try {
    const version = ledger.latestVersion();
    const history = await readHistory({ rootPath, storeDirectory: directory, ledger, masker: createMasker() });
    const snapshot = ledger.snapshot();
    if (snapshot.version !== version?.id) return {};
    const layers = deriveSnapshot(snapshot, history);
    snapshot.close();
    return { layers };
  } catch (error) {
    if (error instanceof GraphError && error.code === "VERSION_EXPIRED") return {};
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    await ledger.close();
  }
}

/** Queries and refreshes come first. Where priorities may not be set, it runs like any other. */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Nothing depends on it.
  }
}

stepBack();
process.once("disconnect", () => process.exit());
void derive(process.argv[2] ?? "", process.argv[3] ?? "").then((reply) =>
  process.send?.(reply, () => process.disconnect()),
);
