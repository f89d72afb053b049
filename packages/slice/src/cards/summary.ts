/** The line or two that say what a symbol does. Nothing is invented: without a doc comment there is no summary. */

/** Longest summary, in UTF-16 units; about forty tokens. */
const MAX_SUMMARY_LENGTH = 200;

/** First sentence of a doc text without markers; `undefined` when there is none, such as in a comment of tags alone. */
export function firstSentence(doc: string): string | undefined {
  const paragraph = doc.trim().split(/\n\s*\n|\n\s*(?=[@:]\w)/, 1)[0] ?? "";
  if (/^[@:]\w/.test(paragraph)) return undefined;
  const text = plainText(paragraph);
  const end = /(?<![.\d]|\b(?:e\.g|i\.e|cf|vs|etc|resp|Mr|St))[.!?](?=\s+[\p{Lu}`"'([]|$)/u.exec(text);
  const sentence = end === null ? text : text.slice(0, end.index + 1);
  if (!/\p{L}/u.test(sentence)) return undefined;
  return sentence.length <= MAX_SUMMARY_LENGTH ? sentence : shorten(sentence);
}

/** Inline tags give what they name, markup of pages goes, white space becomes single blanks. */
function plainText(text: string): string {
  return text
    .replace(/\{@\w+\s+([^}|\s]+)(?:[|\s]+([^}]*))?\}/g, (_, target: string, label?: string) => label?.trim() || target)
    .replace(/<\/?[a-z][^>]{0,80}>/gi, "")
    .replace(/\s+/g, " ")
    .trim();
}

function shorten(text: string): string {
  const cut = text.slice(0, MAX_SUMMARY_LENGTH - 1);
  const blank = cut.lastIndexOf(" ");
  return `${(blank > MAX_SUMMARY_LENGTH / 2 ? cut.slice(0, blank) : cut).toWellFormed().replace(/\uFFFD$/, "")}…`;
}
