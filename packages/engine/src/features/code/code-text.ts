/** Skeletons, hot paths and windows as text: where the code stands, the code, and the call that goes on. */
import type { TextStyle } from "../../contract/answer-form.js";
import { staleLines, type TextBasis, warningLines } from "../../text/basis-text.js";
import { counted, fenced, textOf, wrapped } from "../../text/layout.js";
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

export function skeletonText(answer: SentSkeleton, style: TextStyle): string {
  const { skeleton, originalLines, truncation, next, file, minimumRequired } = answer;
  const least = minimumRequired === undefined ? "" : `, at least ${minimumRequired} tokens are needed`;
  return textOf([
    ...stateLines(answer),
    `${placeOf(answer)}  skeleton of ${counted(originalLines, "line")}${least}`,
    ...(skeleton === "" ? ["Nothing is left of it to show."] : fenced(withoutEnd(skeleton), file)),
    next === undefined
      ? undefined
      : nextLine(style, "sdl.code.getSkeleton", next, counted(truncation?.droppedLines ?? 0, "further line")),
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

export function hotPathText(answer: SentHotPath): string {
  const { excerpt, file, matchedIdentifiers = [], matchedLineNumbers = [], missingIdentifiers = [] } = answer;
  const found = matchedIdentifiers.length === 0 ? "none of the names found" : matchedIdentifiers.join(", ");
  const lines = matchedLineNumbers.length === 0 ? "" : ` on ${counted(matchedLineNumbers.length, "line")}`;
  return textOf([
    ...stateLines(answer),
    `${placeOf(answer)}  ${found}${lines}`,
    ...(excerpt === "" ? [] : fenced(excerpt, file)),
    ...(missingIdentifiers.length === 0 ? [] : wrapped(`Not in it: ${missingIdentifiers.join(", ")}`)),
    cutLine(answer),
  ]);
}

function cutLine({ excerpt, truncated, minimumRequired, matchedLineNumbers = [] }: SentHotPath): string | undefined {
  if (minimumRequired !== undefined) return `The line of the first match needs maxTokens ${minimumRequired}.`;
  if (!truncated || matchedLineNumbers.length === 0) return undefined;
  const hidden = matchedLineNumbers.filter((line) => !hasLine(excerpt, line));
  return hidden.length === 0
    ? undefined
    : `No room for line ${hidden.join(", ")}; raise maxTokens or maxLines to see more.`;
}

function hasLine(excerpt: string, line: number): boolean {
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

export function windowText(answer: SentWindow | SentDenial, style: TextStyle): string {
  if (!answer.approved) return denialText(answer, style);
  const { code, file, downgradedFrom, missingIdentifiers = [] } = answer;
  const cut = downgradedFrom === undefined ? "" : `  the ${WORDS[downgradedFrom] ?? downgradedFrom} is over the limits`;
  return textOf([
    ...stateLines(answer),
    `${placeOf(answer)}${cut}`,
    ...fenced(withoutEnd(code), file),
    ...(missingIdentifiers.length === 0 ? [] : wrapped(`Not in it: ${missingIdentifiers.join(", ")}`)),
  ]);
}

const WORDS: Readonly<Record<string, string>> = { symbol: "whole symbol", fileWindow: "window asked for" };

/** Why, the call that shows something now, and the request as it could be approved. */
function denialText(answer: SentDenial, style: TextStyle): string {
  const { nextBestAction, suggestedNextRequest, symbol } = answer;
  const whyDenied = answer.whyDenied.replace(/ (of )?h_\w+/g, "");
  const { tool, args, rationale } = nextBestAction;
  return textOf([
    ...staleLines(answer),
    ...warningLines(answer),
    ...wrapped(`Not shown: ${whyDenied}`),
    nextLine(style, tool, addressed(args, symbol), rationale),
    isComplete(suggestedNextRequest)
      ? nextLine(
          style,
          "sdl.code.needWindow",
          addressed(suggestedNextRequest, symbol),
          "this request within the limits",
        )
      : undefined,
  ]);
}

/** Without a part that the reader would have to fill in. */
function isComplete(request: Arguments): boolean {
  return !JSON.stringify(request).includes('"<');
}

/** Arguments with the symbol by its place, without the repository that is implied. */
function addressed({ symbolId, repoId: _, ...args }: Arguments, symbol: string): Arguments {
  return symbolId === undefined ? args : { symbol, ...args };
}

function placeOf({ file, range }: SentCode): string {
  return `${file}:${linesText(range.startLine, range.endLine)}`;
}

function stateLines(answer: SentCode): string[] {
  const changed = answer.isStale === true ? ["This file changed since the index; the code is what is there now."] : [];
  return [...(answer.isStale === true ? changed : staleLines(answer)), ...warningLines(answer)];
}

function nextLine(style: TextStyle, action: string, args: Arguments, gives: string): string {
  return `Next: ${style.call(action, args)}  ${gives}`;
}

/** A fence stands on a line of its own. */
function withoutEnd(code: string): string {
  return code.replace(/\r?\n$/, "");
}
