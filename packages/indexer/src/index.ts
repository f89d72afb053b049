/** Source files to facts, one file at a time, and facts to the links between files. */

export { EXTRACTOR_VERSION } from "./extract/extraction.js";
export { factsKeyOf } from "./extract/facts-key.js";
export { symbolIdsOf } from "./extract/symbol-ids.js";
export { extractFacts, type SourceFile } from "./languages/extract-file.js";
export {
  addNamedSettings,
  bindSettings,
  changedConfigLookups,
  changedLookups,
  createLinkSession,
  LINKER_VERSION,
  type LinkSession,
  linkFile,
  outdatedLookups,
  type ReferenceSite,
  readConfigText,
  referenceSites,
  type SettingsFile,
  type StateChange,
  WorkLimitError,
} from "./link/index.js";
export { ParseEngine } from "./parse/parser.js";
export type { SyntaxTree } from "./parse/syntax-tree.js";
export { ExtractionPool } from "./pool/extraction-pool.js";
export type { ExtractJob, ExtractOutcome } from "./pool/messages.js";
export { isStarved } from "./pool/starved.js";
export {
  configOutline,
  isOutlined,
  keptConfigText,
  type Outline,
  outlineOf,
  settingsFacts,
  settingsKey,
} from "./settings/index.js";
export {
  cyclomaticComplexity,
  enclosingBlock,
  enclosingStatement,
  findIdentifiers,
  parseExcerpt,
  skeletonText,
  sourceSecrets,
  symbolPlaces,
} from "./syntax/index.js";
export {
  type Commit,
  type FileBefore,
  type FileChange,
  GitError,
  type GitLocation,
  type GitRepository,
  type Hunk,
  locateGit,
  readCommitTree,
  readGitHead,
  withGit,
} from "./workspace/git/index.js";
export {
  type BlobHash,
  blobIdOf,
  compileGlob,
  DEFAULT_MAX_FILE_BYTES,
  type DiscoveredConfig,
  type DiscoveredFile,
  type DiscoverOptions,
  type Discovery,
  type DiscoveryFault,
  type DocumentKind,
  describeSkip,
  discoverFiles,
  discoverTree,
  diskView,
  documentKind,
  type Exclusion,
  type ExtensionCount,
  explainFiles,
  type FolderSurvey,
  findFileKind,
  IGNORE_SETTING,
  IGNORE_SETTING_PATH,
  isLeftOut,
  type RuleOrigin,
  readFileInRoot,
  readSource,
  removeFileInRoot,
  resolveInRoot,
  type SkipReason,
  SOURCE_EXTENSIONS,
  skipReasonOf,
  statInRoot,
  statsInRoot,
  surveyFolder,
  type TreeView,
  toOctets,
  WorkspaceError,
  type WorkspaceErrorCode,
  writeFileInRoot,
} from "./workspace/index.js";
