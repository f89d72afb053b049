/**
 * Parser of types in text: forward references such as `"list[Foo] | None"`. Knows names, dots, subscripts and unions;
 * stops at any other text and returns what was parsed before it.
 */

/** Deepest nesting that is parsed. */
const MAX_DEPTH = 32;

/** Start and end of a name in the source. */
export type NameSpan = readonly [start: number, end: number];

/** Builds values from the parts of a type. */
export interface TypeBuilder {
  named(parts: readonly NameSpan[]): number;
  generic(parts: readonly NameSpan[], items: readonly number[]): number;
  union(items: readonly number[]): number;
  /** The value for `None`. */
  readonly none: number;
}

/** Parses the type in a range of the source. */
export class TypeText {
  private at: number;

  constructor(
    private readonly source: string,
    start: number,
    private readonly end: number,
  ) {
    this.at = start;
  }

  /** Parses the type. @returns the builder's value; 0 when the text is no type */
  parse(builder: TypeBuilder): number {
    const type = this.union(builder, 0);
    this.skipBlanks();
    return this.at < this.end ? 0 : type;
  }

  private union(builder: TypeBuilder, depth: number): number {
    const items = [this.single(builder, depth)];
    while (this.accept("|")) items.push(this.single(builder, depth));
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : builder.union(items);
  }

  private single(builder: TypeBuilder, depth: number): number {
    if (depth > MAX_DEPTH) return 0;
    if (this.accept("[")) {
      this.items(builder, depth + 1);
      return 0;
    }
    const quote = this.accept("'") || this.accept('"');
    const parts = this.names();
    if (parts.length === 0) {
      this.skipWord();
      return 0;
    }
    const isNone = parts.length === 1 && this.textOf(parts[0]) === "None";
    const hasItems = this.accept("[");
    const items = hasItems ? this.items(builder, depth + 1) : [];
    if (quote) this.acceptQuote();
    if (isNone) return builder.none;
    return hasItems ? builder.generic(parts, items) : builder.named(parts);
  }

  /** Parses types up to and including the closing bracket. */
  private items(builder: TypeBuilder, depth: number): number[] {
    const items: number[] = [];
    while (this.at < this.end && !this.accept("]")) {
      const before = this.at;
      items.push(this.union(builder, depth));
      this.accept(",");
      if (this.at === before) this.at++;
    }
    return items;
  }

  private names(): NameSpan[] {
    const parts: NameSpan[] = [];
    do {
      this.skipBlanks();
      const start = this.at;
      while (this.at < this.end && isWord(this.source.charCodeAt(this.at))) this.at++;
      if (this.at === start || isDigit(this.source.charCodeAt(start))) break;
      parts.push([start, this.at]);
    } while (this.accept("."));
    return parts;
  }

  private textOf(part: NameSpan | undefined): string {
    return part === undefined ? "" : this.source.slice(part[0], part[1]);
  }

  private accept(text: string): boolean {
    this.skipBlanks();
    if (this.at >= this.end || this.source[this.at] !== text) return false;
    this.at++;
    return true;
  }

  private acceptQuote(): void {
    if (!this.accept("'")) this.accept('"');
  }

  private skipBlanks(): void {
    while (this.at < this.end && /\s/.test(this.source[this.at] ?? "")) this.at++;
  }

  /** Skips text that is no type, up to the next separator. */
  private skipWord(): void {
    while (this.at < this.end && !/[\],|]/.test(this.source[this.at] ?? "")) this.at++;
  }
}

function isWord(unit: number): boolean {
  return unit === 95 || isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit > 127;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}
