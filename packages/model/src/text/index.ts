/** Text functions: words, terms, hashes, orders, and the masking port. */
export { CharClass, charClass } from "./char-class.js";
export { closestWords, didYouMean } from "./closest.js";
export { COMMONEST_CODE, decodeFrequencies, frequencyCode } from "./frequency-codes.js";
export {
  combineHashes,
  hash32,
  hash64Hex,
  hashDigits,
  hexDigitsOfHash,
  mix32,
} from "./hash.js";
export {
  isLiteralKey,
  literalKeys,
  optionKey,
  phraseKey,
  ROUTE_PARAMETER,
  routeKey,
  routeSegments,
  variableKey,
} from "./literal-keys.js";
export { FILLER_HEAD, type Masker, NO_SECRETS, type SecretFinder, type SecretScope, type TextSpan } from "./masker.js";
export { copyText } from "./own-text.js";
export { stem } from "./stem.js";
export { synonymsOf } from "./synonyms.js";
export { addFrequency, FieldIndex, fieldFrequency, packFrequencies, TERM_FIELDS } from "./term-fields.js";
export {
  identifierTerms,
  isQueryStopWord,
  isTextStopWord,
  joinTermHash,
  pathTermsOf,
  type QueryTerm,
  queryTerms,
  termHash,
  termHashHigh,
  termHashLow,
  wordsOf,
} from "./terms.js";
export { byCodeUnits, byPath } from "./text-order.js";
