/** Text form of a spillover page: a slice's symbols, or a delta's changes and affected symbols. */

import type { Card } from "@sdl/slice";
import type { TextStyle } from "../../contract/answer-form.js";
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { changeLines, reachLines, type SentChange, type SentReach } from "../../text/changes-text.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { groupByFile } from "../../text/names-text.js";
import { linesText } from "../../text/source-text.js";

/** A page, as far as its text needs it. */
export interface SpilloverAnswer extends TextBasis {
  readonly spilloverHandle: string;
  readonly cursor?: string | undefined;
  readonly hasMore: boolean;
  readonly symbols?: readonly SentCard[] | undefined;
  readonly changedSymbols?: readonly SentChange[] | undefined;
  readonly blastRadius?: readonly SentReach[] | undefined;
}

interface SentCard extends Pick<Card, "name" | "file" | "kind"> {
  readonly qualifiedName?: string | undefined;
  readonly line?: number | undefined;
  readonly range: { readonly startLine: number };
  readonly signature?: { readonly text: string } | undefined;
  readonly summary?: string | undefined;
}

/** Words the entries of a page, and the call for the next one. */
export function spilloverText(answer: SpilloverAnswer, style: TextStyle): string {
  const { symbols = [], changedSymbols = [], blastRadius = [] } = answer;
  return textOf([
    `${headOf(answer)}; ${stateOf(answer)}`,
    ...warningLines(answer),
    ...cardLines(symbols),
    ...changeLines(changedSymbols),
    ...reachLines(blastRadius),
    ...nextLines(answer, style),
  ]);
}

function headOf({ symbols = [], changedSymbols = [], blastRadius = [], hasMore }: SpilloverAnswer): string {
  const count = symbols.length + changedSymbols.length + blastRadius.length;
  return count === 0
    ? "Nothing was left out"
    : `${countText(count, "symbol")} that did not fit, ${hasMore ? "best first" : "the last ones"}`;
}

function cardLines(cards: readonly SentCard[]): string[] {
  return [...groupByFile(cards)].flatMap(([file, ofFile]) => ["", file, ...ofFile.flatMap(writeCard)]);
}

function writeCard(card: SentCard): string[] {
  const { file, line, range, summary } = card;
  return [
    ...wrapText(`${linesText(file, line ?? range.startLine)}  ${declarationOf(card)}`),
    ...(summary === undefined ? [] : wrapText(summary, "  ")),
  ];
}

/** The signature with the qualified name; for a module only its kind, because the heading has its path. */
function declarationOf({ file, name, qualifiedName = name, kind, signature }: SentCard): string {
  if (name === file) return kind;
  if (signature === undefined) return `${kind} ${qualifiedName}`;
  return signature.text.replace(/\s+/g, " ").replace(name, () => qualifiedName);
}

function nextLines({ spilloverHandle, cursor, hasMore }: SpilloverAnswer, style: TextStyle): string[] {
  if (!hasMore || cursor === undefined) return [];
  return ["", `Next: ${style.call("sdl.slice.spillover.get", { spilloverHandle, cursor })}  the next ones`];
}
