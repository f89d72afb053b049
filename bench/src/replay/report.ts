/** Report of a replay: a row per method, by question form and group of repositories, with differences from SDL. */

import { type ByRepository, intervalText, macroMean, pairedDifference, share } from "../statistics/bootstrap.js";
import { BASELINES } from "./baselines.js";
import type { SdlFigures } from "./evaluate.js";
import type { Figures } from "./figures.js";
import { FORMS, type Form, type ReplayRecord } from "./record.js";

/** Records of one repository and, by variant, SDL's figures for each. */
export interface RepositoryFigures {
  readonly name: string;
  readonly group: string;
  readonly records: readonly ReplayRecord[];
  readonly byVariant: ReadonlyMap<string, readonly Record<Form, SdlFigures>[]>;
}

const MEASURES = ["symbolMrr", "recall10", "recall40", "file1", "file5", "held"] as const;
const TITLES = {
  symbolMrr: "MRR",
  recall10: "R@10",
  recall40: "R@40",
  file1: "file@1",
  file5: "file@5",
  held: "slice",
};
type Measure = (typeof MEASURES)[number];

/** Writes the report as Markdown. */
export function renderReplay(repositories: readonly RepositoryFigures[]): string {
  const groups = [...new Set(repositories.map(({ group }) => group))];
  return [
    ...groups.flatMap((group) =>
      groupPage(
        group,
        repositories.filter((one) => one.group === group),
      ),
    ),
    ...(repositories.length > 1 ? ["## By repository (raw)", "", ...formatTable(repositories.map(repositoryRow))] : []),
    "",
  ].join("\n");
}

function groupPage(group: string, repositories: readonly RepositoryFigures[]): string[] {
  const questions = repositories.reduce((sum, { records }) => sum + records.length, 0);
  return FORMS.flatMap((form) => [
    `## ${group}: ${repositories.length} repositories, ${questions} commits, ${form} message`,
    "",
    ...formatTable([["", ...MEASURES.map((measure) => TITLES[measure])], ...listWays(repositories, form)]),
    "",
    costLine(repositories, form),
    "",
  ]);
}

function listWays(repositories: readonly RepositoryFigures[], form: Form): string[][] {
  const variants = [...(repositories[0]?.byVariant.keys() ?? [])];
  const standard = (measure: Measure) => sdlValues(repositories, { variant: variants[0] ?? "", form, measure });
  const rows = variants.map((variant, at) => [
    at === 0 ? "sdl" : `sdl, ${variant}`,
    ...MEASURES.map((measure) =>
      formatCell(sdlValues(repositories, { variant, form, measure }), at, standard(measure)),
    ),
  ]);
  const others = BASELINES.map((name) => [
    name,
    ...MEASURES.map((measure) =>
      formatCell(
        valuesOf(repositories, measure, (record) => [record.baselines[form][name]]),
        1,
        standard(measure),
      ),
    ),
  ]);
  return [...rows, ...others];
}

/** A mean, and its difference from the standard variant's mean. */
function formatCell(values: ByRepository | undefined, at: number, standard: ByRepository | undefined): string {
  if (values === undefined) return "";
  const mean = share(macroMean(values));
  if (at === 0 || standard === undefined) return mean;
  return `${mean} (${intervalText(pairedDifference(standard, values))})`;
}

interface ValueSelection {
  readonly variant: string;
  readonly form: Form;
  readonly measure: Measure;
}

function sdlValues(
  repositories: readonly RepositoryFigures[],
  { variant, form, measure }: ValueSelection,
): ByRepository {
  return repositories.map(({ byVariant }) =>
    (byVariant.get(variant) ?? []).map((figures) => figures[form][measure] ?? 0),
  );
}

/** @returns `undefined` if the method lacks the measure */
function valuesOf(
  repositories: readonly RepositoryFigures[],
  measure: Measure,
  figuresOf: (record: ReplayRecord) => readonly Figures[],
): ByRepository | undefined {
  const all = repositories.map(({ records }) => records.flatMap(figuresOf).map((figures) => figures[measure]));
  if (all.flat().every((value) => value === undefined)) return undefined;
  return all.map((values) => values.map((value) => value ?? 0));
}

function costLine(repositories: readonly RepositoryFigures[], form: Form): string {
  const standard = repositories
    .flatMap(({ byVariant }) => [...byVariant.values()][0] ?? [])
    .map((figures) => figures[form]);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const whole = mean(repositories.flatMap(({ records }) => records.map(({ wholeFileTokens }) => wholeFileTokens)));
  return `A slice used ${Math.round(mean(standard.map(({ usedTokens }) => usedTokens)))} tokens for ${mean(standard.map(({ cards }) => cards)).toFixed(0)} cards; reading the touched files whole takes ${Math.round(whole)}.`;
}

function repositoryRow(repository: RepositoryFigures): string[] {
  const standard = [...repository.byVariant.keys()][0] ?? "";
  const of = (measure: Measure) =>
    share(macroMean(sdlValues([repository], { variant: standard, form: "raw", measure })));
  return [
    `${repository.name} (${repository.records.length})`,
    ...MEASURES.map((measure) => `${TITLES[measure]} ${of(measure)}`),
  ];
}

function formatTable(rows: readonly (readonly string[])[]): string[] {
  return rows.flatMap((row, at) => [
    `| ${row.join(" | ")} |`,
    ...(at === 0 ? [`|${row.map(() => "---|").join("")}`] : []),
  ]);
}
