/** Text form of skeletons, hot paths and code windows: location, code, next call. */
import { placeText } from "@sdl/model/paths";
import type { TextStyle } from "../../contract/answer-form.js";
import { staleLines, type TextBasis, warningLines } from "../../text/basis-text.js";
import { countText, fenceCode, textOf, wrapText } from "../../text/layout.js";
import { linesText } from "../../text/source-text.js";

interface SentCode extends TextBasis {
  readonly file: string;
  readonly range: { readonly startLine: number; readonly endLine: number };
  readonly isStale?: true | undefined;
}

interface SentSkeleton extends SentCode {
  readonly skeleton: string;
  readonly originalLines: number;
  readonly truncation?: { readonly droppedLines: number } | undefined;
  readonly next?: Readonly<Record<string, unknown>> | undefined;
  readonly minimumRequired?: number | undefined;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Words a skeleton: place, lines, code, and the call for the next page. */
export function skeletonText(answer: SentSkeleton, style: TextStyle): string {
  const { skeleton, originalLines, truncation, next, file, minimumRequired } = answer;
  const least = minimumRequired === undefined ? "" : `, at least ${minimumRequired} tokens are required`;
  return textOf([
    ...stateLines(answer),
    `${placeOf(answer)}  skeleton of ${countText(originalLines, "line")}${least}`,
    ...(skeleton === "" ? ["The skeleton is empty."] : fenceCode(withoutFinalLineEnd(skeleton), file)),
    next === undefined
      ? undefined
      : nextLine(style, "sdl.code.getSkeleton", next, countText(truncation?.droppedLines ?? 0, "further line")),
  ]);
}

interface SentHotPath extends SentCode {
  readonly excerpt: string;
  readonly matchedIdentifiers?: readonly string[] | undefined;
  readonly matchedLineNumbers?: readonly number[] | undefined;
  readonly missingIdentifiers?: readonly string[] | undefined;
  readonly truncated: boolean;
  readonly minimumRequired?: number | undefined;
}

/** Words a hot path: place, found identifiers, numbered lines. */
export function hotPathText(answer: SentHotPath): string {
  const { excerpt, file, matchedIdentifiers = [], matchedLineNumbers = [], missingIdentifiers = [] } = answer;
  const found = matchedIdentifiers.length === 0 ? "no identifier found" : matchedIdentifiers.join(", ");
  const lines = matchedLineNumbers.length === 0 ? "" : ` on ${countText(matchedLineNumbers.length, "line")}`;
  return textOf([
    ...stateLines(answer),
    `${placeOf(answer)}  ${found}${lines}`,
    ...(excerpt === "" ? [] : fenceCode(excerpt, file)),
    ...(missingIdentifiers.length === 0 ? [] : wrapText(`Not found in this code: ${missingIdentifiers.join(", ")}`)),
    leftOutLine(answer),
  ]);
}

function leftOutLine({
  excerpt,
  truncated,
  minimumRequired,
  matchedLineNumbers = [],
  file,
}: SentHotPath): string | undefined {
  if (minimumRequired !== undefined) return `The line of the first match requires maxTokens ${minimumRequired}.`;
  if (!truncated || matchedLineNumbers.length === 0) return undefined;
  const hidden = matchedLineNumbers.map((line) => linesText(file, line)).filter((line) => !hasLine(excerpt, line));
  return hidden.length === 0
    ? undefined
    : `Matches left out: line ${hidden.join(", ")}; raise maxTokens or maxLines to include them.`;
}

function hasLine(excerpt: string, line: string): boolean {
  return excerpt.startsWith(`${line}| `) || excerpt.includes(`\n${line}| `);
}

interface SentWindow extends SentCode {
  readonly approved: true;
  readonly code: string;
  readonly downgradedFrom?: string | undefined;
  readonly missingIdentifiers?: readonly string[] | undefined;
}

interface SentDenial extends TextBasis {
  readonly approved: false;
  readonly symbol: string;
  readonly whyDenied: string;
  readonly suggestedNextRequest: Arguments;
  readonly minimumRequired?: number | undefined;
  readonly nextBestAction: { readonly tool: string; readonly args: Arguments; readonly rationale: string };
}

/** Words an approved code window, or why it was denied and what to do. */
export function windowText(answer: SentWindow | SentDenial, style: TextStyle): string {
  if (!answer.approved) return denialText(answer, style);
  const { code, file, downgradedFrom, missingIdentifiers = [] } = answer;
  const cut = downgradedFrom === undefined ? "" : `  the ${WORDS[downgradedFrom] ?? downgradedFrom} exceeds the limits`;
  return textOf([
    ...stateLines(answer),
    `${placeOf(answer)}${cut}`,
    ...fenceCode(withoutFinalLineEnd(code), file),
    ...(missingIdentifiers.length === 0 ? [] : wrapText(`Not found in this code: ${missingIdentifiers.join(", ")}`)),
  ]);
}

const WORDS: Readonly<Record<string, string>> = { symbol: "whole symbol", fileWindow: "requested window" };

/** Text of a denial: the reason, a call that returns something now, and the request changed so that it can be approved. */
function denialText(answer: SentDenial, style: TextStyle): string {
  const { nextBestAction, suggestedNextRequest, symbol } = answer;
  const whyDenied = answer.whyDenied.replace(/ (of )?h_\w+/g, "");
  const { tool, args, rationale } = nextBestAction;
  return textOf([
    ...staleLines(answer),
    ...warningLines(answer),
    ...wrapText(`Denied: ${whyDenied}`),
    nextLine(style, tool, withAddress(args, symbol), rationale),
    hasNoPlaceholder(suggestedNextRequest)
      ? nextLine(
          style,
          "sdl.code.needWindow",
          withAddress(suggestedNextRequest, symbol),
          "this request within the limits",
        )
      : undefined,
  ]);
}

/** Whether a request has no placeholder `<…>` that its reader would have to fill in. */
function hasNoPlaceholder(request: Arguments): boolean {
  return !JSON.stringify(request).includes('"<');
}

/** Arguments with the symbol as `path:line`, without the repository id, which is implied. */
function withAddress({ symbolId, repoId: _, ...args }: Arguments, symbol: string): Arguments {
  return symbolId === undefined ? args : { symbol, ...args };
}

function placeOf({ file, range }: SentCode): string {
  return placeText(file, range.startLine, range.endLine);
}

function stateLines(answer: SentCode): string[] {
  const changed = answer.isStale === true ? ["This file changed since it was indexed; the code shown is current."] : [];
  return [...(answer.isStale === true ? changed : staleLines(answer)), ...warningLines(answer)];
}

function nextLine(style: TextStyle, action: string, args: Arguments, gives: string): string {
  return `Next: ${style.call(action, args)}  ${gives}`;
}

/** Removes the last line end, because the closing fence is on its own line. */
function withoutFinalLineEnd(code: string): string {
  return code.replace(/\r?\n$/, "");
}
