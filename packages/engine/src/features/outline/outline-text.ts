/** A file's symbols, and the symbol at a place, as text. */
import type { TextStyle } from "../../contract/answer-form.js";
import { staleLines, type TextBasis, warningLines } from "../../text/basis-text.js";
import { counted, textOf } from "../../text/layout.js";
import { linesText } from "../../text/source-text.js";
import { type AddressedSymbol, addressOf } from "../../text/symbol-address.js";
import { symbolTitle } from "../../text/symbol-title.js";

interface SentNode {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly endLine: number;
  readonly exported: boolean;
  readonly signature?: string | undefined;
  readonly children?: readonly SentNode[] | undefined;
}

interface SentOutline extends TextBasis {
  readonly file: string;
  readonly symbolCount: number;
  readonly symbols?: readonly SentNode[] | undefined;
}

/** A line each, members further in than what holds them. */
export function outlineText(answer: SentOutline): string {
  const { file, symbolCount, symbols = [] } = answer;
  // The module itself is the file, which the first line names.
  const count = symbolCount - 1;
  return textOf([
    ...staleLines(answer),
    ...warningLines(answer),
    `${file}, ${count < 1 ? "no symbols beside its top-level code" : counted(count, "symbol")}`,
    ...symbols.flatMap((node) => nodeLines(node, file, "")),
  ]);
}

const COLUMNS = 100;
const LEAST_COLUMNS = 40;

function nodeLines(node: SentNode, file: string, indent: string): string[] {
  const { line, endLine, exported, children = [], signature } = node;
  const start = `${indent}${linesText(line, endLine)}  ${exported && indent === "" ? "exported " : ""}`;
  const title = symbolTitle({ ...node, file }, signature, Math.max(LEAST_COLUMNS, COLUMNS - start.length));
  return [`${start}${title}`, ...children.flatMap((child) => nodeLines(child, file, `${indent}  `))];
}

interface SentPlace extends TextBasis {
  readonly symbol: AddressedSymbol & {
    readonly kind: string;
    readonly range: { readonly startLine: number; readonly endLine: number };
  };
  readonly containers?: readonly (AddressedSymbol & { readonly kind: string })[] | undefined;
}

/** What holds the place, innermost first. */
export function symbolAtText(answer: SentPlace, style: TextStyle): string {
  const { symbol, containers = [] } = answer;
  const { file, range } = symbol;
  const outer = containers.filter(({ kind }) => kind !== "module");
  return textOf([
    ...staleLines(answer),
    ...warningLines(answer),
    `${file}:${linesText(range.startLine, range.endLine)}  ${symbolTitle(symbol)}`,
    ...outer.map((container) => `  in ${symbolTitle(container)} (${addressOf(container)})`),
    `Next: ${style.call("sdl.symbol.getCard", { symbol: addressOf(symbol) })}  its source, uses and users`,
  ]);
}
