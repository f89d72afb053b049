/** The workspace: which files a repository has, and the two primitives that reach them. */
export { type BlobHash, blobIdOf } from "./blob-id.js";
export { classifyContent } from "./classify.js";
export { decodeSource } from "./decode.js";
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
export { type Exclusion, IGNORE_SETTING, type RuleOrigin } from "./exclusion.js";
export { findFileKind, SOURCE_EXTENSIONS } from "./file-kind.js";
export { compileGlob, toOctets } from "./glob.js";
export { readFileInRoot } from "./read-file.js";
export { readSource } from "./read-source.js";
export { parseRelativePath, resolveInRoot } from "./safe-path.js";
export { describeSkip, skipReasonOf } from "./skip-reasons.js";
export { statInRoot } from "./stat-in-root.js";
export type { TreeView } from "./tree-view.js";
export { WorkspaceError } from "./workspace-error.js";
export { removeFileInRoot, writeFileInRoot } from "./write-file.js";
