/** Building blocks of generated pages. */

/** A fence longer than any fence inside. */
export function fenceText(text, language = "text") {
  const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A table with columns as wide as the formatter makes them. */
export function markdownTable(head, rows) {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")));
  const widths = head.map((_, at) => Math.max(3, ...cells.map((row) => row[at].length)));
  const line = (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at])).join(" | ")} |`;
  return [line(cells[0]), line(widths.map((width) => "-".repeat(width))), ...cells.slice(1).map(line)].join("\n");
}
