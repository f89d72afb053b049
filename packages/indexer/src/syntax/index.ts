/** Source text as syntax, for those who show it: where symbols and identifiers stand, what a skeleton leaves out, how branched it is. */
export { cyclomaticComplexity } from "./count-decisions.js";
export { enclosingBlock, enclosingStatement } from "./enclosing-block.js";
export { findIdentifiers } from "./identifiers.js";
export { parseExcerpt } from "./parse-excerpt.js";
export { skeletonText } from "./skeleton-text.js";
export { sourceSecrets } from "./source-secrets.js";
export { symbolPlaces } from "./symbol-places.js";
