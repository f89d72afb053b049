/** Facts of one file: the languages of its code, pages, their tables and expressions, and the bytes in which they are stored. */
export {
  type Behaviour,
  EFFECT_CODE,
  EFFECT_KINDS,
  type Effect,
  type EffectKind,
  GUARD_CODE,
  GUARD_KINDS,
  type Guard,
  type GuardKind,
} from "../behaviour.js";
export { type ContainerLanguage, type GrammarLanguage, grammarsOf, isContainer } from "../kinds.js";
export { readBehaviour } from "./behaviour.js";
export { ExprOp, HeritageKind, ImportFlag, ImportForm, ParamFlag, RefKind } from "./expr.js";
export type { FileView } from "./file-view.js";
export { moduleName, ownerName, qualifiedName, qualifiedNames, symbolKind } from "./names.js";
export { FACTS_FORMAT, FactsBuilder, FactsPage } from "./page.js";
export { postingSymbols, toPostingSteps } from "./postings.js";
export {
  BODIES,
  EFFECTS,
  ENTRIES,
  ENTRY_KINDS,
  type EntryKind,
  EXPORTS,
  EXPRS,
  FIELDS,
  FILE,
  GUARDS,
  HERITAGE,
  IMPORTS,
  LENGTHS,
  LOCAL_VALUES,
  LOCALS,
  OVERLOADS,
  OWNERS,
  PARAMS,
  POSTINGS,
  PUBLIC_NAMES,
  REFS,
  RETURNS,
  SECRETS,
  STARS,
  SYMBOLS,
  TERMS,
} from "./schema.js";
export type { Table } from "./table.js";
export { factsText } from "./text-dump.js";
export { ByteReader, ByteWriter } from "./varint.js";
export { WordSlabs } from "./word-slabs.js";
