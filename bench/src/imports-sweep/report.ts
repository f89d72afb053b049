/** Report of the sweep of imports as Markdown. Pure. */
import { table, three } from "../edges/report.js";
import { type ImportCounts, type ImportRecord, importCounts, type LostImport, resolvedShare } from "./record.js";

/** Maximum imports that are listed of a repository. */
const MAX_LISTED = 5;

/** Writes the report, with the imports that are not resolved. @param bar share that every repository should have */
export function renderImports(records: readonly ImportRecord[], bar: number): string {
  const counted = records.flatMap(({ name, imports }) =>
    imports === undefined ? [] : [{ name, counts: importCounts(imports), imports }],
  );
  const enough = counted.filter(({ counts }) => resolvedShare(counts) >= bar);
  const lines = [
    `${counted.length} repositories; ${enough.length} with a share of at least ${three(bar)}.`,
    "",
    ...table(
      ["repository", "name a file", "share resolved", "not resolved", "name no file", "of other packages"],
      counted.map(({ name, counts, imports }) => [name, ...countCells(counts), `${imports.outside}`]),
    ),
    "",
  ];
  for (const { name, counts } of counted.filter((one) => one.counts.missed.length > 0))
    lines.push(`${name}, ${counts.missed.length}:`, "", ...listed(counts.missed), "");
  const failed = records.filter(({ problem }) => problem !== undefined);
  lines.push(...failed.map(({ name, problem }) => `- not measured: ${name}: ${problem}`));
  return `${lines.join("\n").trimEnd()}\n`;
}

function countCells(counts: ImportCounts): string[] {
  const { resolved, missed, nameless } = counts;
  return [`${resolved + missed.length}`, three(resolvedShare(counts)), `${missed.length}`, `${nameless}`];
}

function listed(missed: readonly LostImport[]): string[] {
  const shown = missed.slice(0, MAX_LISTED).map(({ file, line = 0, specifier, reason }) => {
    return `- \`${file}:${line}\` \`${specifier}\`: ${reason}`;
  });
  return missed.length > MAX_LISTED ? [...shown, `- and ${missed.length - MAX_LISTED} more`] : shown;
}
