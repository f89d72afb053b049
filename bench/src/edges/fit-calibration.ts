/**
 * Fits how often a rule is right to how far it trusts itself: isotonic regression by language and rule over judged edges. Pure
 * arithmetic. Source: pool adjacent violators, Ayer et al., "An empirical distribution function for sampling with incomplete
 * information", 1955.
 */
import type { JudgedEdge } from "./judge.js";

/** Of a project's edges by one rule no more than these count, so that none decides alone. */
const MAX_PROJECT_EDGES = 500;
/** The rule's own number counts like so many edges that were right that often. */
const PRIOR_EDGES = 20;
/** Hundredths. What is certain by the rules' table stays below 1, and below .99 unless that is what was measured. */
const MAX_CONFIDENCE = 98;
const MAX_MEASURED = 99;
/** Standard deviations of the bound that decides it. */
const Z = 1.645;

/** From that confidence of the rule's own on, in hundredths, edges are right that often. */
export type Steps = readonly (readonly [from: number, confidence: number])[];

interface Level {
  readonly own: number;
  readonly right: number;
  readonly edges: number;
}

/** @param projects judged edges of one language's projects, with the rules' own confidences */
export function fitCalibration(projects: readonly (readonly JudgedEdge[])[]): Map<string, Steps> {
  const rules = new Set(projects.flat().map(({ rule }) => rule));
  const table = new Map<string, Steps>();
  for (const rule of [...rules].sort()) {
    const levels = levelsOf(projects.map((edges) => edges.filter((edge) => edge.rule === rule)));
    if (levels.length > 0) table.set(rule, stepsOf(levels));
  }
  return table;
}

/** One level a confidence, ascending. */
function levelsOf(projects: readonly (readonly JudgedEdge[])[]): Level[] {
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

function stepsOf(levels: readonly Level[]): Steps {
  const steps: [number, number][] = [];
  for (const { own, right, edges } of pooled(levels.map(withPrior))) {
    const limit = lowerBound(right / edges, edges) >= (MAX_MEASURED - 0.5) / 100 ? MAX_MEASURED : MAX_CONFIDENCE;
    const confidence = Math.max(1, Math.min(limit, Math.round((100 * right) / edges)));
    if (steps.at(-1)?.[1] !== confidence) steps.push([own, confidence]);
  }
  return steps;
}

function withPrior({ own, right, edges }: Level): Level {
  return { own, right: right + (PRIOR_EDGES * own) / 100, edges: edges + PRIOR_EDGES };
}

/** Neighbours that fall instead of rising become one. */
function pooled(levels: readonly Level[]): Level[] {
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

function share({ right, edges }: Level): number {
  return right / edges;
}

/** Wilson's lower bound of a share. */
function lowerBound(found: number, count: number): number {
  const z = (Z * Z) / count;
  return (found + z / 2 - Z * Math.sqrt((found * (1 - found)) / count + z / (4 * count))) / (1 + z);
}
