/** The public API of @sdl/graph: the ledger of graph versions. */
export type { EmbeddingState } from "./derived/stored-derived.js";
export {
  DraftChange,
  type DraftDifference,
  type DraftFacts,
  type DraftHead,
  DraftStore,
  type StoredDraft,
} from "./drafts/draft-store.js";
export { derivedDump } from "./dump/derived-dump.js";
export { canonicalDump } from "./dump/dump.js";
export { type InspectOptions, inspectStore, type StoreInspection } from "./inspect.js";
export { dropUnusedLayers, forkStore, freezeStore, layersBelow, layersUnder, siblingStores } from "./layers.js";
export {
  Ledger,
  type LedgerOptions,
  openLedger,
  openLedgerWhenFree,
  type StoredFacts,
} from "./ledger.js";
export type { FileInput } from "./publish/file-input.js";
export type { CommitOptions, CommitResult } from "./publish/publication.js";
export { LedgerSnapshot, type UnresolvedUse } from "./read/snapshot.js";
export type { StoredLayers } from "./records/derived.js";
export type { FileEntry } from "./records/file-page.js";
export type { ConfigEntry } from "./records/inputs.js";
export type { FileChange, TextBefore, VersionRecord } from "./records/version-record.js";
export type { PackedFacts } from "./retention/packing.js";
export type { PruneStep } from "./retention/prune-plan.js";
export type { PrunePlan, VersionSize } from "./retention/pruning.js";
export type { SweepPlan } from "./retention/unnamed-facts.js";
export { type RecordCodec, SessionStore, SessionTable, type SessionTableName } from "./session/session-store.js";
export { type HandleWrite, type LiveSlice, SliceHandles } from "./session/slice-handles.js";
export type { HandleRecord, LeaseRecord, PinnedState, ShapeRecord } from "./session/slice-records.js";
export { condemnStore, type Doubt, doubtStore, trustStore } from "./store/doubt.js";
export { dataFileBytes, type OpenMode, schemaDirectory } from "./store/environment.js";
export { makeFolder } from "./store/folders/make-folder.js";
export { namesIn } from "./store/folders/names-in.js";
export { lookAtStore, type StoreLook } from "./store/look.js";
export { familyDirectory, listLayers, storesOfFamily, worktreesFolder } from "./store/opening/layer-place.js";
export type { StoreReader } from "./store/readers.js";
export { listSetAside, type SetAside, setStoreAside } from "./store/set-aside.js";
export {
  type ConfigChange,
  type FileLookups,
  type FileViewChange,
  LedgerUpdate,
  type MaterialisedVersion,
} from "./update.js";
