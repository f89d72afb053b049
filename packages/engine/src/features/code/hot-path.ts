/** Hot paths: the lines of a symbol that contain given identifiers, with the lines around them. */
import { largestWhere, type Range } from "@sdl/model";
import { stripHidden } from "@sdl/repository/masking";
import { openSources, type SourceFile } from "@sdl/repository/source";
import { type CountTokens, loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { sanitizeAnswer } from "../../contract/sanitize-answer.js";
import type { Query } from "../../query/run-query.js";
import { resolveRequestedSymbol, type SymbolChoice } from "../../query/symbol-ref.js";
import { linesText } from "../../text/source-text.js";
import { findIdentifierMatches } from "./matches.js";
import { parseSection, symbolSection } from "./syntax-of.js";
import { type TextLimits, tokensWithin } from "./text-limits.js";

/** Request for the lines around identifiers. */
export interface HotPathRequest extends TextLimits, SymbolChoice {
  readonly identifiersToFind: readonly string[];
  readonly contextLines: number;
}

/** The lines found, within the limits. */
export interface HotPathAnswer {
  /** One `12| code` per line; `…` marks lines left out. */
  readonly excerpt: string;
  readonly file: string;
  readonly range: Range;
  readonly estimatedTokens: number;
  readonly matchedIdentifiers: readonly string[];
  /** Lines of all matches, also of those that the limits left out of the excerpt. */
  readonly matchedLineNumbers: readonly number[];
  readonly missingIdentifiers: readonly string[];
  readonly truncated: boolean;
  /** The smallest `maxTokens` whose excerpt has one match; set only if the request's `maxTokens` is lower. */
  readonly minimumRequired?: number;
  readonly isStale?: true;
  /** Number of hidden characters removed from the excerpt. */
  readonly sanitized?: number;
}

/** @throws {SdlError} any error of `SourceReader`; `symbol_not_found` */
export async function getHotPath(
  query: Query,
  request: HotPathRequest,
  { text, sentAs }: Pick<RunContext, "text" | "sentAs">,
): Promise<HotPathAnswer> {
  const count = await loadTokenCounter();
  const sources = openSources(query);
  const section = await symbolSection(sources, query.graph, resolveRequestedSymbol(query, request));
  const matches = await parseSection(section, (parsed) => findIdentifierMatches(parsed, request.identifiersToFind));
  const { source, range } = section;
  const answerWithin = (maxTokens: number): HotPathAnswer => {
    const excerpt = fitExcerpt({ source, range, lines: matches.lines }, { ...request, maxTokens }, count);
    return {
      excerpt: excerpt.text,
      file: source.file,
      range,
      estimatedTokens: excerpt.tokens,
      matchedIdentifiers: matches.found,
      matchedLineNumbers: matches.lines,
      missingIdentifiers: matches.missing,
      truncated: excerpt.isTruncated,
      ...(excerpt.minimumRequired !== undefined && { minimumRequired: excerpt.minimumRequired }),
      ...(source.isStale && { isStale: true }),
      ...(excerpt.removed > 0 && { sanitized: excerpt.removed }),
    };
  };
  if (text === undefined) return answerWithin(request.maxTokens);
  const countAnswer = (answer: HotPathAnswer) => count(sentAs(sanitizeAnswer({ ...answer, ...query.basis })));
  return fitText(answerWithin, request.maxTokens, countAnswer);
}

/** The longest excerpt whose whole text answer keeps the token limit. */
function fitText(
  answerWithin: (maxTokens: number) => HotPathAnswer,
  maxTokens: number,
  countAnswer: (answer: HotPathAnswer) => number,
): HotPathAnswer {
  for (let limit = maxTokens; ; ) {
    const answer = answerWithin(limit);
    const excess = countAnswer(answer) - maxTokens;
    const { minimumRequired } = answer;
    if (minimumRequired !== undefined)
      return { ...answer, minimumRequired: countAnswer(answerWithin(minimumRequired)) };
    if (excess <= 0 || answer.excerpt === "") return answer;
    limit -= excess;
  }
}

interface MatchedLines {
  readonly source: SourceFile;
  readonly range: Range;
  /** Line numbers, ascending. */
  readonly lines: readonly number[];
}

interface Excerpt {
  readonly text: string;
  readonly tokens: number;
  readonly isTruncated: boolean;
  readonly removed: number;
  readonly minimumRequired?: number;
}

/** If the limits are exceeded, leaves out context lines first, then the last matches. */
function fitExcerpt(matched: MatchedLines, request: HotPathRequest, count: CountTokens): Excerpt {
  const excerpt = (lines: MatchedLines["lines"], context: number): Excerpt | undefined => {
    const { text, removed } = stripHidden(renderExcerpt({ ...matched, lines }, context));
    const tokens = tokensWithin(text, request, count);
    const isTruncated = lines !== matched.lines || context < request.contextLines;
    return tokens === undefined ? undefined : { text, tokens, removed, isTruncated };
  };
  for (let context = request.contextLines; context >= 0; context--) {
    const found = excerpt(matched.lines, context);
    if (found !== undefined) return found;
  }
  const ofFirst = (matches: number) => excerpt(matched.lines.slice(0, matches), 0);
  const most = largestWhere(0, matched.lines.length - 1, (matches) => ofFirst(matches) !== undefined);
  return (most > 0 ? ofFirst(most) : undefined) ?? firstMatch(matched, request, count);
}

/** Only the line of the first match, without a `…` mark, so that it keeps any `maxLines`; its tokens are the minimum for one match. */
function firstMatch({ source, lines: [line] }: MatchedLines, request: HotPathRequest, count: CountTokens): Excerpt {
  const nothing = { text: "", tokens: 0, removed: 0, isTruncated: true };
  if (line === undefined) return nothing;
  const { text, removed } = stripHidden(numberedLine(source, line));
  const tokens = count(text);
  return tokens <= request.maxTokens
    ? { text, tokens, removed, isTruncated: true }
    : { ...nothing, minimumRequired: tokens };
}

function numberedLine(source: SourceFile, line: number): string {
  return `${linesText(source.file, line)}| ${source.line(line)}`;
}

function renderExcerpt({ source, range, lines }: MatchedLines, context: number): string {
  const shown: string[] = [];
  let next = range.startLine;
  for (const line of lines) {
    const first = Math.max(next, line - context);
    const last = Math.min(line + context, range.endLine);
    if (first > last) continue;
    if (first > next) shown.push("…");
    for (let at = first; at <= last; at++) if (source.hasLine(at)) shown.push(numberedLine(source, at));
    next = last + 1;
  }
  if (lines.length > 0 && next <= range.endLine) shown.push("…");
  return shown.join("\n");
}
