/** Classes and marks of files, from paths and from the repository's configuration; files that manifests name. */
export { componentName, componentSpecifier, pascalCase, specifiedComponent } from "./component-name.js";
export { FILE_MARKS, FileMark, type MarkedFiles, marksOf } from "./file-marks.js";
export { type PackageMention, packageKeys, packageMentions } from "./manifest-packages.js";
export { type ConfigText, goModulePath, type ManifestEntry, manifestEntries, manifestName } from "./manifests.js";
export {
  cellLinesText,
  cellMark,
  isMarkLine,
  isNotebook,
  LINES_PER_CELL,
  markedCell,
  notebookLineNumbers,
  placeText,
} from "./notebook-lines.js";
export { PATH_CLASSES, PATH_PRIORS, type PathClass, pathClass } from "./path-class.js";
export { isTestCode, testPath, testPathOf } from "./test-paths.js";
