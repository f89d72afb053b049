/** Text form of a file's outline, and of the symbol at a position. */
import { placeText } from "@sdl/model/paths";
import type { TextStyle } from "../../contract/answer-form.js";
import { staleLines, type TextBasis, warningLines } from "../../text/basis-text.js";
import { countText, textOf } from "../../text/layout.js";
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

/** One line per symbol; members are indented under their container. */
export function outlineText(answer: SentOutline): string {
  const { file, symbolCount, symbols = [] } = answer;
  // Does not count the module symbol: it is the file itself, which the first line names.
  const count = symbolCount - 1;
  return textOf([
    ...staleLines(answer),
    ...warningLines(answer),
    `${file}, ${count < 1 ? "no symbols beside its top-level code" : countText(count, "symbol")}`,
    ...symbols.flatMap((node) => nodeLines(node, { file, owner: "", indent: "" })),
  ]);
}

const COLUMNS = 100;
const LEAST_COLUMNS = 40;

interface Level {
  readonly file: string;
  /** Prefix that names of this level omit, because the container's line has it. */
  readonly owner: string;
  readonly indent: string;
}

function nodeLines(node: SentNode, { file, owner, indent }: Level): string[] {
  const { line, endLine, exported, children = [], signature } = node;
  const start = `${indent}${linesText(file, line, endLine)}  ${exported && indent === "" ? "exported " : ""}`;
  const name = node.name.startsWith(owner) ? node.name.slice(owner.length) : node.name;
  const columns = Math.max(LEAST_COLUMNS, COLUMNS - start.length);
  const inner = { file, owner: `${node.name}.`, indent: `${indent}  ` };
  return [
    `${start}${symbolTitle({ ...node, name, file }, signature, columns)}`,
    ...children.flatMap((child) => nodeLines(child, inner)),
  ];
}

interface SentPlace extends TextBasis {
  readonly symbol: AddressedSymbol & {
    readonly kind: string;
    readonly range: { readonly startLine: number; readonly endLine: number };
  };
  readonly containers?: readonly (AddressedSymbol & { readonly kind: string })[] | undefined;
}

/** The symbol at a position and its containers, innermost first. */
export function symbolAtText(answer: SentPlace, style: TextStyle): string {
  const { symbol, containers = [] } = answer;
  const { file, range } = symbol;
  const outer = containers.filter(({ kind }) => kind !== "module");
  return textOf([
    ...staleLines(answer),
    ...warningLines(answer),
    `${placeText(file, range.startLine, range.endLine)}  ${symbolTitle(symbol)}`,
    ...outer.map((container) => `  in ${symbolTitle(container)} (${addressOf(container)})`),
    `Next: ${style.call("sdl.symbol.getCard", { symbol: addressOf(symbol) })}  its source, uses and users`,
  ]);
}
