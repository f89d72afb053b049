/**
 * Tolerant lexer for blanking: words, strings and punctuation with their offsets. It must only recognize where strings,
 * templates, comments and regular expressions begin and end; a tree parsed from wrongly blanked text is not used. Each
 * punctuation character is a token, except `=>`, `?.` and `...`. Linear in the source; no recursion.
 */

export const TokenType = { Word: 0, Text: 1, Punctuation: 2 } as const;

const REGEX_BEFORE = new Set([
  "return",
  "typeof",
  "case",
  "in",
  "of",
  "delete",
  "void",
  "do",
  "else",
  "yield",
  "await",
  "throw",
]);

/** The tokens of a source, in columns. */
export class Tokens {
  readonly type: number[] = [];
  readonly start: number[] = [];
  readonly end: number[] = [];
  /** Whether a line ends between the previous token and this one. */
  readonly newLine: boolean[] = [];
  /** By bracket token: the matching bracket; -1 for none. Does not match `<` and `>`. */
  readonly partner: number[] = [];
  /** The innermost bracket open at the token; -1 outside of all brackets. */
  readonly around: number[] = [];
  /** Steps left for searching closing `>`: a limit for the whole file. */
  private angleSteps = 5_000_000;
  private readonly open: number[] = [];
  /** Open brackets after which a template continues. */
  private readonly templates: number[] = [];

  constructor(readonly source: string) {
    this.scan();
  }

  get count(): number {
    return this.type.length;
  }

  text(token: number): string {
    return this.source.slice(this.start[token] ?? 0, this.end[token] ?? 0);
  }

  /** The character of a punctuation token, else "". */
  mark(token: number): string {
    return this.type[token] === TokenType.Punctuation ? this.text(token) : "";
  }

  isWord(token: number): boolean {
    return this.type[token] === TokenType.Word;
  }

  /** The `>` that closes the `<` at `token`; -1 when none is near. */
  closingAngle(token: number): number {
    let depth = 0;
    for (let i = token; i >= token && i < this.count && this.angleSteps > 0; i++) {
      this.angleSteps--;
      const unit = this.unitOf(i);
      if (unit === 60) depth++;
      else if (unit === 62 && --depth === 0) return i;
      else if (this.endsAngles(i, unit, token)) return -1;
      else if (isOpening(unit)) i = this.partner[i] ?? -1;
    }
    return -1;
  }

  private unitOf(token: number): number {
    return this.type[token] === TokenType.Punctuation ? this.source.charCodeAt(this.start[token] ?? 0) : 0;
  }

  /** Whether the token ends the search for `>`: a closing bracket, or the end of the statement that holds the `<`. */
  private endsAngles(token: number, unit: number, angle: number): boolean {
    if (unit === 59) return this.around[token] === this.around[angle];
    return unit === 41 || unit === 93 || unit === 125 || (isOpening(unit) && (this.partner[token] ?? -1) < 0);
  }

  private scan(): void {
    const { source } = this;
    let newLine = false;
    for (let at = 0; at < source.length; ) {
      const unit = source.charCodeAt(at);
      if (unit === 10 || unit === 13) newLine = true;
      if (unit <= 32 || unit === 0xfeff || unit === 0xa0) {
        at++;
        continue;
      }
      const comment = this.commentEnd(at);
      if (comment > at) {
        newLine ||= source.slice(at, comment).includes("\n");
        at = comment;
        continue;
      }
      at = this.token(at, unit, newLine);
      newLine = false;
    }
  }

  private commentEnd(at: number): number {
    const { source } = this;
    if (source.charCodeAt(at) !== 47) return at === 0 && source.startsWith("#!") ? this.lineEnd(at) : at;
    const next = source.charCodeAt(at + 1);
    if (next === 47) return this.lineEnd(at);
    if (next !== 42) return at;
    const end = source.indexOf("*/", at + 2);
    return end < 0 ? source.length : end + 2;
  }

  private lineEnd(at: number): number {
    const end = this.source.indexOf("\n", at);
    return end < 0 ? this.source.length : end;
  }

