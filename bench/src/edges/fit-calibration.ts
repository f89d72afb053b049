/**
 * Fits each rule's precision as a function of its own confidence: isotonic regression by language and rule over judged
 * edges; levels with few edges are shrunk towards their rule. Pure arithmetic. Source: pool adjacent violators, Ayer et
 * al., "An empirical distribution function for sampling with incomplete information", 1955.
 */
import type { JudgedEdge } from "./judge.js";

/** Maximum number of edges of one project that count for a rule, so that no project decides alone. */
const MAX_PROJECT_EDGES = 500;
/** Weight of the prior, as a number of edges. */
const PRIOR_EDGES = 20;
/** Percent. A rule that claims certainty stays below 1, and below .99 unless that was measured. */
const MAX_CONFIDENCE = 98;
const MAX_MEASURED = 99;
/** Standard deviations of the bound that decides whether it was measured. */
const Z = 1.645;

/** From this own confidence on (percent), the rule's edges are right this often (percent). */
export type Steps = readonly (readonly [from: number, confidence: number])[];

interface Count {
  readonly right: number;
  readonly edges: number;
}

const NONE: Count = { right: 0, edges: 0 };

interface Level extends Count {
  readonly own: number;
}

/** Judged edges of one language, by project, with the rules' own confidences. */
export type Projects = readonly (readonly JudgedEdge[])[];

/** Fits the table. @param languages by their names in the table */
export function fitCalibration(languages: ReadonlyMap<string, Projects>): Map<string, Map<string, Steps>> {
  const byLanguage = new Map([...languages].map(([language, projects]) => [language, levelsByRule(projects)]));
  const table = new Map<string, Map<string, Steps>>();
  for (const [language, rules] of byLanguage) {
    const steps = new Map<string, Steps>();
    for (const [rule, levels] of rules) {
      const others = [...byLanguage].filter(([other]) => other !== language);
      steps.set(rule, fitSteps(levels, sumCounts(others.flatMap(([, other]) => other.get(rule) ?? []))));
    }
    table.set(language, steps);
  }
  return table;
}

function levelsByRule(projects: Projects): Map<string, Level[]> {
  const rules = new Set(projects.flat().map(({ rule }) => rule));
  const found = new Map<string, Level[]>();
  for (const rule of [...rules].sort()) {
    const levels = confidenceLevels(projects.map((edges) => edges.filter((edge) => edge.rule === rule)));
    if (levels.length > 0) found.set(rule, levels);
  }
  return found;
}

/** One level per confidence, ascending. */
function confidenceLevels(projects: Projects): Level[] {
  const levels = new Map<number, Level>();
  for (const all of projects) {
    const edges = all.filter(({ verdict }) => verdict === "right" || verdict === "wrong");
    const weight = Math.min(1, MAX_PROJECT_EDGES / edges.length);
    for (const { confidence, verdict } of edges) {
      const own = Math.round(100 * confidence);
      const known = levels.get(own) ?? { own, right: 0, edges: 0 };
      const right = known.right + (verdict === "right" ? weight : 0);
      levels.set(own, { own, right, edges: known.edges + weight });
    }
  }
  return [...levels.values()].sort((a, b) => a.own - b.own);
}

/** @param elsewhere the rule's edges in other languages */
function fitSteps(levels: readonly Level[], elsewhere: Count): Steps {
  const steps: [number, number][] = [];
  for (const { own, right, edges } of poolAdjacent(levels.map((level) => withPrior(level, levels, elsewhere)))) {
    const limit = lowerBound(right / edges, edges) >= (MAX_MEASURED - 0.5) / 100 ? MAX_MEASURED : MAX_CONFIDENCE;
    const confidence = Math.max(1, Math.min(limit, Math.round((100 * right) / edges)));
    if (steps.at(-1)?.[1] !== confidence) steps.push([own, confidence]);
  }
  return steps;
}

/**
 * Shrinks a level towards the rule's other levels, those towards the rule's edges in other languages, and only these
 * towards the rule's own number. So no edge counts twice.
 */
function withPrior(level: Level, levels: readonly Level[], elsewhere: Count): Level {
  const language = shrinkTowards(elsewhere, level.own / 100);
  const rule = shrinkTowards(sumCounts(levels.filter((other) => other !== level)), language);
  return { own: level.own, right: level.right + PRIOR_EDGES * rule, edges: level.edges + PRIOR_EDGES };
}

function shrinkTowards({ right, edges }: Count, prior: number): number {
  return (right + PRIOR_EDGES * prior) / (edges + PRIOR_EDGES);
}

function sumCounts(counts: readonly Count[]): Count {
  return counts.reduce((sum, { right, edges }) => ({ right: sum.right + right, edges: sum.edges + edges }), NONE);
}

/** Merges neighbours that decrease instead of increasing. */
function poolAdjacent(levels: readonly Level[]): Level[] {
  const blocks: Level[] = [];
  for (const level of levels) {
    let block = level;
    for (let last = blocks.at(-1); last !== undefined && share(last) >= share(block); last = blocks.at(-1)) {
      blocks.pop();
      block = { own: last.own, right: last.right + block.right, edges: last.edges + block.edges };
    }
    blocks.push(block);
  }
  return blocks;
}

function share({ right, edges }: Count): number {
  return right / edges;
}

/** Lower bound of a share, after Wilson. */
function lowerBound(found: number, count: number): number {
  const z = (Z * Z) / count;
  return (found + z / 2 - Z * Math.sqrt((found * (1 - found)) / count + z / (4 * count))) / (1 + z);
}
