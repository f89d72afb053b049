/** Ranks actions by a query, BM25-like, over names, titles, tags, descriptions and parameters. Uses the terms of code search. */
import { identifierTerms, queryTerms, wordsOf } from "@sdl/model/text";
import type { Action } from "../../contract/action.js";

/** Weight of a term by field, relative to the description. */
const FIELD_WEIGHTS = { name: 4, title: 2, tags: 3, description: 1, parameters: 0.5 } as const;
type Field = keyof typeof FIELD_WEIGHTS;

/** An action with its score for a query. */
export interface FoundAction {
  readonly action: Action;
  readonly score: number;
}

/** Best first; ties in the table's order. Leaves out actions that share no term with the query. */
export function rankActions(actions: readonly Action[], query: string): FoundAction[] {
  const documents = actions.map((action) => ({ action, weights: termWeights(action) }));
  const terms = queryTerms(query).map(({ term, weight }) => ({
    term,
    weight: weight * inverseFrequency(documents, term),
  }));
  return documents
    .map(({ action, weights }) => ({
      action,
      score: terms.reduce((sum, { term, weight }) => sum + weight * saturatedWeight(weights.get(term) ?? 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** For each term, the sum of the weights of the fields that contain it. */
function termWeights({ name, title, description, guide, inputSchema }: Action): ReadonlyMap<string, number> {
  const texts: Readonly<Record<Field, string>> = {
    name: [name.replace(/^sdl\./, ""), ...(guide.aliases ?? [])].join(" "),
    title,
    tags: (guide.tags ?? []).join(" "),
    description,
    parameters: Object.keys(inputSchema().properties ?? {}).join(" "),
  };
  const weights = new Map<string, number>();
  for (const [field, text] of Object.entries(texts)) {
    for (const term of new Set(wordsOf(text).flatMap(identifierTerms))) {
      weights.set(term, (weights.get(term) ?? 0) + FIELD_WEIGHTS[field as Field]);
    }
  }
  return weights;
}

function inverseFrequency(
  documents: readonly { readonly weights: ReadonlyMap<string, number> }[],
  term: string,
): number {
  const holders = documents.filter(({ weights }) => weights.has(term)).length;
  return Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5));
}

function saturatedWeight(weight: number): number {
  return weight / (weight + 2);
}
