/** Derivation of a version's layers: clusters, test links, processes. A module of its own: only what derives loads it. */
import type { HistoryData } from "@sdl/model/graph";
import type { LedgerSnapshot } from "../read/snapshot.js";
import type { StoredLayers } from "../records/derived.js";
import { deriveLayers } from "./layers.js";
import { packLayers } from "./pack-layers.js";
import { snapshotSource } from "./snapshot-source.js";

export type { StoredEmbeddings } from "../records/derived.js";
export { EmbeddingDraft } from "./embeddings/embedding-draft.js";

/** A pure function of the version and its history. @throws {GraphError} `VERSION_EXPIRED` when a newer one is published meanwhile */
export function deriveSnapshot(snapshot: LedgerSnapshot, history?: HistoryData): StoredLayers {
  const records = packLayers(deriveLayers(snapshotSource(snapshot)), history);
  return { version: snapshot.version, commit: history?.commit, records };
}
