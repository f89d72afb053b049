/** A part of a Markdown file between two marks, which one program writes and nobody else. Pure. */
import { ConfigError, lineAt } from "../config-error.js";
import { lineEnd, lineStart, nextLine, splice } from "./editor.js";

const BEGIN = "<!-- sdl:begin -->";
const END = "<!-- sdl:end -->";

/** @returns the text with `body` between the marks, behind what was there, or in the place of what stood between them */
export function putBlock(text: string, body: string): string {
  const end = lineEnd(text);
  const block = [BEGIN, ...body.split("\n"), END].join(end);
  const place = blockPlace(text);
  if (place !== undefined) return splice(text, place.start, place.end, block);
  if (text === "") return block + end;
  return text.endsWith("\n") ? `${text}${end}${block}${end}` : `${text}${end}${end}${block}`;
}

/** Also takes the empty line back that {@link putBlock} adds in front. */
export function removeBlock(text: string): string {
  const place = blockPlace(text);
  if (place === undefined) return text;
  const stop = nextLine(text, place.end);
  const start = lineStart(text, place.start);
  const before = start === 0 ? 0 : lineStart(text, start - 1);
  const from = text.slice(before, start).trim() === "" ? before : start;
  if (stop < text.length || text.endsWith("\n")) return splice(text, from, stop, "");
  return text.slice(0, from).replace(/\r?\n$/, "");
}

/** What stands between the marks, with simple line ends; `undefined` without marks. */
export function blockBody(text: string): string | undefined {
  const place = blockPlace(text);
  const lines = place && text.slice(place.start, place.end).split(/\r?\n/).slice(1, -1);
  return lines?.join("\n");
}

export function hasBlock(text: string): boolean {
  return blockPlace(text) !== undefined;
}

/** @throws {ConfigError} `CONFLICT` where a mark is missing or stands twice: what is the user's could not be told */
function blockPlace(text: string): { readonly start: number; readonly end: number } | undefined {
  const start = text.indexOf(BEGIN);
  const close = text.indexOf(END);
  if (start === -1 && close === -1) return undefined;
  const isOnce = text.indexOf(BEGIN, start + 1) === -1 && text.indexOf(END, close + 1) === -1;
  if (start !== -1 && close > start && isOnce) return { start, end: close + END.length };
  const line = lineAt(text, Math.max(start, close));
  throw new ConfigError(
    "CONFLICT",
    `${BEGIN} and ${END} do not stand once each and in this order (line ${line})`,
    line,
  );
}
