/**
 * First sentence of a doc comment or docstring, as plain text: JSDoc, reST, Google and NumPy styles, without tags, sections, markup or doctests.
 * Knows nothing of the documented symbol.
 */

/** Maximum length of a summary in UTF-16 units; about forty tokens. */
const MAX_LENGTH = 200;
/** Maximum length of the text that is searched, in UTF-16 units: a first paragraph is seldom longer. */
const MAX_READ = 800;
/** Tags whose text is a description. */
const DESCRIPTION_TAG = /^@(?:description|desc|summary|fileoverview|overview|file|classdesc|remarks)\b[ \t]*/i;
/** Description of the returned value, which is used if a comment has no other description. */
const RETURNS_TAG = /^(?:@returns?\b\s*(?:\{[^\n]*?\}(?=\s))?|:returns?:|Returns:)\s*-?\s*([\s\S]+)/m;
/** End of a description: tags, fields, sections, underlined section titles, doctests, fenced code, directives. */
const SECTION =
  /^\s*(?:@\w|:[\w ]+:|(?:Args|Arguments|Parameters|Params|Returns?|Yields?|Raises|Throws|Examples?|Usage|Notes?|See Also|References|Attributes|Warnings?)\s*(?::\s*$|\n\s*-{3,})|>>>|```|~~~|\.\. )/m;
/** Comments that address a tool or the authors. */
const NOT_DOCUMENTATION =
  /^(?:TODO|FIXME|XXX|HACK|eslint|prettier|istanbul|c8|v8|tslint|biome|noqa|type:|pragma|pylint|mypy|@ts-|#region|#endregion)/i;

/** First sentence of a comment; `undefined` if it has none, such as a comment of tags only. */
export function docSentence(doc: string): string | undefined {
  const text = doc.trim().replace(DESCRIPTION_TAG, "");
  if (NOT_DOCUMENTATION.test(text)) return undefined;
  return firstSentence(firstDescription(text)) ?? returnsSentence(text);
}

/** The first paragraph before any section, without title underlines and rulers. */
function firstDescription(text: string): string {
  const start = (/^\.\. /.test(text) ? text.slice(text.search(/\n\s*\n/) + 1 || text.length) : text).slice(0, MAX_READ);
  const section = SECTION.exec(start);
  const body = section === null ? start : start.slice(0, section.index);
  const lines = body.split("\n").map((line) => (/^\s*[-=~*_#+/|]{3,}\s*$/.test(line) ? "" : line));
  return (
    lines
      .join("\n")
      .trim()
      .split(/\n\s*\n/, 1)[0] ?? ""
  );
}

function returnsSentence(text: string): string | undefined {
  const found = RETURNS_TAG.exec(text)?.[1];
  const sentence = found === undefined ? undefined : firstSentence(firstDescription(found.trim()));
  if (sentence === undefined || !/\s/.test(sentence)) return undefined;
  const ended = /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
  return /^returns?\b/i.test(ended) ? ended : `Returns ${lowerFirst(ended)}`;
}

function firstSentence(paragraph: string): string | undefined {
  const text = plainText(paragraph);
  const end = /(?<![.\d]|\b(?:e\.g|i\.e|cf|vs|etc|resp|approx|incl|Mr|Mrs|Dr|St|No))[.!?](?=\s+[\p{Lu}`"'([]|$)/u.exec(
    text,
  );
  const sentence = (end === null ? text : text.slice(0, end.index + 1)).replace(/\s*:$/, ".");
  if (!/\p{L}{2}/u.test(sentence) || isCode(sentence) || isHeading(sentence)) return undefined;
  return sentence.length <= MAX_LENGTH ? sentence : shorten(sentence);
}

/** Whether a sentence is commented-out code. */
function isCode(text: string): boolean {
  return /[;{}]$/.test(text) || /^(?:const|let|var|import|return|if|for|def|class) .*[=({:]/.test(text);
}

/** Whether a sentence is a heading in capitals, such as `INTERNAL API`, which describes more than one symbol. */
function isHeading(text: string): boolean {
  return !/\p{Ll}/u.test(text) && !/[.!?]$/.test(text);
}

/** Replaces inline tags, roles and links by their labels, removes markup, and collapses white space. */
function plainText(text: string): string {
  return text
    .replace(/\{@\w+\s+([^}|\s]+)(?:[|\s]+([^}]*))?\}/g, (_, target: string, label?: string) => label?.trim() || target)
    .replace(/:[\w:+.-]+:`([^`]*)`/g, (whole, content: string) => roleTarget(content) ?? whole)
    .replace(/`([^`<\s][^`<]*?)(?:\s*<[^`>]+>)?`_{1,2}(?!\w)/g, "$1")
    .replace(/!?\[([^\]]+)\]\([^)\s]+\)/g, "$1")
    .replace(/``([^`]+)``/g, "`$1`")
    .replace(/<\/?[a-z][^>]{0,80}>/gi, "")
    .replace(/(\*\*|__)(?=\S)([^*_]+)\1/g, "$2")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .replace(/^[\s#*=~/-]+(?=\S)|[\s=~/-]+$/g, "")
    .trim();
}

/** Label of a reST role: the content without `<…>`; with a prefix such as `~a.b.c`, only the last name. `undefined` if there is no label. */
function roleTarget(content: string): string | undefined {
  const at = content.indexOf("<");
  if (at === 0 || (at > 0 && !content.endsWith(">"))) return undefined;
  const title = at < 0 ? content : content.slice(0, at).trimEnd() || content.slice(0, 1);
  if (title === "") return undefined;
  const marks = /^[~!._]*/.exec(title)?.[0].length ?? 0;
  const target = title.slice(Math.min(marks, title.length - 1));
  return `\`${marks === 0 || target === title ? target : target.slice(target.lastIndexOf(".") + 1)}\``;
}

function shorten(text: string): string {
  const cut = text.slice(0, MAX_LENGTH - 1);
  const blank = cut.lastIndexOf(" ");
  return `${(blank > MAX_LENGTH / 2 ? cut.slice(0, blank) : cut).toWellFormed().replace(/\uFFFD$/, "")}…`;
}

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}|^A /u.test(text) ? text[0]?.toLowerCase() + text.slice(1) : text;
}
