/** Classes and marks of files, from paths and from the repository's configuration. */
export { FILE_MARKS, FileMark, type MarkedFiles, marksOf } from "./file-marks.js";
export { PATH_CLASSES, PATH_PRIORS, type PathClass, pathClass } from "./path-class.js";
export { isTestCode, testPath, testPathOf } from "./test-paths.js";
