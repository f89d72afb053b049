/**
 * The text of a stack trace as its tool printed it: what pages, services, logs and terminals did to it is undone. Knows no frames but by their
 * beginnings.
 */

import { spellFrameObjects } from "./frame-objects.js";

/** Maximum length of a trace that is read, in UTF-16 units: the innermost frames of longer traces suffice. */
const MAX_TRACE_LENGTH = 200_000;
/** Maximum length of a line that can be a frame, in UTF-16 units. */
const MAX_LINE_LENGTH = 1_000;
/** Maximum number of times that a text can have been written as a string of another: JSON in JSON in a log. */
const MAX_ESCAPINGS = 4;
/** Maximum number of prefixes of one line: a quote, a container's name, two times, a level, a logger. */
const MAX_PREFIXES = 10;

/** Colours, also where a log has lost the escape character before them. */
const COLOUR_CODES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]|\\[\\d{1,3}(?:;\\d{1,3})*m`, "g");
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff]/g;
const SPACES = /[\u00a0\u2007\u202f]/g;

/** Elements of a page. Names like `<module>` and `<anonymous>` are none. */
const BREAKING_TAG =
  /<br ?\/?>\n?|<\/?(?:div|li|p|pre|tr|h\d|table|tbody|ul|ol|details|summary|blockquote)(?: [^<>]*)?>/gi;
const INLINE_TAG = /<\/?(?:a|b|cite|code|em|i|mark|span|strong|td|th|tt|u)(?: [^<>]*)?>/gi;
const ENTITY = /&(?:lt|gt|quot|apos|nbsp|amp|#39|#x27|#34);/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#34;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&#x27;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};
/** `[app/db.py:7](https://…)` in Markdown and notebooks. */
const LINK = /\[([^\][\n]+)\]\((?:[a-z][\w+.-]*:|#)[^()\s]*\)/g;

/** A line break, a quoted path or a key of a text that was written as a string: `run\n    at query`, `File \"/srv/app/db.py\"`. */
const ESCAPED =
  /\\n(?![A-Za-z\d_])|\\n(?=at |File |Traceback|goroutine |[\w$.]{0,100}@\S{1,300}?:\d|\w{1,100} @ )|(?<!\b[A-Za-z]:[^\s:]{0,200})\\n(?=[\w./-]+\.\w+(?::\d| in ))|File \\+"|\\"\w+\\+"\s*:/;
/** What follows a backslash of a path of Windows is no escape. */
const ESCAPE = /(?<=\b[A-Za-z]:[^\s:]{0,200})\\(?=[nrt]\w)|\\(?:u([\da-fA-F]{4})|([\\"'`/nrt]))|"/g;
/** A quote inside a text that single quotes enclose. */
const QUOTED_PATH = /File "/;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
/** Strings of a list, each a line: `["Error: x", "    at run (/srv/app/run.js:9:3)"]`. */
const LISTED_LINE = /(["'])\s*,\s*(?=["']\s*(?:at |File ))/g;

/** Frames of a trace that was written into one line. */
const JOINED_FRAME =
  /(?<!\(eval) (?=at (?:async |new )?[^()\s]+ (?:\[as \S+\] )?\([^()\s]+:\d+:\d+\))|(?<=\S) (?=File "[^"\n]+", line \d)/g;

const TIME = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?`;
const DATE = String.raw`(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d[-/. ]\d\d[-/. ]\d{4}|[A-Z][a-z]{2} [ \d]\d(?: \d{4})?)`;
/** What stands before a line: of a quote, a box, a container, a log. */
const PREFIXES: readonly RegExp[] = [
  /^>(?:\s|$)/,
  /^[│┃║|](?:\s|$)/,
  /^->\s/,
  // `web-1  | `, `stderr | `
  /^[\w.-]+\s+\|(?:\s|$)/,
  new RegExp(String.raw`^${DATE}[T ,]+${TIME}(?::|\s|$)`),
  new RegExp(String.raw`^${TIME}(?::|\s|$)`),
  // `[ERROR] `, `[rank0]: `, `[2026-07-02 15:24:12,123: ERROR/Worker-1] `; not `[cause]: `
  /^\[(?!cause\]|errors\]|native code)[\w .,:;/\\=#@+*-]+\]:?(?:\s|$)/,
  /^\{[\w./-]+:\d+\}(?:\s|$)/,
  /^\([^()]*\bpid=\d+[^()]*\)(?:\s|$)/,
  // `host-1 shop[1234]: `, `app[web.1]: `
  /^(?:[\w.-]+ )?[\w./@-]+\[[\w.]+\]:(?:\s|$)/,
  /^(?:stdout|stderr)(?: [FP])?:?(?:\s|$)/,
  /^(?:##\[\w+\]|::\w+::|npm ERR! |npm error )/,
  /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|CRITICAL|FATAL|SEVERE)(?: ?[:|-])?(?:\s|$)/,
  // `- shop.worker - `
  /^- [\w.]+ - /,
  /^[-–*•](?:\s|$)/,
];
/** The `@` of a console's trace that was copied as a table. */
const TABLE_EDGE = /\s+\|\s+(@)\s+\|\s+/;
const BOX_EDGE = /(?:\s+[│┃║|])+\s*$/;

/** The lines of a trace, without what stands around them. Indents are kept after a prefix. */
export function printedLines(text: string): readonly string[] {
  const plain = unescapeText(unmarkText(text.slice(0, MAX_TRACE_LENGTH)));
  return plain.replace(LISTED_LINE, "$1\n").replace(JOINED_FRAME, "\n").split(/\r?\n/).map(withoutPrefixes);
}

/** The text of a terminal or a page, which may itself be shown as text on a page. */
function unmarkText(text: string): string {
  const plain = text.replace(COLOUR_CODES, "").replace(INVISIBLE, "").replace(SPACES, " ");
  return untagText(untagText(plain)).replace(LINK, "$1");
}

function untagText(text: string): string {
  return text
    .replace(BREAKING_TAG, "\n")
    .replace(INLINE_TAG, "")
    .replace(ENTITY, (entity) => ENTITIES[entity] ?? entity);
}

/**
 * Undoes the escapes of the lines that hold escaped lines, so that paths of Windows in other lines keep their backslashes. Frames that are objects
 * are read before the quotes around them are lost.
 */
function unescapeText(text: string): string {
  let plain = spellFrameObjects(text);
  for (let round = 0; round < MAX_ESCAPINGS && ESCAPED.test(plain); round++) {
    plain = plain
      .split("\n")
      .map((line) => (ESCAPED.test(line) ? unescapeLine(line) : line))
      .join("\n");
    plain = spellFrameObjects(plain);
  }
  return plain;
}

/** A line of strings: a quote that is not escaped ends one. */
function unescapeLine(line: string): string {
  const quote = QUOTED_PATH.test(line) ? '"' : "\n";
  return line.replace(ESCAPE, (text, code: string | undefined, letter: string | undefined) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (text === "\\") return "/";
    return text === '"' ? quote : (ESCAPES[letter ?? ""] ?? letter ?? text);
  });
}

/** A line that is too long for a frame is left empty. */
function withoutPrefixes(line: string): string {
  if (line.length > MAX_LINE_LENGTH) return "";
  let rest = line.replace(TABLE_EDGE, " $1 ");
  for (let count = 0; count < MAX_PREFIXES; count++) {
    const inner = rest.trimStart();
    const prefix = PREFIXES.find((pattern) => pattern.test(inner));
    if (prefix === undefined) break;
    rest = inner.replace(prefix, "");
  }
  return rest.replace(BOX_EDGE, "");
}
