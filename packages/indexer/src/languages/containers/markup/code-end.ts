/** End of JavaScript code inside markup: skips strings, templates, comments, regular expressions and nested brackets. */

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** A slash after one of these, or at the start, begins a regular expression. */
const BEFORE_REGEX = /[([{,;=:?!&|+\-*%<>~^]/;
/** Deepest nesting of brackets that is followed. */
const MAX_DEPTH = 400;

/** Longest regular expression: whether a slash starts one is a guess that costs at most this. */
const MAX_REGEX_UNITS = 500;

/** Options of {@link codeEnd}. */
export interface CodeOptions {
  /** Where the code ends at the latest. */
  readonly end: number;
  /** Called at `<` where an expression may start; returns where the markup ends, or `undefined` if it is an operator. */
  readonly markup?: (at: number) => number | undefined;
}

/**
 * The offset of the first bracket that closes more than the code opened, else `end`; -1 if a bracket, string or comment
 * stays open.
 */
export function codeEnd(text: string, from: number, { end, markup }: CodeOptions): number {
  const open: string[] = [];
  let before = "";
  let at = from;
  while (at < end) {
    const unit = text[at] as string;
    if (open.at(-1) === "`") {
      at = templateStep(text, at, open);
      before = "`";
      continue;
    }
    const skipped = skipText(text, at, end, before);
    if (skipped < 0) return -1;
    if (skipped > at) {
      if (text[at + 1] !== "/" && text[at + 1] !== "*") before = unit;
      at = skipped;
      continue;
    }
    const inner = unit === "<" && startsExpression(text, at, before) ? markup?.(at) : undefined;
    if (inner !== undefined) {
      at = Math.max(inner, at + 1);
      before = ")";
      continue;
    }
    if (unit === "`") open.push(unit);
    else if (unit in CLOSING) open.push(CLOSING[unit] as string);
    else if (unit === ")" || unit === "]" || unit === "}") {
      if (open.length === 0) return at;
      if (open.pop() !== unit) return -1;
    }
    if (open.length > MAX_DEPTH) return -1;
    if (unit.trim() !== "") before = unit;
    at++;
  }
  return open.length === 0 ? end : -1;
}

/** Whether an expression may start at an offset: only there `<` starts markup, and `/` a regular expression. */
function startsExpression(text: string, at: number, before: string): boolean {
  return before === "" || BEFORE_REGEX.test(before) || /\breturn\s*$/.test(text.slice(Math.max(0, at - 12), at));
}

/** Skips a string, comment or regular expression. @returns `at` if there is none, -1 if it does not end */
function skipText(text: string, at: number, end: number, before: string): number {
  const unit = text[at];
  if (unit === '"' || unit === "'") return quotedEnd(text, at, end, unit);
  if (unit !== "/") return at;
  if (text[at + 1] === "/") {
    const lineEnd = text.indexOf("\n", at);
    return lineEnd < 0 || lineEnd > end ? end : lineEnd;
  }
  if (text[at + 1] === "*") {
    const close = text.indexOf("*/", at + 2);
    return close < 0 || close > end ? -1 : close + 2;
  }
  if (!startsExpression(text, at, before)) return at;
  return Math.max(at, quotedEnd(text, at, Math.min(end, at + MAX_REGEX_UNITS), "/"));
}

/** The offset after the closing quote on the same line; -1 if there is none. */
function quotedEnd(text: string, at: number, end: number, quote: string): number {
  let isClass = false;
  for (let i = at + 1; i < end; i++) {
    const unit = text[i];
    if (unit === "\\") i++;
    else if (unit === "\n") return -1;
    else if (quote === "/" && unit === "[") isClass = true;
    else if (isClass && unit === "]") isClass = false;
    else if (unit === quote && !isClass) return i + 1;
  }
  return -1;
}

/** One step inside a template literal: an escape, the start of a substitution, the end, or a character. */
function templateStep(text: string, at: number, open: string[]): number {
  const unit = text[at];
  if (unit === "\\") return at + 2;
  if (unit === "$" && text[at + 1] === "{") {
    open.push("}");
    return at + 2;
  }
  if (unit === "`") open.pop();
  return at + 1;
}
