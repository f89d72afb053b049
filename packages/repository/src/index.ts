/**
 * Public API of @sdl/repository: one repository on this machine. This entry is small and loaded at a program's start;
 * code that reads stores, source or models has entries of its own (`@sdl/repository/source`), loaded on use.
 */
export { describeKinds, describeNothing } from "./discovery/describe-survey.js";
export { discoverOptions } from "./discovery/discovery.js";
export { repositoryRoot } from "./discovery/repository-root.js";
export type { DraftedState } from "./drafts/draft-overlay.js";
export type { DraftEvent, DraftPush, DraftPushed, DraftSettings, DraftStatus } from "./drafts/draft-request.js";
export { type GitRevisions, STAGED_NAME } from "./git/git-revisions.js";
export { isLocked, whileLocked, withFileLock } from "./machine/file-lock.js";
export { cacheDirectory, type Environment, homeDirectory } from "./machine/home.js";
export { leaseHolder } from "./machine/lease.js";
export { requireLimits } from "./machine/limits.js";
export { unfitMedium } from "./machine/medium.js";
export {
  appendOwnFile,
  placeOwnFile,
  readOwnFile,
  replaceOwnFile,
  statOwnFile,
  syncFolder,
} from "./machine/own-file.js";
export { faultOf, ProgramLog } from "./machine/program-log.js";
export {
  defaultStorePlace,
  deleteStore,
  isWritable,
  layersLease,
  otherIndexes,
  type StorePlace,
  schemaDirectories,
} from "./machine/store-directory.js";
export { describeRefusal, errorCode } from "./machine/system-error.js";
export { type HealthComponents, healthScore, type IndexHealth, measureHealth } from "./opened/index-health.js";
export { openRepository } from "./opened/open-repository.js";
export type { Repository, RepositoryOptions, Snapshot } from "./opened/repository.js";
export type { FileReason } from "./refresh/explain/file-reason.js";
export { isPublishedAfter, type NotedChanges, notedFiles } from "./refresh/noted-changes.js";
export {
  CLOCK_TICK_MS,
  type Freshness,
  type RefreshOptions,
  type RefreshPhase,
  type RefreshProgress,
  type RefreshResult,
  shareDone,
  workProgress,
} from "./refresh/refresh-request.js";
export type { PullResult, PushResult, RemotePlace } from "./remote/remote-place.js";
export type { RepositorySettings } from "./settings.js";
export { damageText, isStoreFault } from "./soundness/store-faults.js";
export { dayOf } from "./text/day.js";
export { pulledVersionText, shortCommit } from "./text/pulled-version.js";
export { describeOtherVersion, sdlVersion } from "./version.js";
export type { KeptVersion } from "./versions/kept-version.js";
export { DRAFT_NAME } from "./versions/names.js";
export type { RetentionPolicy } from "./versions/retention.js";
export { chooseStorePlace } from "./worktrees/store-place.js";
export { storesWithoutWorktree } from "./worktrees/worktree-place.js";
