/** The public API of @sdl/engine: openEngine() and the action table. */

export { readSource } from "@sdl/indexer";
export { SDL_ERROR_CODES, SdlError, type SdlErrorCode, skipClassOf } from "@sdl/model";
export { placeText } from "@sdl/model/paths";
export type {
  FileReason,
  PullResult,
  PushResult,
  RefreshPhase,
  RefreshProgress,
  Repository,
  RepositoryOptions,
} from "@sdl/repository";
export {
  cacheDirectory,
  homeDirectory,
  openRepository,
  ProgramLog,
  pulledVersionText,
  STAGED_NAME,
  sdlVersion,
  shareDone,
  shortCommit,
  workProgress,
} from "@sdl/repository";
export { embedTexts, loadEmbedder, modelNamed } from "@sdl/repository/embeddings";
export { createMasker, type FoundSecret, findSecrets } from "@sdl/repository/masking";
export { loadTokenCounter, type Slice, type SliceCard } from "@sdl/slice";
export type { AuditRecord } from "./audit/audit-record.js";
export { acceptRepositoryAudit, listRepositoryAudit, verifyRepositoryAudit } from "./audit/repository-audit.js";
export type { AuditReport } from "./audit/verify-audit.js";
export { type Cleaned, type CleanRequest, type CleanResult, removeIndexes } from "./clean/clean.js";
export type { Action, ActionAnnotations, ActionContext, ActionExample, ActionGuide } from "./contract/action.js";
export { ANSWER_FORMATS, type AnswerFormat, parseAnswerFormat, type TextStyle } from "./contract/answer-form.js";
export { DEFAULT_TOOLS, type DefaultTool, defaultToolOf } from "./contract/default-tools.js";
export type { Engine } from "./contract/engine.js";
export { type ErrorAnswer, toErrorAnswer } from "./contract/error-answer.js";
export { errorText } from "./contract/error-text.js";
export { type ActionGroup, groupActions } from "./contract/groups.js";
export { describeSchema, type JsonSchema } from "./contract/json-schema.js";
export { camelName, type NameStyle, styleName } from "./contract/names.js";
export type { Answer } from "./contract/prune-answer.js";
export { CODE_TOOLS, type ListMode, listedName, makeToolStyle, withListedNames } from "./contract/tool-calls.js";
export { findAction, runAction, selectActions, suggestActions } from "./dispatch.js";
export { cardDetails } from "./features/card/card-text.js";
export { symbolGetCard } from "./features/card/symbol-get-card.action.js";
export { symbolGetCards } from "./features/card/symbol-get-cards.action.js";
export { type ChangeReport, type ComparedSides, changeReport } from "./features/ci/change-report.js";
export { changeText, sidesText } from "./features/ci/change-text.js";
export { type CompletedKind, type CompletionRequest, complete } from "./features/complete/complete.js";
export { namesStarting } from "./features/complete/names-starting.js";
export { deltaGet } from "./features/delta/delta-get.action.js";
export { diagnose } from "./features/doctor/diagnose.js";
export type { Finding } from "./features/doctor/finding.js";
export { type Verification, verifyIndex } from "./features/doctor/verify-index.js";
export { bufferCheckpoint } from "./features/drafts/buffer-checkpoint.action.js";
export { bufferPush } from "./features/drafts/buffer-push.action.js";
export { bufferStatusAction } from "./features/drafts/buffer-status.action.js";
export { type EditorState, editorState } from "./features/editor/editor-state.js";
export { referencePlaces } from "./features/editor/reference-places.js";
export { symbolUnderCursor } from "./features/editor/symbol-under-cursor.js";
export { fileRead } from "./features/file/file-read.action.js";
export { exportGraph } from "./features/graph-export/export-graph.js";
export { info } from "./features/info/info.action.js";
export { settingsSchema } from "./features/info/settings-schema.js";
export { adoptMemories } from "./features/memory/memory-actions.js";
export { memoryQuery } from "./features/memory/memory-query.action.js";
export { memoryRemove } from "./features/memory/memory-remove.action.js";
export { memoryStore } from "./features/memory/memory-store.action.js";
export { memorySurface } from "./features/memory/memory-surface.action.js";
export { fileOutline } from "./features/outline/file-outline.action.js";
export { graphPath } from "./features/path/graph-path.action.js";
export { answerPicture, pictureNames, pictureParameters } from "./features/picture/answer-picture.js";
export { drawGraphPicture } from "./features/picture/graph-picture.js";
export type { PictureRequest } from "./features/picture/picture-request.js";
export { PICTURE_TOOL, subjectOfAnswer } from "./features/picture/pictured-actions.js";
export { indexExport } from "./features/portable/index-export.action.js";
export { indexImport } from "./features/portable/index-import.action.js";
export { symbolReferences } from "./features/references/symbol-references.action.js";
export { indexRefresh } from "./features/refresh/index-refresh.action.js";
export {
  addRepositoryRemote,
  collectRepositoryRemote,
  listRepositoryRemotes,
  type Moved,
  pullRepository,
  pushRepository,
  removeRepositoryRemote,
  requireRemote,
  type ShownRemote,
} from "./features/remote/remotes.js";
export { symbolSearch } from "./features/search/symbol-search.action.js";
export { decodeAnswer } from "./features/slice/build-slice.js";
export { sliceBuild } from "./features/slice/slice-build.action.js";
export { sliceRebuildRequest } from "./features/slice/slice-rebuild-request.js";
export { repoStatus } from "./features/status/repo-status.action.js";
export { versionList } from "./features/versions/version-list.action.js";
export { versionPrune } from "./features/versions/version-prune.action.js";
export { watchRepository } from "./features/watch/watch-repository.js";
export { IdleCollector } from "./opened/idle-collector.js";
export { type EngineOptions, openEngine } from "./opened/open-engine.js";
export { servedRoot } from "./opened/served-roots.js";
export { computeDescribedDelta } from "./query/compute-delta.js";
export { type AccessToken, loadAccessToken } from "./registry/access-token.js";
export type { RegistryEntry } from "./registry/registry-file.js";
export type { SelectionRequest } from "./select-actions.js";
export { ActionSelection } from "./selection/selection.js";
export { ACTIONS } from "./table.js";
export { staleLines, type TextBasis, warningLines } from "./text/basis-text.js";
export { differingExcerpts } from "./text/difference.js";
export { wrapText } from "./text/layout.js";
export { bytesText } from "./text/quantities.js";
