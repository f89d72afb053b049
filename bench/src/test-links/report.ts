/** Report on test links. */
import type { RepositoryFigures, Tally } from "./judge.js";

const COLUMNS = ["imported", "named", "shown", "drawn"] as const;

/** Writes a table of the figures per repository, and of tuned and untuned repositories together. */
export function renderTestLinks(all: readonly RepositoryFigures[]): string {
  const rows = all.map((one) => row(`${one.name}${one.isTuned ? " (tuned)" : ""}`, [one]));
  const groups = [
    row(
      "tuned",
      all.filter(({ isTuned }) => isTuned),
    ),
    row(
      "never tuned",
      all.filter(({ isTuned }) => !isTuned),
    ),
    row("all", all),
  ];
  return [
    "| repository | imported and called: linked | named after it: linked | links shown: near | links drawn: near |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    ...groups,
    "",
  ].join("\n");
}

function row(title: string, figures: readonly RepositoryFigures[]): string {
  const cells = COLUMNS.map((column) => tallyText(sumOf(figures.map((one) => one[column]))));
  return `| ${[title, ...cells].join(" | ")} |`;
}

function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { right, all }) => ({ right: sum.right + right, all: sum.all + all }), {
    right: 0,
    all: 0,
  });
}

function tallyText({ right, all }: Tally): string {
  return all === 0 ? "–" : `${right} of ${all}: ${((100 * right) / all).toFixed(1)} %`;
}
