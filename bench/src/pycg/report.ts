/** Page about PyCG's micro-benchmark, as Markdown. */
import type { SnippetResult } from "./compare.js";

/** Categories that are reported apart: they need code to be executed, or modules that no snippet contains. */
const APART = /^(?:external|dynamic)\//;

/** Writes the page. @param results in the order of their names */
export function renderPycg(results: readonly SnippetResult[]): string {
  const categories = [...new Set(results.map(categoryOf))];
  const rows = categories.map((category) =>
    row(
      category,
      results.filter((result) => categoryOf(result) === category),
    ),
  );
  const counted = results.filter(({ name }) => !APART.test(name));
  return [
    "# PyCG's micro-benchmark",
    "",
    "Edges of SDL beside those that each snippet expects. `extra` are edges that the benchmark does not have; `outside` are expected calls of builtins and of modules that the snippet does not contain: they count nowhere. The total leaves out the categories `dynamic` (`eval`) and `external`.",
    "",
    "| category | snippets | expected | found | recall | extra | outside |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    row("total", counted),
    "",
    "## Missed",
    "",
    ...lines(results, ({ missed }) => missed),
    "",
    "## Extra",
    "",
    ...lines(results, ({ extra }) => extra),
    "",
  ].join("\n");
}

function categoryOf({ name }: SnippetResult): string {
  return name.split("/", 1)[0] ?? name;
}

function row(title: string, results: readonly SnippetResult[]): string {
  const sum = (count: (result: SnippetResult) => number) => results.reduce((total, one) => total + count(one), 0);
  const wanted = sum((one) => one.wanted);
  const found = wanted - sum(({ missed }) => missed.length);
  const recall = wanted === 0 ? "" : (found / wanted).toFixed(3);
  const cells = [
    title,
    results.length,
    wanted,
    found,
    recall,
    sum(({ extra }) => extra.length),
    sum((one) => one.outside),
  ];
  return `| ${cells.join(" | ")} |`;
}

function lines(
  results: readonly SnippetResult[],
  callsOf: (result: SnippetResult) => SnippetResult["missed"],
): string[] {
  return results.flatMap((result) =>
    callsOf(result).map(({ from, to }) => `- ${result.name}: \`${from}\` → \`${to}\``),
  );
}
