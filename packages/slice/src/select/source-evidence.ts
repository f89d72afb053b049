/** Feature vector of a candidate whose source was read, from which its order in a slice with source is computed. Knows no weights. */
import type { SymbolHandle, SymbolKind } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { identifierTerms, queryTerms, wordsOf } from "@sdl/model/text";
import { isNonProductPath } from "../score/signals.js";
import type { Candidate } from "../search/candidate.js";
import type { TaskWords } from "../source/line-scores.js";
import { lineCount, type SourceLines } from "../source/source-lines.js";
import type { CandidateEdge } from "./candidate-edges.js";
import { scoreWords, type WordMatch } from "./source-words.js";

/** Names of the features, in the order of the vector. */
export const SOURCE_EVIDENCE = [
  /** Score relative to the best candidate's, 0..1. */
  "score",
  /** ln(1 + rank), with the rank by score, from 0. */
  "place",
  /** 1 if the symbol is of this kind; `class` includes interfaces and types. */
  "class",
  "module",
  "variable",
  "constructor",
  /** log2(1 + own lines), up to 400 lines. */
  "lines",
  /** Weighted share of the words of the task's first line that occur in the candidate's source. */
  "title",
  /** Weighted share of all words of the task that occur in the candidate's source. */
  "covered",
  /** BM25 score of the task's words relative to the best candidate's, 0..1. */
  "words",
  /** Share of the words of the symbol's name that occur in the task. */
  "name",
  /** 1 if the task contains the name of the class or function that directly contains the symbol. */
  "container",
  /** ln(1 + sum of scores of the first ten candidates that have an edge to the symbol). */
  "called",
  /** log2(1 + incoming edges), and log2(1 + outgoing edges). */
  "uses",
  "calls",
  /** 1 for tests, examples and documentation. */
  "beside",
  /** Trace part of the score. */
  "trace",
] as const;

/** Candidates with their source, and the task. */
export interface SourceEvidenceInput {
  readonly graph: SymbolGraph;
  readonly taskText: string;
  readonly task: TaskWords;
  /** Candidates whose source was read, best first. */
  readonly candidates: readonly Candidate[];
  readonly sources: ReadonlyMap<SymbolHandle, SourceLines>;
  readonly edges: ReadonlyMap<SymbolHandle, readonly CandidateEdge[]>;
}

/** Number of best candidates whose outgoing edges count for `called`. */
const MAX_CALLERS = 10;
const MAX_LINES = 400;
const NO_WORDS: ReadonlySet<string> = new Set();
const KINDS: Partial<Readonly<Record<SymbolKind, (typeof SOURCE_EVIDENCE)[number]>>> = {
  class: "class",
  interface: "class",
  type: "class",
  module: "module",
  variable: "variable",
  constructor: "constructor",
};

/** Computes the feature vectors of one task's candidates; their length is that of {@link SOURCE_EVIDENCE}. */
export class SourceEvidence {
  private readonly words: ReadonlySet<string>;
  private readonly terms: ReadonlySet<string>;
  private readonly title: ReadonlySet<string>;
  private readonly callers: ReadonlyMap<SymbolHandle, number>;
  private readonly matches: ReadonlyMap<SymbolHandle, WordMatch>;
  private readonly most: { readonly title: number; readonly task: number; readonly score: number };

  constructor(private readonly input: SourceEvidenceInput) {
    const { taskText, task, candidates } = input;
    this.words = new Set(wordsOf(taskText));
    this.terms = termsWithoutSynonyms(taskText);
    this.title = termsWithoutSynonyms(taskText.trim().split("\n", 1)[0] ?? "");
    this.callers = callerScores(input);
    this.matches = scoreWords(input);
    this.most = {
      title: this.summedWeight(this.title),
      task: this.summedWeight(task.weights.keys()),
      score: candidates.reduce((most, { score }) => Math.max(most, score), 0),
    };
  }

  /** Feature vector in the order of {@link SOURCE_EVIDENCE}. @param place rank by score, from 0 */
  featuresOf(candidate: Candidate, place: number): readonly number[] {
    const { symbol, score, record, parts } = candidate;
    const { graph, sources } = this.input;
    const source = sources.get(symbol) ?? [];
    const { termsInSource = NO_WORDS, score: words = 0 } = this.matches.get(symbol) ?? {};
    const inTitle = [...termsInSource].filter((term) => this.title.has(term));
    const kind = KINDS[record.kind];
    return [
      share(score, this.most.score),
      Math.log(1 + place),
      ...(["class", "module", "variable", "constructor"] as const).map((name) => Number(kind === name)),
      Math.log2(1 + Math.min(lineCount(source), MAX_LINES)),
      share(this.summedWeight(inTitle), this.most.title),
      share(this.summedWeight(termsInSource), this.most.task),
      words,
      this.nameShare(record.name),
      Number(this.words.has(record.qualifiedName.split(".").at(-2) ?? "")),
      Math.log(1 + (this.callers.get(symbol) ?? 0)),
      Math.log2(1 + graph.incoming(symbol).length),
      Math.log2(1 + graph.outgoing(symbol).length),
      Number(isNonProductPath(graph, record.file)),
      parts.trace ?? 0,
    ];
  }

  private nameShare(name: string): number {
    const terms = identifierTerms(name);
    return share(terms.filter((term) => this.terms.has(term)).length, terms.length);
  }

  private summedWeight(terms: Iterable<string>): number {
    let sum = 0;
    for (const term of terms) sum += this.input.task.weights.get(term) ?? 0;
    return sum;
  }
}

/** Terms of a text without synonyms. */
function termsWithoutSynonyms(text: string): Set<string> {
  return new Set(queryTerms(text).flatMap(({ term, weight }) => (weight === 1 ? [term] : [])));
}

function callerScores({ candidates, edges }: SourceEvidenceInput): Map<SymbolHandle, number> {
  const scores = new Map<SymbolHandle, number>();
  for (const { symbol, score } of candidates.slice(0, MAX_CALLERS)) {
    for (const { to } of edges.get(symbol) ?? []) scores.set(to, (scores.get(to) ?? 0) + score);
  }
  return scores;
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
