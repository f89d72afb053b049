/** Report of edge figures as Markdown tables. */
import type { Figures, Finding, Score } from "./figures.js";
import { RECEIVER_KINDS } from "./oracle.js";

/** What the report lists and marks. */
export interface ReportOptions {
  /** Number of misses and wrong edges to list per corpus. */
  readonly top: number;
  /** Corpora that confidences were fitted to: their calibration error proves nothing. */
  readonly training: ReadonlySet<string>;
}

/** Writes the report. */
export function renderEdges(all: readonly Figures[], { top, training }: ReportOptions): string {
  const lines = ["# Call edges against compilers", "", ...totals(all, training)];
  for (const language of ["typescript", "python"]) {
    const figures = all.filter((one) => one.language === language);
    if (figures.length > 0)
      lines.push("", `## ${language}`, "", ...receivers(figures), "", ...rules(figures), "", ...bins(figures));
  }
  for (const figures of all) {
    lines.push("", `## ${figures.corpus} (${figures.language})`, "");
    lines.push(
      ...list("Missed most, by callee", figures.misses, top),
      ...list("Wrong most, by callee", figures.wrong, top),
    );
  }
  return `${lines.join("\n")}\n`;
}

function totals(all: readonly Figures[], training: ReadonlySet<string>): string[] {
  const rows = all.map((one) => {
    const { total, values, calibrationError, sites, corpus, language } = one;
    const apart = [`${total.value}`, `${values.met}/${values.wanted}`, `${total.unjudged}`, `${sites.unresolved}`];
    return [
      corpus,
      language,
      ...scoreCells(total),
      `${total.right + total.wrong}`,
      `${total.wanted}`,
      three(calibrationError),
      ...apart,
    ];
  });
  for (const language of ["typescript", "python"]) {
    const figures = all.filter((one) => one.language === language);
    if (figures.length > 1) rows.push(["macro-average", language, ...macroCells(figures)]);
    const others = figures.filter(({ corpus }) => !training.has(corpus));
    if (others.length < figures.length) rows.push(["… not fitted to", language, ...macroCells(others)]);
  }
  return table(
    [
      "corpus",
      "language",
      "P",
      "R",
      "F1",
      "edges",
      "wanted",
      "ECE",
      "value edges",
      "value calls",
      "unjudged",
      "unresolved calls",
    ],
    rows,
  );
}

function scoreCells({ precision, recall, f1 }: Score): string[] {
  return [three(precision), three(recall), three(f1)];
}

function macroCells(figures: readonly Figures[]): string[] {
  const over = (value: (one: Figures) => number | undefined) => three(mean(figures.map(value)));
  const scores = [
    over(({ total }) => total.precision),
    over(({ total }) => total.recall),
    over(({ total }) => total.f1),
  ];
  return [...scores, "", "", over(({ calibrationError }) => calibrationError)];
}

/** Mean of the values that are defined; undefined without any. */
export function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/**
 * Table of recall, precision and number of wanted edges by kind and corpus; the last columns are means over corpora.
 */
function receivers(all: readonly Figures[]): string[] {
  const rows = RECEIVER_KINDS.map((kind) => {
    const scores = all.map(({ byReceiver }) => byReceiver[kind]);
    const cells = scores.map((score) =>
      score === undefined || score.wanted === 0 ? "" : `${three(score.recall)} (${score.wanted})`,
    );
    const known = scores.filter((score) => score !== undefined);
    return [
      kind,
      ...cells,
      three(mean(known.map(({ recall }) => recall))),
      three(mean(known.map(({ precision }) => precision))),
    ];
  });
  return table(["recall by receiver (wanted)", ...all.map(({ corpus }) => corpus), "mean R", "mean P"], rows);
}

function rules(all: readonly Figures[]): string[] {
  const names = [...new Set(all.flatMap(({ byRule }) => Object.keys(byRule)))].sort();
  const rows = names.map((rule) => {
    const cells = all.map(({ byRule }) => {
      const score = byRule[rule];
      return score === undefined || score.precision === undefined
        ? ""
        : `${three(score.precision)} (${score.right + score.wrong})`;
    });
    return [rule, ...cells];
  });
  return table(["precision by rule (edges)", ...all.map(({ corpus }) => corpus)], rows);
}

function bins(all: readonly Figures[]): string[] {
  const starts = [...new Set(all.flatMap(({ bins: own }) => own.map(({ from }) => from)))].sort((a, b) => a - b);
  const rows = starts.map((from) => {
    const cells = all.map(({ bins: own }) => {
      const bin = own.find((one) => one.from === from);
      return bin === undefined ? "" : `${three(bin.precision)} (${bin.edges})`;
    });
    return [`${three(from)}–${three(from + 0.05)}`, ...cells];
  });
  return table(["precision by confidence (edges)", ...all.map(({ corpus }) => corpus)], rows);
}

function list(title: string, found: readonly Finding[], top: number): string[] {
  const lines = found
    .slice(0, top)
    .map(({ count, kind, target, examples }) => `- ${count} × ${kind} → \`${target}\` (${examples.join(", ")})`);
  return lines.length === 0 ? [] : [`${title}:`, "", ...lines, ""];
}

/** Lines of a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(head),
    line(head.map(() => "---")),
    ...rows.map((row) => line(head.map((_, column) => row[column] ?? ""))),
  ];
}

/** Formats as `.931` or `1.000`; empty without a value. */
export function three(value: number | undefined): string {
  if (value === undefined) return "";
  return value.toFixed(3).replace(/^0/, "");
}
