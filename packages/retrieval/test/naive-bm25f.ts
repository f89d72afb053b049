/** Reference implementation of BM25F from its formula: maps and strings, one symbol at a time. */
import type { SymbolHandle } from "@sdl/model";
import type { QueryTerm } from "@sdl/model/text";

const FIELDS = [
  { weight: 4, b: 0.3 },
  { weight: 1.5, b: 0.5 },
  { weight: 1.5, b: 0.6 },
  { weight: 1, b: 0.75 },
  { weight: 1, b: 0.75 },
  { weight: 2, b: 0.3 },
];

/** Terms of one symbol with repetitions, by field. */
export type Document = readonly (readonly string[])[];

export function naiveScores(documents: readonly Document[], query: readonly QueryTerm[]): Map<SymbolHandle, number> {
  const means = FIELDS.map((_, field) => documents.reduce((sum, d) => sum + at(d, field).length, 0) / documents.length);
  const scores = new Map<SymbolHandle, number>();
  documents.forEach((document, symbol) => {
    let score = 0;
    for (const { term, weight, count, quoted } of query) {
      const documentFrequency = documents.filter((d) => d.some((field) => field.includes(term))).length;
      const idf = Math.log(1 + (documents.length - documentFrequency + 0.5) / (documentFrequency + 0.5));
      const w = FIELDS.reduce((sum, { weight: fieldWeight, b }, field) => {
        const frequency = at(document, field).filter((one) => one === term).length;
        const mean = means[field] ?? 0;
        const relative = mean === 0 ? 1 : at(document, field).length / mean;
        return sum + ((quoted && field === 4 ? 3 : 1) * fieldWeight * frequency) / (1 - b + b * relative);
      }, 0);
      score += (weight * (1 + 0.3 * (count - 1)) * idf * w) / (1.2 + w);
    }
    if (score > 0) scores.set(symbol, score);
  });
  return scores;
}

function at(document: Document, field: number): readonly string[] {
  return document[field] ?? [];
}
