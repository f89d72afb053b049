/** Text form of paths between two symbols: one line per step. */

import type { EdgeKind } from "@sdl/model";
import { placeText } from "@sdl/model/paths";
import { staleLines, type TextBasis, warningLines } from "../../text/basis-text.js";
import { countText, textOf } from "../../text/layout.js";
import { USES } from "../../text/relation-words.js";
import { type AddressedSymbol, addressOf } from "../../text/symbol-address.js";

interface SentPath {
  readonly symbols: readonly AddressedSymbol[];
  readonly edges: readonly {
    readonly kind: EdgeKind;
    readonly confidence: number;
    readonly site?: { readonly file: string; readonly line: number } | undefined;
  }[];
}

interface SentPaths extends TextBasis {
  readonly direction: "forward" | "backward" | "none";
  readonly paths?: readonly SentPath[] | undefined;
  readonly hint?: string | undefined;
}

/** Words each path, or that none exists. */
export function pathsText(answer: SentPaths): string {
  const { paths = [], direction, hint } = answer;
  return textOf([
    ...staleLines(answer),
    ...warningLines(answer),
    paths.length === 0 ? capitalizeFirst(hint ?? "no path connects the two symbols") : headLine(paths, direction),
    ...paths.flatMap((path) => ["", ...pathLines(path)]),
  ]);
}

function headLine(paths: readonly SentPath[], direction: SentPaths["direction"]): string {
  const ways = countText(paths.length, "path");
  return direction === "backward"
    ? `No path in this direction; ${ways} in the opposite direction, best first`
    : `${ways}, best first`;
}

function capitalizeFirst(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}

/** Confidence below which a step is marked as not sure. */
const LEAST_SURE = 0.6;

function pathLines({ symbols, edges }: SentPath): string[] {
  const [first, ...others] = symbols;
  const steps = others.map((symbol, index) => {
    const edge = edges[index];
    if (edge === undefined) return `  ${formatNamed(symbol)}`;
    const site = edge.site === undefined ? "" : `  at ${placeText(edge.site.file, edge.site.line)}`;
    return `  ${USES[edge.kind]} ${formatNamed(symbol)}${site}${edge.confidence < LEAST_SURE ? ", not sure" : ""}`;
  });
  return [...(first === undefined ? [] : [formatNamed(first)]), ...steps];
}

function formatNamed(symbol: AddressedSymbol): string {
  return symbol.name === symbol.file ? symbol.file : `${symbol.name} (${addressOf(symbol)})`;
}
