/**
 * Summary of a symbol in one sentence: from its doc comment, otherwise composed of its facts. There is no summary if it would only repeat the name.
 */
import type { Effect, Guard } from "@sdl/model/facts";
import type { SymbolRecord } from "@sdl/model/graph";
import { identifierTerms, wordsOf } from "@sdl/model/text";
import { docSentence } from "./doc-sentence.js";
import { thrownErrors, throwsWord } from "./invariants.js";
import { effectText } from "./side-effects.js";
import { verbPhrase } from "./verb-phrase.js";

/** Maximum number of callees, errors and effects in one sentence. */
const MAX_NAMES_PER_SENTENCE = 2;
/** Words that carry no information beyond that of a name. */
const UNINFORMATIVE_WORDS = new Set(
  "a an the this that of for to in on is and or function method class constructor module object instance helper returns return given".split(
    " ",
  ),
);

/** Facts from which a summary is composed if no doc comment gives one. */
export interface SummaryFacts {
  readonly record: SymbolRecord;
  readonly doc: string | undefined;
  readonly effects: readonly Effect[];
  readonly guards: readonly Guard[];
  /** Labels of called symbols, best first. */
  readonly calls: readonly string[];
}

/** The summary, or undefined if it would say nothing new. */
export function summaryOf(facts: SummaryFacts): string | undefined {
  const sentence = facts.doc === undefined ? undefined : docSentence(facts.doc);
  const isTelling = sentence !== undefined && !repeatsName(sentence, facts.record);
  return isTelling ? sentence : composedSentence(facts);
}

/** Composed summary, such as `Loads user by id using Store.find; throws NotFoundError.` */
function composedSentence({ record, effects, guards, calls }: SummaryFacts): string | undefined {
  if (record.kind !== "function" && record.kind !== "method") return undefined;
  const phrase = verbPhrase(record.name);
  if (phrase === undefined) return undefined;
  const errors = thrownErrors(guards);
  const callees = [...new Set(calls.map(constructedClass))].filter((label) => !errors.includes(label));
  const means = callees.length > 0 ? ` using ${joinedNames(callees)}` : "";
  const outcomes = [
    means === "" ? joinedNames(effects.filter(({ kind }) => kind !== "logs").map(effectPhrase)) : "",
    errors.length > 0 ? `${throwsWord(record.file)} ${joinedNames(errors)}` : "",
  ].filter((text) => text !== "");
  if (means === "" && outcomes.length === 0) return undefined;
  return `${[phrase + means, ...outcomes].join("; ")}.`;
}

/** The class of a constructor's label; other labels are unchanged. */
function constructedClass(label: string): string {
  return label.replace(/\.(?:constructor|__init__|__new__)$/, "");
}

/** An effect as a verb phrase. */
function effectPhrase(effect: Effect): string {
  if (effect.kind === "network request") return "makes a network request";
  return effect.kind === "database call" ? "calls the database" : effectText(effect);
}

function joinedNames(names: readonly string[]): string {
  return [...new Set(names)].slice(0, MAX_NAMES_PER_SENTENCE).join(" and ");
}

/** Whether every word of a sentence occurs in the symbol's name, or carries no information. */
function repeatsName(sentence: string, { name, qualifiedName }: SymbolRecord): boolean {
  const named = new Set(wordsOf(`${name} ${qualifiedName}`).flatMap(identifierTerms));
  return wordsOf(sentence).every(
    (word) => UNINFORMATIVE_WORDS.has(word.toLowerCase()) || identifierTerms(word).every((term) => named.has(term)),
  );
}
