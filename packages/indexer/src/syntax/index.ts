/** Syntax API for showing source: positions of symbols and identifiers, skeletons, complexity. */
export { cyclomaticComplexity } from "./count-decisions.js";
export { enclosingBlock, enclosingStatement } from "./enclosing-block.js";
export { findIdentifiers } from "./identifiers.js";
export { parseExcerpt } from "./parse-excerpt.js";
export { skeletonText } from "./skeleton-text.js";
export { sourceSecrets } from "./source-secrets.js";
export { symbolPlaces } from "./symbol-places.js";
