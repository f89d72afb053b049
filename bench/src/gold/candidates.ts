/**
 * Finds the bodies that match an issue's words in a version, with all that BM25 needs: recorded once, ranked later
 * under any weights.
 */
import type { CountTokens } from "@sdl/slice";
import { type Candidate, type Candidates, type FieldCounts, rankBodies, type Weights } from "./baseline.js";
import { type Body, countTerms } from "./bodies.js";
import type { GoldLines } from "./patch.js";

/** Maximum number of bodies per issue: more than fit into 8,000 tokens with any weights. */
const MAX_BODIES = 500;
/** Medium weights, only used to choose which bodies to keep. */
const FIRST_WEIGHTS: Weights = {
  k1: 1.2,
  b: 0.6,
  name: 3,
  path: 1,
  repeats: 0.5,
  kinds: 3,
  lastBody: "skipped",
};

/** Finds and ranks the bodies for one issue. */
export function findCandidates(
  bodies: readonly Body[],
  { text, gold, countTokens }: { readonly text: string; readonly gold: GoldLines; readonly countTokens: CountTokens },
): Candidates {
  const query = countTerms(text).counts;
  const words = [...query.keys()];
  const numbers = new Map(words.map((word, at) => [word, at]));
  const documents = words.map(() => 0);
  const found: { readonly body: Body; readonly candidate: Candidate }[] = [];
  for (const body of bodies) {
    const counts = countQueryTerms(body, numbers);
    for (const [term] of counts) documents[term] = (documents[term] ?? 0) + 1;
    if (counts.length > 0) found.push({ body, candidate: describe(body, counts) });
  }
  const all = {
    documents: bodies.length,
    meanLengths: meanLengths(bodies),
    terms: words.map((word, at) => ({ count: query.get(word) ?? 0, documents: documents[at] ?? 0 })),
  };
  const ranked = rankBodies({ ...all, bodies: found.map(({ candidate }) => candidate) }, FIRST_WEIGHTS);
  const bodyOf = new Map(found.map(({ body, candidate }) => [candidate, body]));
  return {
    ...all,
    bodies: ranked
      .slice(0, MAX_BODIES)
      .map((candidate) => withTokens(candidate, { body: bodyOf.get(candidate), gold, countTokens })),
  };
}

function countQueryTerms({ terms }: Body, query: ReadonlyMap<string, number>): Candidate["counts"] {
  const found = new Map<number, [number, number, number]>();
  for (const [field, { counts }] of [terms.text, terms.name, terms.path].entries()) {
    for (const [word, count] of counts) {
      const term = query.get(word);
      if (term === undefined) continue;
      const known = found.get(term) ?? [0, 0, 0];
      known[field] = count;
      found.set(term, known);
    }
  }
  return Array.from(found, ([term, counts]) => [term, ...counts] as const);
}

function describe({ kind, path, lines, terms }: Body, counts: Candidate["counts"]): Candidate {
  return {
    kind,
    path,
    line: lines[0] ?? 1,
    tokens: 0,
    gold: [],
    lengths: [terms.text.length, terms.name.length, terms.path.length],
    counts,
  };
}

function withTokens(
  candidate: Candidate,
  { body, gold, countTokens }: { body: Body | undefined; gold: GoldLines; countTokens: CountTokens },
): Candidate {
  if (body === undefined) return candidate;
  const wanted = new Set(gold.get(body.path));
  const rows = body.text.split("\n");
  const written = (count: number) => `${body.path}:${candidate.line}\n${rows.slice(0, count).join("\n")}\n`;
  return {
    ...candidate,
    tokens: countTokens(written(rows.length)),
    gold: body.lines.flatMap((line, at) => (wanted.has(line) ? countTokens(written(at + 1)) : [])),
  };
}

function meanLengths(bodies: readonly Body[]): FieldCounts {
  const sums = [0, 0, 0];
  for (const { terms } of bodies) {
    for (const [at, field] of [terms.text, terms.name, terms.path].entries()) sums[at] = (sums[at] ?? 0) + field.length;
  }
  const [text = 0, name = 0, path = 0] = sums.map((sum) => sum / Math.max(1, bodies.length));
  return [text, name, path];
}
