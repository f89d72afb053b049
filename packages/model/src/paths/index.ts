/** What a path says of its file. */
export { PATH_CLASSES, PATH_PRIORS, type PathClass, pathClass } from "./path-class.js";
export { testPath } from "./test-paths.js";
