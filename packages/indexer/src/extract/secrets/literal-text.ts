/** Text of a literal, or of several joined ones, as the program sees it, with the source position of each part. */
import type { TextSpan } from "@sdl/model/text";
import { NO_NODE, type SyntaxTree } from "../../parse/syntax-tree.js";
import type { SecretKinds } from "./secret-kinds.js";

/** Placeholder for a value that is not written in the source: no rule matches across it. */
const HOLE = "\u0000";
/** Longer texts are not judged as a single secret; secrets inside them are found by the masker's rules. */
export const MAX_TEXT_UNITS = 4096;

interface Part extends TextSpan {
  /** Offset in the joined text, in UTF-16 units. */
  readonly at: number;
  /** Length in the joined text, in UTF-16 units. */
  readonly length: number;
  readonly isEscaped: boolean;
}

/** Builds the joined text of literals and maps ranges of it to the source. */
export class LiteralText {
  private readonly parts: Part[] = [];
  value = "";

  constructor(private readonly tree: SyntaxTree) {}

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  /** Appends a literal. @param node a node of `kinds.literals` */
  add(node: number, kinds: SecretKinds): void {
    const { tree } = this;
    const end = tree.next[node] ?? 0;
    let last = node + 1;
    let from = tree.end[node + 1] ?? 0;
    for (let child = last; child < end; child = tree.next[child] ?? end) {
      last = child;
      if (kinds.holes[tree.kind[child] ?? 0] !== 1) continue;
      this.addPart(from, tree.start[child] ?? from);
      this.addHole();
      from = tree.end[child] ?? from;
    }
    this.addPart(from, tree.start[last] ?? from);
  }

  addHole(): void {
    this.value += HOLE;
  }

  private addPart(start: number, end: number): void {
    if (end <= start || this.value.length > MAX_TEXT_UNITS) return;
    const written = this.tree.source.slice(start, Math.min(end, start + MAX_TEXT_UNITS));
    const text = written.includes("\\") ? unescapeText(written) : written;
    this.parts.push({ start, end, at: this.value.length, length: text.length, isEscaped: text !== written });
    this.value += text;
  }

  /** Source ranges of a range of the joined text; a part with escapes counts as a whole. */
  sourceRangesOf({ start, end }: TextSpan): TextSpan[] {
    const places: TextSpan[] = [];
    for (const part of this.parts) {
      const from = Math.max(start, part.at);
      const to = Math.min(end, part.at + part.length);
      if (from >= to) continue;
      if (part.isEscaped) places.push(part);
      else places.push({ start: part.start + from - part.at, end: part.start + to - part.at });
    }
    return places;
  }

  get whole(): TextSpan {
    return { start: 0, end: this.value.length };
  }
}

/** The closing delimiter of a literal; {@link NO_NODE} if the literal holds an interpolation. */
export function closingDelimiter(tree: SyntaxTree, node: number, kinds: SecretKinds): number {
  const end = tree.next[node] as number;
  let last = NO_NODE;
  for (let child = node + 1; child < end; child = tree.next[child] as number) {
    if (kinds.holes[tree.kind[child] as number] === 1) return NO_NODE;
    last = child;
  }
  return last;
}

const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|\r\n|[\s\S])/g;
const NAMED_ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "\n": "", "\r\n": "", "\r": "" };

/** The text with escapes replaced that JavaScript and Python share. */
function unescapeText(text: string): string {
  return text.replace(ESCAPE, readEscape);
}

function readEscape(written: string): string {
  const body = written.slice(1);
  const digits = /^[xuU]\{?([0-9a-fA-F]+)/.exec(body)?.[1];
  if (digits !== undefined) return characterFromCode(Number.parseInt(digits, 16));
  if (/^[0-7]/.test(body)) return characterFromCode(Number.parseInt(body, 8));
  return NAMED_ESCAPES[body] ?? body;
}

function characterFromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