  /** Adds the token at `at`. @returns the token's end */
  private token(at: number, unit: number, newLine: boolean): number {
    if (isWordUnit(unit) || unit === 35) return this.push(TokenType.Word, at, this.wordEnd(at + 1), newLine);
    if (unit === 34 || unit === 39) {
      const end = this.stringEnd(at, unit);
      return this.push(end < 0 ? TokenType.Punctuation : TokenType.Text, at, end < 0 ? at + 1 : end, newLine);
    }
    if (unit === 96) return this.template(at, newLine);
    if (unit === 125 && this.templates.length > 0 && this.templates.at(-1) === this.open.at(-1)) {
      this.templates.pop();
      this.push(TokenType.Punctuation, at, at + 1, newLine);
      this.close(this.count - 1);
      return this.template(at, newLine);
    }
    if (unit === 47 && this.regexAllowed()) {
      const end = this.regexEnd(at);
      if (end > 0) return this.push(TokenType.Text, at, end, newLine);
    }
    return this.punctuation(at, unit, newLine);
  }

  private punctuation(at: number, unit: number, newLine: boolean): number {
    const end = this.push(TokenType.Punctuation, at, at + this.punctuationLength(at, unit), newLine);
    if (unit === 40 || unit === 91 || unit === 123) this.open.push(this.count - 1);
    else if (unit === 41 || unit === 93 || unit === 125) this.close(this.count - 1);
    return end;
  }

  private punctuationLength(at: number, unit: number): number {
    const { source } = this;
    if (unit === 46) return source.startsWith("..", at + 1) ? 3 : 1;
    const next = unit === 61 ? 62 : unit === 63 ? 46 : -1;
    return next >= 0 && source.charCodeAt(at + 1) === next ? 2 : 1;
  }

  private close(token: number): void {
    const opener = this.open.pop();
    if (opener === undefined) return;
    this.partner[opener] = token;
    this.partner[token] = opener;
    this.around[token] = this.around[opener] ?? -1;
  }

  private push(type: number, start: number, end: number, newLine: boolean): number {
    this.type.push(type);
    this.start.push(start);
    this.end.push(end);
    this.newLine.push(newLine);
    this.partner.push(-1);
    this.around.push(this.open.at(-1) ?? -1);
    return end;
  }

  private wordEnd(from: number): number {
    let at = from;
    while (at < this.source.length && isWordUnit(this.source.charCodeAt(at))) at++;
    return at;
  }

  /** The end of a single-line string; -1 for a lone quote, as in JSX text. */
  private stringEnd(at: number, quote: number): number {
    const { source } = this;
    for (let i = at + 1; i < source.length; i++) {
      const unit = source.charCodeAt(i);
      if (unit === 92) i++;
      else if (unit === quote) return i + 1;
      else if (unit === 10) return -1;
    }
    return -1;
  }

  /** Adds a template's text from a backquote or a closing brace on, up to `${` or the final backquote. */
  private template(at: number, newLine: boolean): number {
    const { source } = this;
    for (let i = at + 1; i < source.length; i++) {
      const unit = source.charCodeAt(i);
      if (unit === 92) i++;
      else if (unit === 96) return this.push(TokenType.Text, at, i + 1, newLine);
      else if (unit === 36 && source.charCodeAt(i + 1) === 123) {
        this.push(TokenType.Text, at, i + 1, newLine);
        this.push(TokenType.Punctuation, i + 1, i + 2, false);
        this.open.push(this.count - 1);
        this.templates.push(this.count - 1);
        return i + 2;
      }
    }
    return this.push(TokenType.Text, at, source.length, newLine);
  }

  private regexAllowed(): boolean {
    const before = this.count - 1;
    if (before < 0) return true;
    if (this.type[before] === TokenType.Text) return false;
    if (this.type[before] === TokenType.Word) return REGEX_BEFORE.has(this.text(before));
    return !")]}<>".includes(this.text(before));
  }

  private regexEnd(at: number): number {
    const { source } = this;
    let inClass = false;
    for (let i = at + 1; i < source.length; i++) {
      const unit = source.charCodeAt(i);
      if (unit === 10) return -1;
      if (unit === 92) i++;
      else if (unit === 91) inClass = true;
      else if (unit === 93) inClass = false;
      else if (unit === 47 && !inClass) return this.wordEnd(i + 1);
    }
    return -1;
  }
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 48 && unit <= 57) ||
    unit === 95 ||
    unit === 36 ||
    (unit > 127 && unit !== 0xa0 && unit !== 0xfeff && unit !== 0x2028 && unit !== 0x2029)
  );
}

/** Whether the unit is `(`, `[` or `{`. */
function isOpening(unit: number): boolean {
  return unit === 40 || unit === 91 || unit === 123;
}
