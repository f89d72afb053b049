/** Source text as syntax, for those who show it: where symbols and identifiers stand, what may be left out. */
export { cyclomaticComplexity } from "./count-decisions.js";
export { type PlacedText, type SymbolPlace, symbolPlaces } from "./symbol-places.js";
