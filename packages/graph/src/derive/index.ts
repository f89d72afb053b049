/** Derivation of a version's layers: clusters, test links, processes, vectors. A separate module, loaded only by processes that derive. */
import type { HistoryData } from "@sdl/model/graph";
import type { LedgerSnapshot } from "../read/snapshot.js";
import type { StoredLayers } from "../records/derived.js";
import { deriveLayers } from "./layers.js";
import { packLayers } from "./pack-layers.js";
import { snapshotSource } from "./snapshot-source.js";

export type { StoredEmbeddings } from "../records/derived.js";
export { EmbeddingDraft } from "./embeddings/embedding-draft.js";

/**
 * Computes the layers: a pure function of the version and its history. @throws {GraphError} `VERSION_EXPIRED` if a newer version is published
 * meanwhile
 */
export function deriveSnapshot(snapshot: LedgerSnapshot, history?: HistoryData): StoredLayers {
  const records = packLayers(deriveLayers(snapshotSource(snapshot)), history);
  return { version: snapshot.version, commit: history?.commit, records };
}
