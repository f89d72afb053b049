/** End of JavaScript code inside markup: skips strings, templates, comments, regular expressions and nested brackets. */

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** A slash after one of these, or at the start, begins a regular expression. */
const BEFORE_REGEX = /[([{,;=:?!&|+\-*%<>~^]/;
/** Deepest nesting of brackets that is followed. */
const MAX_DEPTH = 400;
/** Longest regular expression: whether a slash starts one is a guess that costs at most this. */
const MAX_REGEX_UNITS = 500;
/** Units before an offset in which the word `return` is looked for. */
const LOOK_BEHIND = 12;

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
export function codeEnd(text: string, from: number, options: CodeOptions): number {
  return new CodeScanner(text, from, options).run();
}

class CodeScanner {
  /** Brackets that must be closed, innermost last; a backtick for a template literal. */
  private readonly open: string[] = [];
  /** The last unit that is neither blank nor in a comment. */
  private before = "";

  constructor(
    private readonly text: string,
    private at: number,
    private readonly options: CodeOptions,
  ) {}

  run(): number {
    const { end } = this.options;
    while (this.at >= 0 && this.at < end && !this.isUnmatched()) this.step();
    return this.open.length === 0 ? Math.min(this.at, end) : -1;
  }

  private step(): void {
    if (this.open.at(-1) === "`") this.readTemplate();
    else if (!this.skipText() && !this.skipMarkup()) this.readUnit();
    if (this.open.length > MAX_DEPTH) this.at = -1;
  }

  /** Whether a bracket stands here that closes another one than the innermost. */
  private isUnmatched(): boolean {
    const unit = this.text[this.at] as string;
    const open = this.open.at(-1);
    return ")]}".includes(unit) && open !== unit && open !== "`";
  }

  private readUnit(): void {
    const unit = this.text[this.at++] as string;
    const closing = CLOSING[unit];
    if (unit === "`") this.open.push(unit);
    else if (closing !== undefined) this.open.push(closing);
    else if (unit === this.open.at(-1)) this.open.pop();
    if (unit.trim() !== "") this.before = unit;
  }

  /** Reads a step of a template literal: an escape, the start of a substitution, the end, or a character. */
  private readTemplate(): void {
    const unit = this.text[this.at];
    this.before = "`";
    if (unit === "`") this.open.pop();
    const isSubstitution = unit === "$" && this.text[this.at + 1] === "{";
    if (isSubstitution) {
      this.open.push("}");
      this.before = "";
    }
    this.at += unit === "\\" || isSubstitution ? 2 : 1;
  }

  /** Skips a string, comment or regular expression; sets the offset to -1 if it does not end. @returns whether there is one */
  private skipText(): boolean {
    const { text, at } = this;
    const unit = text[at];
    if (unit === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) {
      this.at = this.commentEnd();
      return true;
    }
    const isRegex = unit === "/" && this.startsExpression();
    if (unit !== '"' && unit !== "'" && !isRegex) return false;
    const close = this.quotedEnd(unit, isRegex);
    if (isRegex && close < 0) return false;
    this.at = close;
    this.before = unit;
    return true;
  }

  private commentEnd(): number {
    const { text, at } = this;
    const { end } = this.options;
    const isLine = text[at + 1] === "/";
    const close = text.indexOf(isLine ? "\n" : "*/", at + 2);
    if (isLine) return close < 0 ? end : Math.min(close, end);
    return close < 0 || close >= end ? -1 : close + 2;
  }

  /** The offset after the closing quote on the same line; -1 if there is none. */
  private quotedEnd(quote: string, isRegex: boolean): number {
    const { text, at } = this;
    const end = isRegex ? Math.min(this.options.end, at + MAX_REGEX_UNITS) : this.options.end;
    let isClass = false;
    for (let i = at + 1; i < end && text[i] !== "\n"; i++) {
      const unit = text[i];
      if (unit === quote && !isClass) return i + 1;
      if (unit === "\\") i++;
      else if (isRegex) isClass = unit === "[" || (isClass && unit !== "]");
    }
    return -1;
  }

  private skipMarkup(): boolean {
    if (this.text[this.at] !== "<" || !this.startsExpression()) return false;
    const end = this.options.markup?.(this.at);
    if (end === undefined) return false;
    if (!this.text.startsWith("<!--", this.at)) this.before = ")";
    this.at = Math.max(end, this.at + 1);
    return true;
  }

  /** Whether an expression may start here: only there `<` starts markup, and `/` a regular expression. */
  private startsExpression(): boolean {
    const { text, at, before } = this;
    if (before === "" || BEFORE_REGEX.test(before)) return true;
    return /\breturn\s*$/.test(text.slice(Math.max(0, at - LOOK_BEHIND), at));
  }
}
