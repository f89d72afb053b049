/**
 * The secrets of a source file: what gives itself away wherever it stands, and literals that the syntax binds to something of a secret's
 * name. One pass over the tree, before anything is made of it: what is masked here is masked whole.
 */
import type { SecretFinder, TextSpan } from "@sdl/model/text";
import type { SyntaxTree } from "../../parse/syntax-tree.js";
import { BoundNames } from "./bound-names.js";
import { LiteralText } from "./literal-text.js";
import { type SecretKinds, secretKindsOf } from "./secret-kinds.js";

/** Values that something else must give away are at least so long, and at most. */
const MIN_VALUE = 6;
const MAX_VALUE = 512;

/** Sorted, apart from each other. */
export function findSourceSecrets(tree: SyntaxTree, masker: SecretFinder): readonly TextSpan[] {
  const spans = [...masker.find(tree.source, "code")];
  new SecretSearch(tree, masker, spans).run();
  return spans.length === 0 ? spans : merged(spans);
}

class SecretSearch {
  private readonly kinds: SecretKinds;
  private readonly names: BoundNames;

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
    const { literals, prose } = this.kinds;
    for (let node = 0; node < count; node++) {
      const its = kind[node] as number;
      if (literals[its] === 1) this.readLiteral(node);
      else if (this.isJoin(node)) this.readJoin(node);
      else if (prose[its] === 1) this.readProse(node);
    }
  }

  private readProse(node: number): void {
    const start = this.tree.start[node] as number;
    for (const span of this.masker.find(this.tree.source.slice(start, this.tree.end[node]), "prose")) {
      this.spans.push({ start: start + span.start, end: start + span.end });
    }
  }

  private readLiteral(node: number): void {
    // Operands have been read with what joins them.
    if (this.isJoin(this.tree.parent[node] as number)) return;
    const text = new LiteralText(this.tree);
    text.add(node, this.kinds);
    this.read(text, node);
  }

  /** The literals of the outermost join, together. */
  private readJoin(node: number): void {
    if (!this.isJoin(this.tree.parent[node] as number)) this.read(this.joined(node), node);
  }

  private read(text: LiteralText, node: number): void {
    const { masker } = this;
    const { value } = text;
    if (text.isEmpty || value.length < MIN_VALUE) return;
    if (text.isTaken) this.add(text, masker.find(value, "code"));
    this.add(text, masker.find(value, "prose"));
    if (value.length > MAX_VALUE || /\s/.test(value)) return;
    for (const name of this.names.of(node)) {
      if (!masker.isSecretName(name) || !masker.isSecretValue(value, name)) continue;
      this.add(text, [text.whole]);
      return;
    }
  }

  private add(text: LiteralText, found: readonly TextSpan[]): void {
    for (const span of found) this.spans.push(...text.placesOf(span));
  }

  private isJoin(node: number): boolean {
    const { tree, kinds } = this;
    if (kinds.joins[tree.kind[node] as number] !== 1) return false;
    const operator = tree.child(node, kinds.operator);
    return operator === 0 || tree.source.charCodeAt(tree.start[operator] as number) === 43;
  }

  /** The operands that are literals; whatever else is joined is a hole. */
  private joined(join: number): LiteralText {
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

function merged(spans: TextSpan[]): TextSpan[] {
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
