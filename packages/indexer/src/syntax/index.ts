/** Source text as syntax, for those who show it: where symbols and identifiers stand, what a skeleton leaves out, how branched it is. */
export { cyclomaticComplexity } from "./count-decisions.js";
export { enclosingBlock, enclosingStatement } from "./enclosing-block.js";
export { findIdentifiers, type IdentifierSearch, type Occurrence } from "./identifiers.js";
export { type Excerpt, parseExcerpt } from "./parse-excerpt.js";
export { type SkeletonRequest, skeletonText } from "./skeleton-text.js";
export { sourceSecrets } from "./source-secrets.js";
export { type PlacedText, type SymbolPlace, symbolPlaces } from "./symbol-places.js";
