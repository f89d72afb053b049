/** Report of gold lines: shares of the baseline and of SDL, by group of issues and by repository. */
import { type ByRepository, macroMean, ratioOfMeans, share } from "../statistics/bootstrap.js";
import type { IssueAnswers } from "./answers.js";
import type { Weights } from "./baseline.js";
import { BUDGETS, type ByBudget } from "./budgets.js";
import type { Language } from "./issues.js";
import type { IssueRecord } from "./record.js";
import { isTunedOn, sharesHeld, sharesWithin } from "./tune.js";

/** Shares of one issue's gold lines. */
export interface IssueShares {
  readonly id: string;
  readonly repository: string;
  readonly language: Language;
  readonly baseline: ByBudget;
  /** What whole bodies could show if the fix were known. */
  readonly bound: ByBudget;
  /** Absent if only the baseline is measured. */
  readonly sdl?: ByBudget;
}

/** Shares of an issue, from its record and its answers. */
export function computeShares(
  records: readonly IssueRecord[],
  weights: Weights,
  answers: ReadonlyMap<string, IssueAnswers>,
): IssueShares[] {
  return records.map((record) => {
    const { id, repository, language, goldLines } = record;
    const shown = answers.get(id)?.shown;
    const sdl = shown && {
      1000: shown[1000] / goldLines,
      4000: shown[4000] / goldLines,
      8000: shown[8000] / goldLines,
    };
    const [baseline, bound] = [sharesHeld(record, weights), sharesWithin(record)];
    return { id, repository, language, baseline, bound, ...(sdl === undefined ? {} : { sdl }) };
  });
}

/** Writes the report as Markdown. */
export function renderGold(issues: readonly IssueShares[]): string {
  const groups: [string, readonly IssueShares[]][] = [
    ["all", issues],
    ["tuned on", issues.filter(({ id }) => isTunedOn(id))],
    ["not tuned on", issues.filter(({ id }) => !isTunedOn(id))],
    ["Python", issues.filter(({ language }) => language === "python")],
    ["JavaScript, TypeScript", issues.filter(({ language }) => language === "javascript")],
    ...repositoriesOf(issues).map(({ name, own }): [string, readonly IssueShares[]] => [name, own]),
  ];
  const head = [
    "issues",
    "repositories",
    "number",
    ...BUDGETS.flatMap((budget) => [`${budget}: baseline`, "bound", "SDL", "ratio"]),
  ];
  return [head, head.map(() => "---"), ...groups.filter(([, some]) => some.length > 0).map(formatRow)]
    .map((cells) => `| ${cells.join(" | ")} |\n`)
    .join("");
}

function formatRow([name, issues]: [string, readonly IssueShares[]]): string[] {
  const repositories = repositoriesOf(issues);
  const cells = BUDGETS.flatMap((budget) => {
    const baseline = repositories.map(({ own }) => own.map((issue) => issue.baseline[budget]));
    const bound = repositories.map(({ own }) => own.map((issue) => issue.bound[budget]));
    const sdl = repositories.map(({ own }) => own.flatMap((issue) => issue.sdl?.[budget] ?? []));
    return [share(macroMean(baseline)), share(macroMean(bound)), ...sdlCells(sdl, baseline)];
  });
  return [name, String(repositories.length), String(issues.length), ...cells];
}

function sdlCells(sdl: ByRepository, baseline: ByRepository): string[] {
  if (sdl.some((values, at) => values.length !== baseline[at]?.length)) return ["", ""];
  const { ratio, low } = ratioOfMeans(sdl, baseline);
  return [share(macroMean(sdl)), sdl.length > 1 ? `${ratio.toFixed(2)} (≥ ${low.toFixed(2)})` : ratio.toFixed(2)];
}

function repositoriesOf(issues: readonly IssueShares[]) {
  const names = [...new Set(issues.map(({ repository }) => repository))];
  return names.map((name) => ({ name, own: issues.filter(({ repository }) => repository === name) }));
}
