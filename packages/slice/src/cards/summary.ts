/**
 * The line or two that say what a symbol does. Nothing is invented, and nothing is said that the name says: a doc comment that only
 * repeats it is passed over, and so is a symbol of which no more is known.
 */
import type { Effect, Guard } from "@sdl/model/facts";
import type { SymbolRecord } from "@sdl/model/graph";
import { identifierTerms, wordsOf } from "@sdl/model/text";
import { docSentence } from "./doc-sentence.js";
import { thrownErrors, throwsWord } from "./invariants.js";
import { effectText } from "./side-effects.js";
import { verbPhrase } from "./verb-phrase.js";

/** Callees, errors and effects named in one sentence. */
const MAX_NAMED = 2;
/** Words that add nothing to those of a name. */
const EMPTY_WORDS = new Set(
  "a an the this that of for to in on is and or function method class constructor module object instance helper returns return given".split(
    " ",
  ),
);

/** What a summary is made of where no doc comment says it. */
export interface SummaryFacts {
  readonly record: SymbolRecord;
  readonly doc: string | undefined;
  readonly effects: readonly Effect[];
  readonly guards: readonly Guard[];
  /** Labels of what it calls, best first. */
  readonly calls: readonly string[];
}

export function summaryOf(facts: SummaryFacts): string | undefined {
  const sentence = facts.doc === undefined ? undefined : docSentence(facts.doc);
  const isTelling = sentence !== undefined && !repeatsName(sentence, facts.record);
  return isTelling ? sentence : composedSentence(facts);
}

/** `Loads user by id using Store.find; throws NotFoundError.` */
function composedSentence({ record, effects, guards, calls }: SummaryFacts): string | undefined {
  if (record.kind !== "function" && record.kind !== "method") return undefined;
  const phrase = verbPhrase(record.name);
  if (phrase === undefined) return undefined;
  const errors = thrownErrors(guards);
  const callees = [...new Set(calls.map(constructedClass))].filter((label) => !errors.includes(label));
  const means = callees.length > 0 ? ` using ${listed(callees)}` : "";
  const outcomes = [
    means === "" ? listed(effects.filter(({ kind }) => kind !== "logs").map(clauseOf)) : "",
    errors.length > 0 ? `${throwsWord(record.file)} ${listed(errors)}` : "",
  ].filter((text) => text !== "");
  if (means === "" && outcomes.length === 0) return undefined;
  return `${[phrase + means, ...outcomes].join("; ")}.`;
}

/** A constructor's class: the call of one is an instance of the other. */
function constructedClass(label: string): string {
  return label.replace(/\.(?:constructor|__init__|__new__)$/, "");
}

/** An effect as what the symbol does. */
function clauseOf(effect: Effect): string {
  if (effect.kind === "network request") return "makes a network request";
  return effect.kind === "database call" ? "calls the database" : effectText(effect);
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].slice(0, MAX_NAMED).join(" and ");
}

/** Whether every word of a sentence stands in the symbol's name already. */
function repeatsName(sentence: string, { name, qualifiedName }: SymbolRecord): boolean {
  const named = new Set(wordsOf(`${name} ${qualifiedName}`).flatMap(identifierTerms));
  return wordsOf(sentence).every(
    (word) => EMPTY_WORDS.has(word.toLowerCase()) || identifierTerms(word).every((term) => named.has(term)),
  );
}
