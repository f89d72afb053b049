/** Precision, recall and calibration of judged edges. Pure arithmetic. */
import type { JudgedEdge, Judgement, WantedEdge } from "./judge.js";
import { languageOf } from "./judge.js";
import { RECEIVER_KINDS } from "./oracle.js";

/** Edges below this confidence only count for calibration: clients do not follow them. */
export const MIN_CONFIDENCE = 0.5;

/** Counts and ratios of a set of edges. */
export interface Score {
  readonly right: number;
  readonly wrong: number;
  readonly value: number;
  readonly unjudged: number;
  readonly wanted: number;
  readonly met: number;
  /** `undefined` if the denominator is zero. */
  readonly precision: number | undefined;
  readonly recall: number | undefined;
  readonly f1: number | undefined;
}

/** Edges of similar confidence. */
export interface Bin {
  /** Lower bound; the bin is .05 wide. */
  readonly from: number;
  readonly edges: number;
  readonly meanConfidence: number;
  readonly precision: number;
}

/** The figures of one corpus and language. */
export interface Figures {
  readonly corpus: string;
  readonly language: string;
  readonly total: Score;
  readonly byRule: Readonly<Record<string, Score>>;
  readonly byReceiver: Readonly<Record<string, Score>>;
  readonly bins: readonly Bin[];
  /** Mean difference of confidence and precision over the bins, weighted by edges. */
  readonly calibrationError: number;
  /** Number of calls through values whose target the compiler knows, and number of these calls with an edge. */
  readonly values: { readonly wanted: number; readonly met: number };
  readonly sites: Judgement["sites"];
  readonly misses: readonly Finding[];
  readonly wrong: readonly Finding[];
}

/** Edges to one callee that are wrong or missing for the same reason. */
export interface Finding {
  readonly count: number;
  /** The rule, or the kind of receiver. */
  readonly kind: string;
  readonly target: string;
  /** `file:line` of the call, or of the symbol that has the wrong edge. */
  readonly examples: readonly string[];
}

/** Computes the figures of a corpus, one entry per language. */
export function figuresOf(corpus: string, judgement: Judgement): Figures[] {
  const families = [...new Set(judgement.wanted.map(({ site }) => languageFamily(languageOf(site.file))))].sort();
  return families.map((language) => {
    const edges = judgement.edges.filter((edge) => languageFamily(edge.language) === language);
    const wanted = judgement.wanted.filter(({ site }) => languageFamily(languageOf(site.file)) === language);
    const values = judgement.values.filter(({ site }) => languageFamily(languageOf(site.file)) === language);
    return describe({ corpus, language, edges, wanted, values, sites: judgement.sites });
  });
}

/** TypeScript and JavaScript count as one language. */
function languageFamily(language: string): string {
  return language === "python" ? "python" : "typescript";
}

interface Part {
  readonly corpus: string;
  readonly language: string;
  readonly edges: readonly JudgedEdge[];
  readonly wanted: readonly WantedEdge[];
  readonly values: readonly WantedEdge[];
  readonly sites: Judgement["sites"];
}

function describe({ corpus, language, edges, wanted, values, sites }: Part): Figures {
  const sure = edges.filter(({ confidence }) => confidence >= MIN_CONFIDENCE);
  const rules = [...new Set(edges.map(({ rule }) => rule))].sort();
  const bins = confidenceBins(edges);
  return {
    corpus,
    language,
    total: computeScore(sure, wanted),
    byRule: Object.fromEntries(
      rules.map((rule) => [
        rule,
        computeScore(
          edges.filter((edge) => edge.rule === rule),
          [],
        ),
      ]),
    ),
    byReceiver: Object.fromEntries(
      RECEIVER_KINDS.map((kind) => [
        kind,
        computeScore(
          sure.filter(({ receiver }) => receiver === kind),
          wanted.filter(({ site }) => site.receiver === kind),
        ),
      ]),
    ),
    bins,
    calibrationError: calibrationError(bins),
    values: { wanted: values.length, met: values.filter(isMet).length },
    sites,
    misses: groupFindings(
      wanted.filter((edge) => !isMet(edge)),
      ({ site, targets }) => ({ kind: site.receiver, target: targets[0] ?? "", at: `${site.file}:${site.line}` }),
    ),
    wrong: groupFindings(
      sure.filter(({ verdict }) => verdict === "wrong"),
      ({ rule, to, from, line }) => ({ kind: rule, target: to, at: `${from.slice(0, from.indexOf("#"))}:${line}` }),
    ),
  };
}

function isMet({ confidence }: WantedEdge): boolean {
  return confidence >= MIN_CONFIDENCE;
}

function computeScore(edges: readonly JudgedEdge[], wanted: readonly WantedEdge[]): Score {
  const counts = { right: 0, wrong: 0, value: 0, unjudged: 0 };
  for (const { verdict } of edges) counts[verdict]++;
  const met = wanted.filter(isMet).length;
  const precision = share(counts.right, counts.right + counts.wrong);
  const recall = share(met, wanted.length);
  const sum = (precision ?? 0) + (recall ?? 0);
  const f1 = precision === undefined || recall === undefined || sum === 0 ? undefined : (2 * precision * recall) / sum;
  return { ...counts, wanted: wanted.length, met, precision, recall, f1 };
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

/** Twenty bins over all judged edges. */
function confidenceBins(edges: readonly JudgedEdge[]): Bin[] {
  const judged = edges.filter(({ verdict }) => verdict === "right" || verdict === "wrong");
  const bins: Bin[] = [];
  for (let bin = 0; bin < 20; bin++) {
    const inside = judged.filter(({ confidence }) => Math.min(19, Math.floor(confidence * 20 + 1e-9)) === bin);
    if (inside.length === 0) continue;
    const sum = inside.reduce((total, { confidence }) => total + confidence, 0);
    const right = inside.filter(({ verdict }) => verdict === "right").length;
    bins.push({
      from: bin / 20,
      edges: inside.length,
      meanConfidence: sum / inside.length,
      precision: right / inside.length,
    });
  }
  return bins;
}

function calibrationError(bins: readonly Bin[]): number {
  const total = bins.reduce((sum, { edges }) => sum + edges, 0);
  const distance = bins.reduce((sum, bin) => sum + bin.edges * Math.abs(bin.meanConfidence - bin.precision), 0);
  return total === 0 ? 0 : distance / total;
}

const MAX_FINDINGS = 500;
const MAX_EXAMPLES = 3;

/** Grouped by kind and target, most frequent first. */
function groupFindings<T>(
  edges: readonly T[],
  describeEdge: (edge: T) => { readonly kind: string; readonly target: string; readonly at: string },
): Finding[] {
  const groups = new Map<string, { count: number; kind: string; target: string; examples: string[] }>();
  for (const edge of edges) {
    const { kind, target, at } = describeEdge(edge);
    const key = `${kind}\0${target}`;
    const group = groups.get(key) ?? { count: 0, kind, target, examples: [] };
    groups.set(key, group);
    group.count++;
    if (group.examples.length < MAX_EXAMPLES) group.examples.push(at);
  }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count || (a.target < b.target ? -1 : 1))
    .slice(0, MAX_FINDINGS);
}
