/** Report on test links. */
import type { RepositoryFigures, Tally } from "./judge.js";

const COLUMNS = ["imported", "named", "shown", "drawn"] as const;

/** Writes a table of the figures per repository, and of tuned and untuned repositories together. */
export function renderTestLinks(all: readonly RepositoryFigures[]): string {
  const rows = all.map((one) => formatRow(`${one.name}${one.isTuned ? " (tuned)" : ""}`, [one]));
  const groups = [
    formatRow(
      "tuned",
      all.filter(({ isTuned }) => isTuned),
    ),
    formatRow(
      "never tuned",
      all.filter(({ isTuned }) => !isTuned),
    ),
    formatRow("all", all),
  ];
  return [
    "| repository | imported and called: linked | named after it: linked | links shown: near | links drawn: near |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    ...groups,
    "",
  ].join("\n");
}

function formatRow(title: string, figures: readonly RepositoryFigures[]): string {
  const cells = COLUMNS.map((column) => tallyText(sumTallies(figures.map((one) => one[column]))));
  return `| ${[title, ...cells].join(" | ")} |`;
}

function sumTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { right, all }) => ({ right: sum.right + right, all: sum.all + all }), {
    right: 0,
    all: 0,
  });
}

function tallyText({ right, all }: Tally): string {
  return all === 0 ? "–" : `${right} of ${all}: ${((100 * right) / all).toFixed(1)} %`;
}
