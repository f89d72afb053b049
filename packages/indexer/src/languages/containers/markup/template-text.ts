/**
 * Writer of a template's code as an array literal that a parser of scripts can read: `;[ a, Card, items, _=>[ item ] ]`.
 * Each expression stays at its place; what surrounds it (`{{`, quotes, directives) has room for the brackets and commas
 * between them. Elements that declare names become arrow functions, whose names are listed beside the text.
 */
import type { Blanked } from "../blanked.js";
import { codeEnd } from "./code-end.js";

/** Opens the array of a scope. Takes the place of markup that is at least as long, in every format. */
const SCOPE = ",_=>[";
/** Deepest nesting of scopes; further ones are part of the scope around. */
const MAX_SCOPES = 100;

/** Collects the template of a file. */
export class TemplateText {
  readonly parts = new Set<number>();
  readonly tags = new Map<number, string>();
  readonly scopes = new Map<number, readonly string[]>();
  private depth = 0;

  constructor(
    readonly source: string,
    readonly out: Blanked,
  ) {}

  /** Opens a part of the template. Code before it must end in a semicolon. */
  openPart(at: number): void {
    if (this.parts.size > 0) this.out.put(at - 1, ";");
    this.out.put(at, "[");
    this.parts.add(at);
    this.depth = 0;
  }

  /** Closes a part, and scopes that are still open. @param at offset of markup or blanks, as far as scopes are open */
  closePart(at: number): void {
    this.out.put(at - this.depth, "]".repeat(this.depth + 1));
    this.depth = 0;
  }

  /** Adds an expression, half-open. The units around it must be markup. Code with unmatched brackets is left out. */
  expression(start: number, end: number): void {
    if (this.source.slice(start, end).trim() === "") return;
    if (codeEnd(this.source, start, { end }) !== end) return;
    this.separate(start - 1);
    this.out.keep(start, end);
    this.separate(end);
  }

  /** Adds statements of an attribute's value, half-open. @param start offset after the quote */
  statements(attribute: number, start: number, end: number): void {
    const code = this.source.slice(start, end).trimStart();
    if (/^(?:async\s+)?function\b/.test(code)) {
      this.expression(start, end);
      return;
    }
    if (code === "" || start - attribute < SCOPE.length - 1 || !this.out.isFree(attribute - 1)) return;
    if (codeEnd(this.source, start, { end }) !== end) return;
    this.out.put(attribute - 1, ",_=>");
    this.out.put(start - 1, "{");
    this.out.keep(start, end);
    this.out.put(end, "}");
  }

  /** Adds a component's tag. @param name the component's; as long as the range, which is the tag's name */
  tag(start: number, end: number, name: string): void {
    this.separate(start - 1);
    this.out.put(start, this.source.slice(start, end).replaceAll("-", "_"));
    this.tags.set(start, name);
  }

  /** Opens a scope. @param at offset of markup that {@link SCOPE} fits over @returns whether it must be closed */
  openScope(at: number, names: readonly string[]): boolean {
    // At the start of a part stands its bracket, which needs no comma.
    const isFirst = this.parts.has(at);
    if (this.depth >= MAX_SCOPES || !(isFirst || this.out.isFree(at))) return false;
    this.depth++;
    if (isFirst) this.out.put(at + 1, SCOPE.slice(1));
    else this.out.put(at, SCOPE);
    this.scopes.set(at + 1, names);
    return true;
  }

  /** Closes the innermost scope. @param at offset of markup */
  closeScope(at: number): void {
    if (this.depth === 0) return;
    this.depth--;
    this.out.put(at, "]");
  }

  /** Separates expressions, unless a bracket or comma stands there. */
  private separate(at: number): void {
    if (this.out.isFree(at)) this.out.put(at, ",");
  }
}

/** A word, with the colon after it, or another character that is not blank. */
const PATTERN_PART = /[\p{L}_$][\p{L}\p{N}_$]*(?:\s*\??:)?|\S/gu;

/** Names that a pattern binds: `item`, `(item, index)`, `{ id, name: label = 1 }`, `item: Item`. */
export function patternNames(pattern: string): readonly string[] {
  const names = new Set<string>();
  let braces = 0;
  // Whether a type or a preset is being read, which ends at the next comma.
  let isOther = false;
  for (const [part] of pattern.matchAll(PATTERN_PART)) {
    if (part === "{") braces++;
    else if (part === "}") braces--;
    if (part === "," || part === "=") isOther = part === "=";
    if (isOther || !/^[\p{L}_$]/u.test(part)) continue;
    const isLabel = part.endsWith(":");
    // In braces a colon follows the property's name, elsewhere it follows the name that is bound.
    if (!isLabel || braces === 0) names.add(part.replace(/\s*\??:$/, ""));
    isOther = isLabel && braces === 0;
  }
  return [...names];
}
