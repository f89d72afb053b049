/** Prose broken into lines for terminals. A word that is longer than a line, such as a path, has a line of its own. */
const COLUMNS = 80;

/** @param indent before the first line; further lines stand two columns deeper */
export function wrapText(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    const isEmpty = line.trim() === "";
    if (!isEmpty && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = `${indent}  ${word}`;
    } else line += isEmpty ? word : ` ${word}`;
  }
  return [...lines, line];
}
