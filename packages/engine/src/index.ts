/** The public API of @sdl/engine: openEngine() and the action table. */

export type { SdlErrorCode } from "@sdl/model";
export { SDL_ERROR_CODES as ERROR_CODES, SdlError } from "@sdl/model";
export type { Slice, SliceCard } from "@sdl/slice";
export type { Action, ActionAnnotations, ActionContext, ActionExample, ActionGuide } from "./actions/action.js";
export { findAction, runAction, suggestActions } from "./actions/dispatch.js";
export { type ErrorAnswer, toErrorAnswer } from "./actions/error-answer.js";
export { fileOutline } from "./actions/file-outline.js";
export { indexRefresh } from "./actions/index-refresh.js";
export { describeSchema, type JsonSchema } from "./actions/json-schema.js";
export { camelName, type NameStyle, styledName } from "./actions/names.js";
export type { Answer } from "./actions/prune-answer.js";
export { repoStatus } from "./actions/repo-status.js";
export { sliceBuild } from "./actions/slice-build.js";
export { symbolAt } from "./actions/symbol-at.js";
export { symbolGetCard } from "./actions/symbol-get-card.js";
export { symbolSearch } from "./actions/symbol-search.js";
export { ACTIONS } from "./actions/table.js";
export { versionList } from "./actions/version-list.js";
export { versionPrune } from "./actions/version-prune.js";
export { exportGraph } from "./queries/export.js";
export { decodeAnswer } from "./queries/slices.js";
export { type Engine, type EngineOptions, openEngine } from "./registry/engine.js";
export type { RegistryEntry } from "./registry/registry-file.js";
export { sdlVersion } from "./version.js";
export { openWorkspace } from "./workspace/open-lazily.js";
export type { RefreshPhase, RefreshProgress, Workspace, WorkspaceOptions } from "./workspace/workspace.js";
