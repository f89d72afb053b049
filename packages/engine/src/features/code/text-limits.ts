/** Cuts text to exact limits of lines and o200k tokens. Knows text only. */
import { largestWhere } from "@sdl/model";
import type { CountTokens } from "@sdl/slice";

/** Limits of a text; tokens are o200k tokens. */
export interface TextLimits {
  readonly maxLines?: number | undefined;
  readonly maxTokens: number;
}

/** Text within limits, with its tokens. */
export interface TextPage {
  readonly text: string;
  readonly tokens: number;
}

/** Upper bound of UTF-16 units per token, averaged over a text: a longer text exceeds the limit without being counted. */
const MAX_UNITS_PER_TOKEN = 16;

/**
 * The longest run of whole lines from an offset that keeps the limits; if the first line alone exceeds them, its longest prefix that fits.
 * Invariant: if each page begins at the end of the previous one, the pages join to the text.
 * @param maxTokens at least 8, so that every character fits
 */
export function cutPage(text: string, offset: number, limits: TextLimits, count: CountTokens): TextPage {
  const lines = linesFromOffset(text, offset, limits.maxLines);
  let sum = 0;
  let kept = 0;
  while (kept < lines.length) {
    sum += count(lines[kept] ?? "");
    if (sum > limits.maxTokens) break;
    kept++;
  }
  for (; kept > 0; kept--) {
    const page = lines.slice(0, kept).join("");
    const tokens = count(page);
    if (tokens <= limits.maxTokens) return { text: page, tokens };
  }
  return longestPrefix(lines[0] ?? "", limits.maxTokens, count);
}

/** The text's tokens if it keeps both limits, else `undefined`. */
export function tokensWithin(text: string, limits: TextLimits, count: CountTokens): number | undefined {
  if (limits.maxLines !== undefined && lineCount(text) > limits.maxLines) return undefined;
  if (text.length > limits.maxTokens * MAX_UNITS_PER_TOKEN) return undefined;
  const tokens = count(text);
  return tokens <= limits.maxTokens ? tokens : undefined;
}

/** Number of lines; a final line end begins no further line. */
export function lineCount(text: string): number {
  if (text === "") return 0;
  const ends = text.match(/\r\n|\r|\n/g)?.length ?? 0;
  return /[\r\n]$/.test(text) ? ends : ends + 1;
}

/** Lines including their line ends. */
function linesFromOffset(text: string, offset: number, maxLines: number | undefined): readonly string[] {
  const lines: string[] = [];
  const lineEnds = /\r\n|\r|\n/g;
  lineEnds.lastIndex = offset;
  let at = offset;
  while (at < text.length && lines.length < (maxLines ?? Number.POSITIVE_INFINITY)) {
    const end = lineEnds.exec(text);
    const next = end === null ? text.length : end.index + end[0].length;
    lines.push(text.slice(at, next));
    at = next;
  }
  return lines;
}

function longestPrefix(line: string, maxTokens: number, count: CountTokens): TextPage {
  const most = Math.min(line.length, maxTokens * MAX_UNITS_PER_TOKEN);
  const fits = (length: number) => count(prefixOfWholeCharacters(line, length)) <= maxTokens;
  const text = prefixOfWholeCharacters(line, largestWhere(0, most, fits));
  return { text, tokens: count(text) };
}

/** The first `length` UTF-16 units, one more if that would split a surrogate pair. */
function prefixOfWholeCharacters(text: string, length: number): string {
  const isSplit = /[\ud800-\udbff]$/.test(text.slice(0, length)) && /^[\udc00-\udfff]/.test(text.slice(length));
  return text.slice(0, isSplit ? length + 1 : length);
}
