/** Explanations of a candidate's rank, as words and numbers. */
import type { EdgeKind } from "@sdl/model";
import { identifierTerms, isTextStopWord, wordsOf } from "@sdl/model/text";
import type { ResolvedRequest } from "../request.js";
import { taskTerms } from "../score/signals.js";
import type { Candidate } from "../search/candidate.js";
import type { Neighbour } from "../search/neighbours.js";
import type { ScoreParts, Why } from "../slice.js";
import type { StartLinks } from "./start-links.js";

/** Verbs of each edge kind, from its source and from its target. */
export const EDGE_VERBS: Readonly<Record<EdgeKind, { readonly out: string; readonly in: string }>> = {
  call: { out: "calls", in: "called by" },
  config: { out: "configured by", in: "configures" },
  import: { out: "imports", in: "imported by" },
  extends: { out: "extends", in: "extended by" },
  implements: { out: "implements", in: "implemented by" },
  uses: { out: "uses", in: "used by" },
};

const OPPOSITE = { out: "in", in: "out" } as const;

/** Explains a candidate: the path from the start symbol, the score's parts, and the words shared with the task. */
export class Explainer {
  private readonly terms: ReadonlySet<string>;

  constructor(
    private readonly links: StartLinks,
    private readonly request: ResolvedRequest,
  ) {
    const { wireFormat, taskText } = request;
    // Compact formats state scores but no words.
    this.terms = wireFormat === "compact" ? new Set() : taskTerms(taskText);
  }

  explain(candidate: Candidate): Why {
    const path: string[] = [];
    for (let at: Candidate | undefined = candidate; at !== undefined; ) {
      const step = this.links.lastStep(at);
      path.unshift(step === undefined ? `${at.source}: ${at.record.name}` : stepText(step.edge, at.record.name));
      at = step?.from;
    }
    const matches = sharedWords(candidate, this.terms);
    // Only the text format states the path's end; other formats state the whole path.
    const isReached = this.request.wireFormat === "text" && path.length > 1;
    return {
      path,
      ...(isReached ? { lastStep: lastStep(candidate, this.links) } : {}),
      ...(matches.length === 0 ? {} : { matches }),
      score: roundScore(candidate.score),
      parts: roundParts(candidate.parts),
    };
  }
}

const MAX_MATCHES = 4;

/** Words of the symbol's qualified name and file name that occur in the task, each once. */
function sharedWords({ record }: Candidate, terms: ReadonlySet<string>): string[] {
  if (terms.size === 0) return [];
  const name = record.file.slice(record.file.lastIndexOf("/") + 1);
  const words = new Set([...wordsOf(record.qualifiedName), ...wordsOf(name)].flatMap(partsOfWord));
  const isShared = (term: string) => terms.has(term) && !isTextStopWord(term);
  return [...words].filter((word) => identifierTerms(word).some(isShared)).slice(0, MAX_MATCHES);
}

/** Splits a name at its case changes: `getUserName` gives `get`, `User`, `Name`. */
function partsOfWord(word: string): string[] {
  return word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d_$]+/g) ?? [];
}

/** The last step in words, seen from the candidate, such as `called by handle`. */
export function lastStep(candidate: Candidate, links: StartLinks): string {
  const { source } = candidate;
  const step = links.lastStep(candidate);
  if (step === undefined)
    return source === "taskText" || source === undefined ? "matches the task" : `start: ${source}`;
  return `${EDGE_VERBS[step.edge.kind][OPPOSITE[step.edge.direction]]} ${step.from.record.qualifiedName}`;
}

/** Rounds to three decimals: enough to rank by, and equal on every machine. */
export function roundScore(score: number): number {
  return Math.round(score * 1000) / 1000;
}

function stepText({ kind, direction }: Neighbour, name: string): string {
  return `${EDGE_VERBS[kind][direction]} ${name}`;
}

function roundParts({ query, trace, hotness, structure, kind, cluster }: ScoreParts): ScoreParts {
  return {
    query: roundScore(query),
    ...(trace === undefined ? {} : { trace: roundScore(trace) }),
    hotness: roundScore(hotness),
    structure: roundScore(structure),
    kind: roundScore(kind),
    ...(cluster === undefined ? {} : { cluster }),
  };
}
