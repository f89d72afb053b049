/** What every package of SDL shares: ids, kinds, facts, edges, ranges, ports, errors. Pure: no I/O, no other package. */
export * from "./behaviour.js";
export { CACHE_BYTES, estimatedBytes } from "./cache-bytes.js";
export { addToList, type Defined, defined, getOrMake } from "./collections.js";
export { ABANDONED_DRAFT_MS, draftName, isDraftName } from "./draft-name.js";
export * from "./errors.js";
export { behaviourOf } from "./facts/behaviour.js";
export * from "./facts/expr.js";
export type { FileView } from "./facts/file-view.js";
export { moduleName, qualifiedName, qualifiedNames, symbolKind } from "./facts/names.js";
export { FACTS_FORMAT, FactsBuilder, FactsPage } from "./facts/page.js";
export { postingSymbols, toPostingSteps } from "./facts/postings.js";
export * from "./facts/schema.js";
export { decodeTable, type Table, TableBuilder } from "./facts/table.js";
export { exprText, factsText } from "./facts/text-dump.js";
export { ByteReader, ByteWriter } from "./facts/varint.js";
export { WordSlabs } from "./facts/word-slabs.js";
export { type FileStat, isSameStat } from "./file-stat.js";
export * from "./graph/derived.js";
export * from "./graph/edges.js";
export { EMBEDDING_TEXT_LENGTH, embeddingText } from "./graph/embedding-text.js";
export * from "./graph/history.js";
export { openHistory } from "./graph/history-view.js";
export * from "./graph/links.js";
export * from "./graph/symbol-graph.js";
export * from "./graph/vectors.js";
export * from "./ids.js";
export { KeptValues } from "./kept-values.js";
export * from "./kinds.js";
export { largestWhere } from "./largest-where.js";
export { type Masker, NO_SECRETS, type SecretFinder, type SecretScope, type TextSpan } from "./masker.js";
export { PATH_CLASSES, PATH_PRIORS, type PathClass, pathClass } from "./paths/path-class.js";
export { type TestPath, testPath } from "./paths/test-paths.js";
export * from "./range.js";
export { RecentMap } from "./recent-map.js";
export type { RetrievalEvidence, SymptomType } from "./retrieval-evidence.js";
export * from "./skip-reasons.js";
export { CharClass, charClass } from "./text/char-class.js";
export { COMMONEST_CODE, frequencyCode, frequencyOf } from "./text/frequency-codes.js";
export { digitsOfWords, fold32, hash32, hash64Hex, hashDigits, mix32 } from "./text/hash.js";
export { ownText } from "./text/own-text.js";
export { stem } from "./text/stem.js";
export {
  addFrequency,
  FieldIndex,
  fieldFrequency,
  packFrequencies,
  TERM_FIELDS,
  type TermField,
} from "./text/term-fields.js";
export {
  type CountedTerm,
  identifierTerms,
  isTextStopWord,
  joinTermHash,
  pathTermsOf,
  type QueryTerm,
  queryTerms,
  termHash,
  termHashHigh,
  termHashLow,
  wordsOf,
} from "./text/terms.js";
export { byCodeUnits, byPath } from "./text/text-order.js";
