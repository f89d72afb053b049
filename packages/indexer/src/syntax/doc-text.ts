/** First paragraph of a doc comment. Knows text, no tree. */

/** Maximum number of lines of a doc that a skeleton keeps. */
export const DOC_LINES = 3;

/**
 * Finds the end of a doc's first paragraph.
 * @param doc a comment or string with its delimiters
 * @param closing length of the closing delimiter
 * @returns how many units of `doc` to keep; `undefined` if only white space would be cut
 */
export function docHead(doc: string, closing: number): number | undefined {
  let kept = 0;
  let end = 0;
  for (const { text, start } of docLines(doc)) {
    const hasWords = /[^\s/*#"']/.test(text);
    if (kept > 0 && (!hasWords || /^[\s/*#"']*@\w/.test(text))) break;
    if (hasWords) {
      kept++;
      end = start + text.trimEnd().length;
    }
    if (kept === DOC_LINES) break;
  }
  if (kept === 0 || end >= doc.length - closing) return undefined;
  return /^[\s*]*$/.test(doc.slice(end, doc.length - closing)) ? undefined : end;
}

function* docLines(doc: string): Iterable<{ readonly text: string; readonly start: number }> {
  let start = 0;
  for (const line of doc.split(/(?<=\n)|(?<=\r)(?!\n)/)) {
    yield { text: line, start };
    start += line.length;
  }
}
