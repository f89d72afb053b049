/** Marked block in a Markdown file: the part between two marks, which only SDL writes. Pure. */
import { ConfigError, lineNumberAt } from "../config-error.js";
import { lineEnd, lineStart, nextLine, replaceRange } from "./editor.js";

const BEGIN = "<!-- sdl:begin -->";
const END = "<!-- sdl:end -->";

/** @returns the text with `body` between the marks: replaced if there is a block, else appended */
export function putBlock(text: string, body: string): string {
  const end = lineEnd(text);
  const block = [BEGIN, ...body.split("\n"), END].join(end);
  const place = blockPlace(text);
  if (place !== undefined) return replaceRange(text, place.start, place.end, block);
  if (text === "") return block + end;
  return text.endsWith("\n") ? `${text}${end}${block}${end}` : `${text}${end}${end}${block}`;
}

/** Removes the block and the empty line that {@link putBlock} adds before it. */
export function removeBlock(text: string): string {
  const place = blockPlace(text);
  if (place === undefined) return text;
  const stop = nextLine(text, place.end);
  const start = lineStart(text, place.start);
  const before = start === 0 ? 0 : lineStart(text, start - 1);
  const from = text.slice(before, start).trim() === "" ? before : start;
  if (stop < text.length || text.endsWith("\n")) return replaceRange(text, from, stop, "");
  return text.slice(0, from).replace(/\r?\n$/, "");
}

/** Text between the marks with LF line ends; `undefined` without marks. */
export function blockBody(text: string): string | undefined {
  const place = blockPlace(text);
  const lines = place && text.slice(place.start, place.end).split(/\r?\n/).slice(1, -1);
  return lines?.join("\n");
}

/** Whether a text contains both marks. */
export function hasBlock(text: string): boolean {
  return blockPlace(text) !== undefined;
}

/** @throws {ConfigError} `CONFLICT` if a mark is missing or duplicated, because the user's text could not be told apart */
function blockPlace(text: string): { readonly start: number; readonly end: number } | undefined {
  const start = text.indexOf(BEGIN);
  const close = text.indexOf(END);
  if (start === -1 && close === -1) return undefined;
  const isOnce = text.indexOf(BEGIN, start + 1) === -1 && text.indexOf(END, close + 1) === -1;
  if (start !== -1 && close > start && isOnce) return { start, end: close + END.length };
  const line = lineNumberAt(text, Math.max(start, close));
  throw new ConfigError("CONFLICT", `${BEGIN} and ${END} must each occur once and in this order (line ${line})`, line);
}
