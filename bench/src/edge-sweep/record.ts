/** What the sweep keeps of one repository: counts, counts by shape, and every disagreement with its place. */
import { figuresOf, MIN_CONFIDENCE } from "../edges/figures.js";
import type { HeritageCounts, JudgedEdge, Judgement, WantedEdge } from "../edges/judge.js";
import { CONTEXTUAL_PARAMETER } from "../edges/oracle.js";
import type { EdgeRepository } from "./repositories.js";

/** Wanted edges, and those of them that were found. */
export interface Recall {
  readonly wanted: number;
  readonly met: number;
}

/** Edges of one shape. */
export interface ShapeCounts {
  readonly shape: string;
  readonly wanted: number;
  readonly missed: number;
  readonly wrong: number;
}

/** A missed or a wrong edge. */
export interface Disagreement {
  readonly kind: "missed" | "wrong";
  readonly shape: string;
  /** The rule of a wrong edge. */
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  /** `file:line` of the call; of a wrong edge, of the caller's start. */
  readonly at: string;
}

/** Edges of one rule whose stored confidence is at least .9. */
export interface SureRule {
  readonly rule: string;
  readonly edges: number;
  readonly right: number;
}

/** Figures of a repository. */
export interface EdgeFigures {
  readonly files: number;
  /** Number of files that are not judged: the compiler cannot parse them, or was not asked about all their calls. */
  readonly unjudged?: number;
  readonly right: number;
  readonly wrong: number;
  readonly calls: Recall;
  readonly interfaceMethods: Recall;
  readonly contextual: Recall;
  readonly heritage: HeritageCounts;
  readonly calibrationError: number;
  readonly sure: readonly SureRule[];
  readonly shapes: readonly ShapeCounts[];
  readonly disagreements: readonly Disagreement[];
}

/** The result of one repository. */
export interface EdgeRecord extends EdgeRepository {
  readonly figures?: EdgeFigures;
  /** Why there are no figures. */
  readonly problem?: string;
}

/** From this stored confidence on, an edge claims to be sure. */
const SURE = 0.9;
/** Shape of wrong edges whose caller calls nothing of the target's name, as far as the compiler knows. */
const NO_CALL = "no call of the target's name";

/** Figures of judged edges. */
export function edgeFigures(judgement: Judgement, files: Pick<EdgeFigures, "files" | "unjudged">): EdgeFigures {
  const edges = judgement.edges.filter(({ confidence }) => confidence >= MIN_CONFIDENCE);
  const wrong = edges.filter(({ verdict }) => verdict === "wrong");
  const { wanted } = judgement;
  const [figures] = figuresOf("", judgement);
  return {
    ...files,
    right: edges.filter(({ verdict }) => verdict === "right").length,
    wrong: wrong.length,
    calls: recallOf(wanted),
    interfaceMethods: recallOf(wanted.filter(({ site }) => site.receiver === "interface method")),
    contextual: recallOf(wanted.filter(({ site }) => site.shape.includes(CONTEXTUAL_PARAMETER))),
    heritage: judgement.heritage,
    calibrationError: figures?.calibrationError ?? 0,
    sure: sureRules(edges),
    shapes: shapesOf(wanted, wrong),
    disagreements: [...wanted.filter((edge) => !isMet(edge)).map(missedEdge), ...wrong.map(wrongEdge)],
  };
}

function isMet({ confidence }: WantedEdge): boolean {
  return confidence >= MIN_CONFIDENCE;
}

function recallOf(wanted: readonly WantedEdge[]): Recall {
  return { wanted: wanted.length, met: wanted.filter(isMet).length };
}

function sureRules(edges: readonly JudgedEdge[]): SureRule[] {
  const judged = edges.filter(({ verdict, confidence }) => confidence >= SURE && /^(?:right|wrong)$/.test(verdict));
  return [...new Set(judged.map(({ rule }) => rule))].sort().map((rule) => {
    const own = judged.filter((edge) => edge.rule === rule);
    return { rule, edges: own.length, right: own.filter(({ verdict }) => verdict === "right").length };
  });
}

function shapesOf(wanted: readonly WantedEdge[], wrong: readonly JudgedEdge[]): ShapeCounts[] {
  const counts = new Map<string, { wanted: number; missed: number; wrong: number }>();
  const of = (shape: string) => {
    const known = counts.get(shape) ?? { wanted: 0, missed: 0, wrong: 0 };
    counts.set(shape, known);
    return known;
  };
  for (const edge of wanted) {
    const count = of(edge.site.shape);
    count.wanted++;
    if (!isMet(edge)) count.missed++;
  }
  for (const { shape = NO_CALL } of wrong) of(shape).wrong++;
  return [...counts].map(([shape, count]) => ({ shape, ...count }));
}

function missedEdge({ site, targets }: WantedEdge): Disagreement {
  const { shape, caller, file, line } = site;
  return { kind: "missed", shape, rule: "", from: caller, to: targets[0] ?? "", at: `${file}:${line}` };
}

function wrongEdge({ shape = NO_CALL, rule, from, to, line }: JudgedEdge): Disagreement {
  return { kind: "wrong", shape, rule, from, to, at: `${from.slice(0, from.indexOf("#"))}:${line}` };
}
