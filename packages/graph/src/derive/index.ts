/** Derivation of a version's layers: clusters, test links, processes. A module of its own: only what derives loads it. */
import type { DerivedLayers, VersionId } from "@sdl/model";
import { viewDerived } from "../derived-view.js";
import type { DerivedRecord } from "../records/derived.js";
import type { LedgerSnapshot } from "../snapshot.js";
import { deriveLayers } from "./layers.js";
import { packLayers } from "./pack-layers.js";
import { snapshotSource } from "./snapshot-source.js";

/** What {@link Ledger.putDerived} stores. */
export interface PackedLayers {
  readonly version: VersionId;
  readonly records: readonly DerivedRecord[];
}

/** A pure function of the version. @throws {GraphError} `VERSION_EXPIRED` when a newer one is published meanwhile */
export function deriveSnapshot(snapshot: LedgerSnapshot): PackedLayers {
  return { version: snapshot.version, records: packLayers(deriveLayers(snapshotSource(snapshot))) };
}

/** The same, as cards and scores read them: for a version whose layers are not stored (any more). */
export function layersOf(snapshot: LedgerSnapshot): DerivedLayers {
  return viewDerived(packLayers(deriveLayers(snapshotSource(snapshot))), Number(snapshot.version.slice(1)));
}
