/** A file's symbols, indented as they are nested. */
import type { fileOutline } from "@sdl/engine";
import type { Style, Terminal } from "../terminal.js";
import { renderBasis } from "./basis.js";

type Answer = Awaited<ReturnType<typeof fileOutline.execute>>;
type Node = NonNullable<Answer["symbols"]>[number];

export function renderOutline(answer: Answer, { style }: Terminal): string {
  const lines = [`${style.bold(answer.file)}  ${style.dim(`${answer.symbolCount} symbols`)}`];
  appendNodes(lines, answer.symbols ?? [], style);
  return `${renderBasis(answer, style)}${lines.join("\n")}\n`;
}

/** Nesting is as deep as the source's; a stack of its own keeps deep files from overflowing the call stack. */
function appendNodes(lines: string[], top: readonly Node[], style: Style): void {
  const pending = [...top].reverse().map((node) => ({ node, depth: 1, outer: "" }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth, outer } = next;
    // Where it stands, the indentation says.
    const name = node.name.startsWith(outer) ? node.name.slice(outer.length) : node.name;
    const lineRange = node.endLine === node.line ? `${node.line}` : `${node.line}-${node.endLine}`;
    const exported = node.exported ? style.green(" exported") : "";
    lines.push(
      `${"  ".repeat(depth)}${style.cyan(node.kind)} ${name}${exported}  ${style.dim(`${lineRange}  ${node.symbolId}`)}`,
    );
    for (const child of [...(node.children ?? [])].reverse()) {
      pending.push({ node: child, depth: depth + 1, outer: `${node.name}.` });
    }
  }
}
