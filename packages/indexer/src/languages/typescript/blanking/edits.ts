/** Edits of a source that keep its length, and token tests that blanking rules share. */
import type { Tokens } from "./tokens.js";

/** Words that are operators in `x word y`, where `word` could otherwise be a modifier of `y`. */
export const OPERATORS = new Set(["in", "of", "instanceof", "as", "satisfies", "is", "extends", "from"]);

/** Collects replacements of equal length, in any order. */
export class Edits {
  private readonly changes: { readonly at: number; readonly text: string }[] = [];

  constructor(readonly tokens: Tokens) {}

  /** Blanks the tokens from `first` to `last`, inclusive. */
  blank(first: number, last = first): void {
    const at = this.tokens.start[first] ?? 0;
    const end = this.tokens.end[last] ?? at;
    const text = this.tokens.source.slice(at, end).replace(/[^\n\r]/g, " ");
    this.changes.push({ at, text });
  }

  put(at: number, text: string): void {
    this.changes.push({ at, text });
  }

  apply(): string | undefined {
    const { source } = this.tokens;
    if (this.changes.length === 0) return undefined;
    this.changes.sort((left, right) => left.at - right.at);
    const parts: string[] = [];
    let from = 0;
    for (const { at, text } of this.changes) {
      if (at < from) continue;
      parts.push(source.slice(from, at), text);
      from = at + text.length;
    }
    parts.push(source.slice(from));
    return parts.join("");
  }
}

/** The text of a word, "" for other tokens. */
export function word(tokens: Tokens, token: number): string {
  return tokens.isWord(token) ? tokens.text(token) : "";
}

/** Whether a name that the word could modify follows on the same line. */
export function modifiesNext(tokens: Tokens, token: number): boolean {
  const next = token + 1;
  if (next >= tokens.count || tokens.newLine[next] === true || tokens.mark(token - 1) === ".") return false;
  return tokens.isWord(next) && !OPERATORS.has(tokens.text(next));
}
