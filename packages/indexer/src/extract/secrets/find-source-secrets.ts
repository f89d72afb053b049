/**
 * Search for secrets in a source file: text that is recognizable as a secret anywhere, and literals that the syntax
 * binds to a secret's name. One pass over the tree before extraction, so that every fact is made from masked text.
 */
import type { SecretFinder, TextSpan } from "@sdl/model/text";
import { NO_NODE, type SyntaxTree } from "../../parse/syntax-tree.js";
import { BoundNames } from "./bound-names.js";
import { closingDelimiter, LiteralText, MAX_TEXT_UNITS } from "./literal-text.js";
import { type SecretKinds, secretKindsOf, Use } from "./secret-kinds.js";

/** Shorter texts count as no secret, whatever their name. */
const MIN_TEXT = 7;

/** Finds the secrets of a file. @returns spans, sorted and disjoint */
export function findSourceSecrets(tree: SyntaxTree, masker: SecretFinder): readonly TextSpan[] {
  const spans = [...masker.find(tree.source, "code")];
  new SecretSearch(tree, masker, spans).run();
  return spans.length === 0 ? spans : mergeSpans(spans);
}

class SecretSearch {
  private readonly kinds: SecretKinds;
  private readonly names: BoundNames;
  /** Offset of the first backslash after the start of the last literal checked. */
  private backslash = -1;

  constructor(
    private readonly tree: SyntaxTree,
    private readonly masker: SecretFinder,
    private readonly spans: TextSpan[],
  ) {
    this.kinds = secretKindsOf(tree.grammar);
    this.names = new BoundNames(tree, this.kinds);
  }

  run(): void {
    const { kind, count } = this.tree;
    const { uses } = this.kinds;
    for (let node = 0; node < count; node++) {
      const use = uses[kind[node] as number] as number;
      if (use === Use.None) continue;
      if (use === Use.Literal) this.readLiteral(node);
      else if (use === Use.Prose) this.readProse(node);
      else if (this.isJoin(node)) this.readJoin(node);
    }
  }

  private readProse(node: number): void {
    this.addNamed(this.tree.start[node] as number, this.tree.end[node] as number);
  }

  private readLiteral(node: number): void {
    const { tree, kinds } = this;
    if ((tree.end[node] as number) - (tree.start[node] as number) < MIN_TEXT) return;
    // Skip operands: they were read together with the expression that joins them.
    if (this.isJoin(tree.parent[node] as number)) return;
    const closing = closingDelimiter(tree, node, kinds);
    const start = tree.end[node + 1] as number;
    const end = tree.start[closing] as number;
    if (closing === NO_NODE || this.hasBackslash(start, end)) this.readText(this.readLiteralText(node), node);
    else this.readPlain(node, start, end);
  }

  /** Whether the literal holds a backslash. Literals arrive in ascending order, so the source is searched once. */
  private hasBackslash(from: number, to: number): boolean {
    if (this.backslash < from) {
      const next = this.tree.source.indexOf("\\", from);
      this.backslash = next < 0 ? this.tree.source.length : next;
    }
    return this.backslash < to;
  }

  /** Reads a literal without escapes. The masker's rules already searched its text as part of the source. */
  private readPlain(node: number, start: number, end: number): void {
    if (end - start < MIN_TEXT) return;
    this.addNamed(start, Math.min(end, start + MAX_TEXT_UNITS));
    const { source } = this.tree;
    if (this.masker.mayBeSecret(source, start, end) && this.isNamedSecret(source.slice(start, end), node)) {
      this.spans.push({ start, end });
    }
  }

  private readLiteralText(node: number): LiteralText {
    const text = new LiteralText(this.tree);
    text.add(node, this.kinds);
    return text;
  }

  /** Reads the literals of the outermost join as one text. */
  private readJoin(node: number): void {
    if (!this.isJoin(this.tree.parent[node] as number)) this.readText(this.readJoinedText(node), node);
  }

  private readText(text: LiteralText, node: number): void {
    const { masker } = this;
    const { value } = text;
    if (text.isEmpty || value.length < MIN_TEXT) return;
    this.add(text, masker.find(value, "prose"));
    if (masker.mayBeSecret(value, 0, value.length) && this.isNamedSecret(value, node)) this.add(text, [text.whole]);
  }

  private isNamedSecret(value: string, node: number): boolean {
    const { masker } = this;
    for (const name of this.names.of(node)) {
      if (masker.isSecretName(name) && masker.isSecretValue(value, name)) return true;
    }
    return false;
  }

  private addNamed(start: number, end: number): void {
    for (const span of this.masker.findNamed(this.tree.source, start, end)) this.spans.push(span);
  }

  private add(text: LiteralText, found: readonly TextSpan[]): void {
    for (const span of found) this.spans.push(...text.sourceRangesOf(span));
  }

  private isJoin(node: number): boolean {
    const { tree, kinds } = this;
    if (kinds.joins[tree.kind[node] as number] !== 1) return false;
    const operator = tree.child(node, kinds.operator);
    return operator === 0 || tree.source.charCodeAt(tree.start[operator] as number) === 43;
  }

  /** Adds the literal operands of a join; every other operand becomes a hole. */
  private readJoinedText(join: number): LiteralText {
    const { tree, kinds } = this;
    const text = new LiteralText(tree);
    const end = tree.next[join] as number;
    for (let at = join + 1; at < end; ) {
      const isLiteral = kinds.literals[tree.kind[at] as number] === 1;
      if (isLiteral) text.add(at, kinds);
      else if (kinds.joins[tree.kind[at] as number] === 1 && this.isJoin(at)) {
        at++;
        continue;
      } else if (tree.isPart(at)) text.addHole();
      at = tree.next[at] as number;
    }
    return text;
  }
}

function mergeSpans(spans: TextSpan[]): TextSpan[] {
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: TextSpan[] = [];
  for (const span of spans) {
    const last = apart.at(-1);
    if (last !== undefined && span.start <= last.end) {
      if (span.end > last.end) apart[apart.length - 1] = { start: last.start, end: span.end };
    } else apart.push(span);
  }
  return apart;
}
