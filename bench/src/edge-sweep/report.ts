/** Report of the sweep of edges as Markdown: repositories, shapes, rules. Pure. */
import { mean, table, three } from "../edges/report.js";
import { type Reading, type ReadShare, readShare } from "./readings.js";
import type { EdgeFigures, EdgeRecord, Recall } from "./record.js";
import { SWEEP_LANGUAGES } from "./repositories.js";

type Measured = EdgeRecord & { readonly figures: EdgeFigures };

/** What the report shows. */
export interface EdgeReportOptions {
  /** Number of shapes to list. */
  readonly top: number;
  readonly readings: readonly Reading[];
}

/** Writes the report. */
export function renderEdgeSweep(records: readonly EdgeRecord[], options: EdgeReportOptions): string {
  const lines: string[] = [];
  for (const language of SWEEP_LANGUAGES) {
    const own = records.filter((record) => record.language === language);
    const pool = own.filter(({ unseen }) => unseen !== true);
    const unseen = own.filter((record) => record.unseen === true);
    if (pool.length > 0) lines.push(...part(`${language}: pool`, pool, options));
    if (unseen.length > 0) lines.push(...part(`${language}: unseen`, unseen, options));
  }
  return lines.join("\n");
}

function part(title: string, records: readonly EdgeRecord[], { top, readings }: EdgeReportOptions): string[] {
  const measured = records.filter((record): record is Measured => record.figures !== undefined);
  const failed = records.filter(({ problem }) => problem !== undefined);
  return [
    `## ${title}, ${measured.length} repositories`,
    "",
    ...table(HEADS, [...measured.map(repositoryRow), macroRow("macro-average", measured)]),
    "",
    ...readLines(measured, readings),
    ...unjudgedLine(measured),
    ...failed.map(({ name, problem }) => `- not measured: ${name}: ${problem}`),
    "",
    "Shapes by missed and wrong edges:",
    "",
    ...table(["shape", "missed", "of", "wrong", "repositories"], shapeRows(measured).slice(0, top)),
    "",
    "Edges whose stored confidence is .9 or more, by rule:",
    "",
    ...table(["rule", "edges", "right"], sureRows(measured)),
    "",
  ];
}

const HEADS = [
  "repository",
  "files",
  "P",
  "R",
  "edges",
  "wanted",
  "interface methods",
  "contextual",
  "heritage",
  "heritage wrong",
  "ECE",
];

function repositoryRow({ name, figures }: Measured): string[] {
  const { files, right, wrong, calls, interfaceMethods, contextual, heritage, calibrationError } = figures;
  return [
    name,
    `${files}`,
    three(precision(figures)),
    three(recall(calls)),
    `${right + wrong}`,
    `${calls.wanted}`,
    withCount(interfaceMethods),
    withCount(contextual),
    withCount(heritage),
    `${heritage.wrong}`,
    three(calibrationError),
  ];
}

/** Means over repositories; recall of rarer kinds over all their edges. */
function macroRow(name: string, records: readonly Measured[]): string[] {
  const all = records.map(({ figures }) => figures);
  const pooled = (of: (figures: EdgeFigures) => Recall) => withCount(sum(all.map(of)));
  return [
    name,
    "",
    three(mean(all.map(precision))),
    three(mean(all.map(({ calls }) => recall(calls)))),
    "",
    "",
    pooled(({ interfaceMethods }) => interfaceMethods),
    pooled(({ contextual }) => contextual),
    pooled(({ heritage }) => heritage),
    "",
    three(mean(all.map(({ calibrationError }) => calibrationError))),
  ];
}

/**
 * Precision and recall without the disagreements in which the compiler's answer is at fault. In each repository, those
 * that were read stand for its others; where none was read, all count against SDL.
 */
function readLines(records: readonly Measured[], readings: readonly Reading[]): string[] {
  const shares = (kind: "wrong" | "missed") => records.map((record) => readShare(record, kind, readings));
  const wrong = shares("wrong");
  const missed = shares("missed");
  const precisions = records.map(({ figures: { right, wrong: count } }, at) => {
    return ratio(right, right + ownShare(wrong[at]) * count);
  });
  const recalls = records.map(({ figures: { calls } }, at) => {
    return ratio(calls.met, calls.met + ownShare(missed[at]) * (calls.wanted - calls.met));
  });
  return [
    ...readLine("Wrong edges", wrong, `Precision without the compiler's faults: ${three(mean(precisions))}`),
    ...readLine("Missed edges", missed, `Recall without the compiler's faults: ${three(mean(recalls))}`),
  ];
}

function unjudgedLine(records: readonly Measured[]): string[] {
  const total = (of: "files" | "unjudged") => records.reduce((all, { figures }) => all + (figures[of] ?? 0), 0);
  const unjudged = total("unjudged");
  if (unjudged === 0) return [];
  return [
    `Files that are not judged, since the compiler cannot parse them or was not asked: ${unjudged} of ${total("files")}.`,
    "",
  ];
}

/** Share of the disagreements that count against SDL. */
function ownShare(share: ReadShare | undefined): number {
  return share === undefined || share.read === 0 ? 1 : (share.read - share.oracle) / share.read;
}

function readLine(what: string, shares: readonly ReadShare[], then: string): string[] {
  const total = (of: keyof ReadShare) => shares.reduce((all, share) => all + share[of], 0);
  if (total("read") === 0) return [];
  const faults = `SDL at fault in ${total("sdl")}, the compiler's answer in ${total("oracle")}, unclear ${total("unclear")}`;
  return [`${what} read: ${total("read")}; ${faults}. ${then}.`, ""];
}

function shapeRows(records: readonly Measured[]): string[][] {
  const shapes = new Map<string, { missed: number; wanted: number; wrong: number; repositories: number }>();
  for (const { figures } of records) {
    for (const { shape, missed, wanted, wrong } of figures.shapes) {
      const known = shapes.get(shape) ?? { missed: 0, wanted: 0, wrong: 0, repositories: 0 };
      known.missed += missed;
      known.wanted += wanted;
      known.wrong += wrong;
      if (missed + wrong > 0) known.repositories++;
      shapes.set(shape, known);
    }
  }
  return [...shapes]
    .filter(([, { missed, wrong }]) => missed + wrong > 0)
    .sort(([a, x], [b, y]) => y.missed + y.wrong - x.missed - x.wrong || (a < b ? -1 : 1))
    .map(([shape, it]) => [shape, `${it.missed}`, `${it.wanted}`, `${it.wrong}`, `${it.repositories}`]);
}

function sureRows(records: readonly Measured[]): string[][] {
  const rules = new Map<string, { edges: number; right: number }>();
  for (const { rule, edges, right } of records.flatMap(({ figures }) => figures.sure)) {
    const known = rules.get(rule) ?? { edges: 0, right: 0 };
    rules.set(rule, { edges: known.edges + edges, right: known.right + right });
  }
  return [...rules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([rule, { edges, right }]) => [rule, `${edges}`, three(ratio(right, edges))]);
}

function sum(parts: readonly Recall[]): Recall {
  return parts.reduce((all, { wanted, met }) => ({ wanted: all.wanted + wanted, met: all.met + met }), {
    wanted: 0,
    met: 0,
  });
}

function precision({ right, wrong }: EdgeFigures): number | undefined {
  return ratio(right, right + wrong);
}

function recall({ wanted, met }: Recall): number | undefined {
  return ratio(met, wanted);
}

function withCount(counts: Recall): string {
  return counts.wanted === 0 ? "" : `${three(recall(counts))} (${counts.wanted})`;
}

function ratio(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}
