/** The public API of @sdl/graph: the ledger of graph versions. */
export type { EmbeddingState } from "./derived/stored-derived.js";
export {
  DraftChange,
  type DraftDifference,
  type DraftFacts,
  type DraftHead,
  DraftStore,
  type DraftWrite,
  type StoredDraft,
} from "./drafts/draft-store.js";
export { derivedDump } from "./dump/derived-dump.js";
export { canonicalDump } from "./dump/dump.js";
export { type InspectOptions, inspectStore, type StoreInspection } from "./inspect.js";
export { dropUnusedLayers, findUsedLayers, forkStore, freezeStore, layersBelow, siblingStores } from "./layers.js";
export {
  Ledger,
  type LedgerOptions,
  openLedger,
  openLedgerAfterCheck,
  type StoredFacts,
} from "./ledger.js";
export { openSnapshot } from "./open-snapshot.js";
export { IMAGE_FORMAT, type VersionImage } from "./portable/image.js";
export { type PartsHead, readPartsHead, type VersionParts } from "./portable/version-parts.js";
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
export { checkStore, type StoreCheck } from "./store/check-store.js";
export { dataFileBytes, type OpenMode, schemaDirectory } from "./store/environment.js";
export { listFolder } from "./store/folders/list-folder.js";
export { makeFolder } from "./store/folders/make-folder.js";
export { familyDirectory, listLayers, storesOfAllWorktrees, worktreesFolder } from "./store/opening/layer-place.js";
export type { StoreReader } from "./store/readers.js";
export { listSetAside, type SetAside, setStoreAside } from "./store/set-aside.js";
export { findStoreDoubt, recordDamage, recordIntact, type StoreDoubt } from "./store/store-doubt.js";
export {
  type ConfigChange,
  type FileLookups,
  type FileViewChange,
  LedgerUpdate,
  type MaterialisedVersion,
} from "./update.js";
