/** Workspace API: the files of a repository, and the primitives that read and write them. */

export { readFileInRoot } from "./access/read-file.js";
export { parseRelativePath, resolveInRoot } from "./access/safe-path.js";
export { WorkspaceError, type WorkspaceErrorCode } from "./access/workspace-error.js";
export { removeFileInRoot, writeFileInRoot } from "./access/write-file.js";
export { type BlobHash, blobIdOf } from "./content/blob-id.js";
export { classifyContent } from "./content/classify.js";
export { decodeSource } from "./content/decode.js";
export { type DocumentKind, documentKind } from "./content/document-name.js";
export { findFileKind, SOURCE_EXTENSIONS } from "./content/file-kind.js";
export { maxBytesOf } from "./content/notebook.js";
export { discoverFiles, discoverTree, explainFiles } from "./discover.js";
export {
  DEFAULT_MAX_FILE_BYTES,
  type DiscoveredConfig,
  type DiscoveredFile,
  type DiscoverOptions,
  type Discovery,
  type DiscoveryFault,
  IGNORE_SETTING_PATH,
  type SkipReason,
} from "./discovery.js";
export { diskView } from "./disk-view.js";
export type { Exclusion } from "./exclusion.js";
export * from "./git/index.js";
export { compileGlob, toOctets } from "./ignore/glob.js";
export { isLeftOut } from "./left-out.js";
export {
  CONFIG_FILE,
  CONFIG_SOURCES,
  type ConfigFinding,
  configFaultText,
  configFindingText,
  configSchema,
  type FileMarker,
  holdsLanguage,
  MANIFEST_FILE,
  makeFileMarker,
  type OwnConfig,
} from "./own-config/index.js";
export { ownConfigOf } from "./own-config-of.js";
export { readSource, type SourceRead, type SourceSkip, sourceOf } from "./read-source.js";
export { type ConfigPlace, IGNORE_SETTING, type RuleOrigin } from "./rule-origin.js";
export { describeSkip, skipReasonOf } from "./skip-reasons.js";
export { statInRoot, statsInRoot } from "./stat-in-root.js";
export { type ExtensionCount, type FolderSurvey, surveyFolder } from "./survey-folder.js";
export type { TreeView } from "./tree-view.js";
