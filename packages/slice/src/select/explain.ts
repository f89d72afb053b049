/** Why a candidate is where it is, in words. */
import type { EdgeKind } from "@sdl/model";
import type { Candidate } from "../search/candidate.js";
import type { Neighbour } from "../search/neighbours.js";
import type { ScoreParts, Why } from "../slice.js";
import type { StartLinks } from "./start-links.js";

/** What the step's end does with what it came from, by direction. */
const VERBS: Readonly<Record<EdgeKind, { readonly out: string; readonly in: string }>> = {
  call: { out: "calls", in: "called by" },
  config: { out: "configured by", in: "configures" },
  import: { out: "imports", in: "imported by" },
  extends: { out: "extends", in: "extended by" },
  implements: { out: "implements", in: "implemented by" },
  uses: { out: "uses", in: "used by" },
};

const OPPOSITE = { out: "in", in: "out" } as const;

/** The path from the start symbol and the score's parts. */
export function explainCandidate(candidate: Candidate, links: StartLinks): Why {
  const path: string[] = [];
  for (let at: Candidate | undefined = candidate; at !== undefined; ) {
    const step = links.lastStep(at);
    path.unshift(step === undefined ? `${at.source}: ${at.record.name}` : stepText(step.edge, at.record.name));
    at = step?.from;
  }
  return { path, score: roundScore(candidate.score), parts: roundParts(candidate.parts) };
}

/** The last step seen from the candidate, such as `called by handle`. */
export function lastStep(candidate: Candidate, links: StartLinks): string {
  const { source } = candidate;
  const step = links.lastStep(candidate);
  if (step === undefined)
    return source === "taskText" || source === undefined ? "matches the task" : `start: ${source}`;
  return `${VERBS[step.edge.kind][OPPOSITE[step.edge.direction]]} ${step.from.record.name}`;
}

/** Three decimals: enough to rank by, and the same on every machine. */
export function roundScore(score: number): number {
  return Math.round(score * 1000) / 1000;
}

function stepText({ kind, direction }: Neighbour, name: string): string {
  return `${VERBS[kind][direction]} ${name}`;
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
