/** Skeletons as clients request them: of a symbol or a file, in pages. */
import { skeletonText } from "@sdl/indexer";
import type { Range } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import { stripHidden } from "@sdl/repository/masking";
import { openSources, type SourceReader } from "@sdl/repository/source";
import { loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { sanitizeAnswer } from "../../contract/sanitize-answer.js";
import { resolveIndexedFile } from "../../query/repository-path.js";
import type { Query } from "../../query/run-query.js";
import { resolveRequestedSymbol, type SymbolChoice } from "../../query/symbol-ref.js";
import { fileSection, parseSection, type SourceSection, symbolSection } from "./syntax-of.js";
import { cutPage, lineCount, type TextLimits } from "./text-limits.js";

/** Names a symbol, or a file by `file`. */
export interface SkeletonRequest extends TextLimits, SymbolChoice {
  readonly file?: string | undefined;
  readonly exportedOnly?: boolean | undefined;
  readonly identifiersToFind?: readonly string[] | undefined;
  /** Offset at which the page begins, in UTF-16 units of the whole skeleton: 0, or `nextOffset` of the previous page. */
  readonly skeletonOffset: number;
}

/** One page of a skeleton. */
export interface SkeletonAnswer {
  readonly skeleton: string;
  readonly file: string;
  readonly range: Range;
  readonly estimatedTokens: number;
  readonly originalLines: number;
  readonly truncated: boolean;
  readonly truncation?: {
    readonly truncated: true;
    readonly droppedLines: number;
    readonly nextOffset: number;
    readonly howToResume: string;
  };
  /** Arguments of the call for the next page. */
  readonly next?: Readonly<Record<string, unknown>>;
  /** Tokens of the smallest page as text; set only if the request's `maxTokens` is lower. */
  readonly minimumRequired?: number;
  readonly isStale?: true;
  /** Number of hidden characters removed from the whole skeleton. */
  readonly sanitized?: number;
}

/** @throws {SdlError} any error of `SourceReader`; `symbol_not_found`, `file_not_indexed` */
export async function getSkeleton(
  query: Query,
  request: SkeletonRequest,
  reader: Pick<RunContext, "text" | "sentAs">,
): Promise<SkeletonAnswer> {
  const count = await loadTokenCounter();
  const sources = openSources(query);
  const section = await loadRequestedSection(query, sources, request);
  const { text: whole, removed } = stripHidden(await writeWholeSkeleton(section, sources, request));
  const offset = Math.min(request.skeletonOffset, whole.length);
  const { source, range } = section;
  const pageWithin = (maxTokens: number): SkeletonAnswer => {
    const page = cutPage(whole, offset, { ...request, maxTokens }, count);
    const nextOffset = offset + page.text.length;
    return {
      skeleton: page.text,
      file: source.file,
      range,
      estimatedTokens: page.tokens,
      originalLines: lineCount(source.slice(range)),
      truncated: nextOffset < whole.length,
      ...(nextOffset < whole.length && {
        truncation: makeTruncation(whole, nextOffset),
        next: nextPage(request, section, nextOffset),
      }),
      ...(source.isStale && { isStale: true }),
      ...(removed > 0 && { sanitized: removed }),
    };
  };
  const { text, sentAs } = reader;
  if (text === undefined) return pageWithin(request.maxTokens);
  const countPage = (answer: SkeletonAnswer) => count(sentAs(sanitizeAnswer({ ...answer, ...query.basis })));
  return fitText(pageWithin, request.maxTokens, countPage);
}

/** Minimum tokens of a page's skeleton, so that each page makes progress. */
const LEAST_PAGE = 8;

/** The longest page whose whole text answer keeps the token limit; the smallest page if none does. */
function fitText(
  pageWithin: (maxTokens: number) => SkeletonAnswer,
  maxTokens: number,
  countAnswer: (answer: SkeletonAnswer) => number,
): SkeletonAnswer {
  for (let limit = maxTokens; ; ) {
    const answer = pageWithin(limit);
    const excess = countAnswer(answer) - maxTokens;
    if (excess <= 0) return answer;
    if (limit <= LEAST_PAGE) return withMinimumRequired(answer, countAnswer);
    limit = Math.max(LEAST_PAGE, limit - excess);
  }
}

/** The smallest page with the tokens of its whole answer, including the tokens that state this minimum. */
function withMinimumRequired(answer: SkeletonAnswer, countAnswer: (answer: SkeletonAnswer) => number): SkeletonAnswer {
  const saying = (minimumRequired: number): SkeletonAnswer => ({ ...answer, minimumRequired });
  // The digits of `minimumRequired` count too: repeat until stating the value adds no token.
  let minimum = countAnswer(saying(0));
  while (countAnswer(saying(minimum)) > minimum) minimum = countAnswer(saying(minimum));
  return saying(minimum);
}

/** Repeats all arguments that determine the text that is cut into pages. */
function nextPage(request: SkeletonRequest, { source, range }: SourceSection, skeletonOffset: number) {
  const { file, exportedOnly, identifiersToFind, maxLines, maxTokens } = request;
  const shown = file === undefined ? { symbol: `${source.file}:${range.startLine}` } : { file: source.file };
  return { ...shown, ...(exportedOnly && { exportedOnly }), identifiersToFind, maxLines, maxTokens, skeletonOffset };
}

function makeTruncation(whole: string, nextOffset: number) {
  return {
    truncated: true,
    droppedLines: lineCount(whole.slice(nextOffset)),
    nextOffset,
    howToResume: `repeat the request with skeletonOffset: ${nextOffset}`,
  } as const;
}

function loadRequestedSection(query: Query, sources: SourceReader, request: SkeletonRequest): Promise<SourceSection> {
  const { graph } = query;
  if (request.file !== undefined) return fileSection(sources, resolveIndexedFile(graph, query, request.file));
  return symbolSection(sources, graph, resolveRequestedSymbol(query, request));
}

async function writeWholeSkeleton(
  section: SourceSection,
  sources: SourceReader,
  request: SkeletonRequest,
): Promise<string> {
  const symbols = request.exportedOnly === true ? await sources.symbols(section.source) : undefined;
  return parseSection(section, ({ source, language, from, to, tree }) =>
    skeletonText(tree, {
      language,
      shown: source.text(from, to),
      from,
      to,
      identifiers: request.identifiersToFind ?? [],
      ...(symbols && from === 0 && { keepsTopLevel: exportFilter(section, symbols) }),
    }),
  );
}

/** Keeps a top-level statement if it declares an exported symbol. */
function exportFilter(
  { source }: SourceSection,
  symbols: readonly SymbolRecord[],
): (start: number, end: number) => boolean {
  const starts = symbols
    .filter(({ container, exported }) => container !== undefined && exported)
    .map(({ range }) => source.offsetsOf(range)[0]);
  return (start, end) => starts.some((at) => at >= start && at < end);
}
