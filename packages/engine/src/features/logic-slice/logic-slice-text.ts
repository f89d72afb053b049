/** Text form of logic slices: files as headings, each symbol with its source and what it calls and uses. */
import type { EdgeKind } from "@sdl/model";
import type { TextStyle } from "../../contract/answer-form.js";
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { countText, fenceCode, groupBy, textOf, wrapText } from "../../text/layout.js";
import { USES } from "../../text/relation-words.js";
import { linesText } from "../../text/source-text.js";
import { type AddressedSymbol, addressOf } from "../../text/symbol-address.js";
import { symbolTitle } from "../../text/symbol-title.js";

interface SentSymbol extends AddressedSymbol {
  readonly symbolId: string;
  readonly kind: string;
  readonly endLine: number;
  readonly source?: string | undefined;
  readonly containedIn?: string | undefined;
  readonly unavailable?: string | undefined;
  readonly linesCut?: number | undefined;
}

/** A logic slice as answers contain it, alone or beside other parts. */
export interface SentLogicSlice {
  readonly root: SentSymbol;
  readonly dependencies?: readonly SentSymbol[] | undefined;
  readonly edges?: readonly { readonly from: string; readonly to: string; readonly kind: EdgeKind }[] | undefined;
  readonly sourceWithheld?: string | undefined;
  readonly truncation?: { readonly truncated: true } | undefined;
}

/** A logic slice, as far as its text needs it. */
export interface LogicSliceAnswer extends SentLogicSlice, TextBasis {
  readonly estimatedTokens: number;
  readonly minimumRequired?: number | undefined;
  readonly next?: Readonly<Record<string, unknown>> | undefined;
}

/** Words the root, then all entries by file, and the call for the next page. */
export function logicSliceText(answer: LogicSliceAnswer, style: TextStyle): string {
  const { estimatedTokens, minimumRequired, next, root } = answer;
  const least = minimumRequired === undefined ? "" : `, at least ${minimumRequired} are required`;
  const rest = next === undefined ? undefined : `Next: ${style.call("sdl.logic.slice", next)}  the next page`;
  return textOf([
    `${root.name} and its dependencies: ${sizeOf(answer)}, ${estimatedTokens} tokens${least}, ${stateOf(answer)}`,
    ...warningLines(answer),
    ...logicLines(answer, style),
    ...(rest === undefined ? [] : ["", rest]),
  ]);
}

/** Number of symbols and files shown. */
export function sizeOf(slice: SentLogicSlice): string {
  const shown = shownSymbols(slice);
  const files = new Set(shown.map(({ file }) => file)).size;
  return `${countText(shown.length, "symbol")} in ${countText(files, "file")}`;
}

/** The slice's lines without a head line. */
export function logicLines(slice: SentLogicSlice, style: TextStyle): string[] {
  const { sourceWithheld, truncation } = slice;
  const files = groupBy(shownSymbols(slice), ({ file }) => file);
  return [
    ...(sourceWithheld === undefined ? [] : wrapText(`Note: ${sourceWithheld}`)),
    ...[...files].flatMap(([file, symbols]) => [
      "",
      file,
      ...sortSymbols(symbols, slice.root).flatMap((symbol) => symbolLines(symbol, slice, style)),
    ]),
    ...(truncation === undefined ? [] : ["", "Further dependencies are left out: they exceed the budget."]),
  ];
}

/** The root first, the others in source order. */
function sortSymbols(symbols: readonly SentSymbol[], root: SentSymbol): SentSymbol[] {
  const rank = ({ symbolId, line }: SentSymbol) => (symbolId === root.symbolId ? 0 : line);
  return [...symbols].sort((a, b) => rank(a) - rank(b));
}

/** Symbols that get an entry of their own: not those inside another entry's source, and on further pages not the root. */
function shownSymbols({ root, dependencies = [], sourceWithheld }: SentLogicSlice): SentSymbol[] {
  const isRootShown = root.source !== undefined || root.unavailable !== undefined || sourceWithheld !== undefined;
  return [...(isRootShown ? [root] : []), ...dependencies].filter(({ containedIn }) => containedIn === undefined);
}

function symbolLines(symbol: SentSymbol, slice: SentLogicSlice, style: TextStyle): string[] {
  const { line, endLine, file, source, unavailable, linesCut } = symbol;
  const title = `${linesText(symbol.file, line, endLine)}  ${symbolTitle(symbol)}`;
  const related = relationsOf(symbol, slice);
  return [
    title,
    ...(source === undefined ? [] : fenceCode(source, file)),
    ...(linesCut === undefined ? [] : [cutLine(symbol, linesCut, style)]),
    ...(unavailable === undefined ? [] : wrapText(unavailable, "  ")),
    ...(related === "" ? [] : wrapText(related, "  ")),
  ];
}

function cutLine(symbol: SentSymbol, linesCut: number, style: TextStyle): string {
  const call = style.call("sdl.symbol.getCard", { symbol: addressOf(symbol), source: "full" });
  return `  ${countText(linesCut, "further line")}: ${call}`;
}

/** The symbols of the slice that this symbol calls, extends and uses. */
function relationsOf({ symbolId }: SentSymbol, { root, dependencies = [], edges = [] }: SentLogicSlice): string {
  const names = new Map([root, ...dependencies].map((symbol) => [symbol.symbolId, symbol.name]));
  const own = edges.filter(({ from }) => from === symbolId);
  return [...groupBy(own, ({ kind }) => USES[kind])]
    .map(([verb, group]) => [verb, group.flatMap(({ to }) => names.get(to) ?? [])] as const)
    .filter(([, list]) => list.length > 0)
    .map(([verb, list]) => `${verb} ${list.join(", ")}`)
    .join("; ");
}
