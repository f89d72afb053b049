/**
 * Builds a summary: a query's slice in four sections, reduced to a token budget.
 * Invariants: the whole answer costs at most the budget, or what the smallest summary costs; equal pinned versions and equal requests give equal
 * bytes.
 */
import { CACHE_BYTES, estimatedBytes, largestWhere, RecentMap, SdlError } from "@sdl/model";
import type { Snapshot } from "@sdl/repository";
import {
  buildSlice,
  type CountTokens,
  estimateTokens,
  loadTokenCounter,
  type Slice,
  type SliceBuildRequest,
} from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { pruneAnswer } from "../../contract/prune-answer.js";
import { withOwnTokenCount } from "../../contract/self-count.js";
import type { Query } from "../../query/run-query.js";
import { resolveNamedSymbol } from "../../query/symbol-ref.js";
import { createSeeds } from "../slice/build-slice.js";
import { renderSummary, type SummaryFormat } from "./render.js";
import { detectScope, type SummaryScope } from "./scope.js";
import { deriveSections, type SummarySections } from "./sections.js";

/** What to summarise, and the budget. */
export interface SummaryRequest {
  readonly query: string;
  /** o200k tokens of the whole answer. */
  readonly budget: number;
  readonly format: SummaryFormat;
  readonly scope?: SummaryScope | undefined;
}

/** How the answer is sent, to count its tokens. */
export type SendAs = Pick<RunContext, "text" | "sentAs">;

/** Cache of summaries, one per snapshot. */
class Summaries {
  readonly recent = new RecentMap<object, string>({ maxBytes: CACHE_BYTES.summaries, sizeOf: estimatedBytes });
}

/** Approximate tokens of a key symbol with its share of the other sections: determines the number of cards to build for a budget. */
const TOKENS_PER_CARD = 60;
const MAX_CARDS = 100;

/** Builds a summary, or returns a recent one with the same inputs. */
export async function summarise(query: Query, request: SummaryRequest, form: SendAs): Promise<object> {
  const scope = request.scope ?? detectScope(request.query);
  const key = JSON.stringify([
    query.basis.pinned,
    request.query,
    request.budget,
    request.format,
    scope,
    form.text !== undefined,
  ]);
  const { recent } = query.kept.of(query.graph, Summaries);
  const known = recent.get(key);
  if (known !== undefined) return known;
  const made = await buildSummary(query, { ...request, scope }, form);
  recent.put(key, made);
  return made;
}

type ScopedRequest = SummaryRequest & { readonly scope: SummaryScope };

async function buildSummary(query: Query, request: ScopedRequest, form: SendAs): Promise<object> {
  const countTokens = await loadTokenCounter();
  const wanted: SliceBuildRequest = {
    ...sliceRequestFor(query, request),
    budget: { maxCards: cardsForBudget(request.budget), maxEstimatedTokens: 200_000 },
    cardDetail: "compact",
    adaptiveDetail: false,
    wireFormat: "standard",
  };
  const { slice } = buildSlice(query.graph, wanted, {
    // Token counts of the slice need not be exact, because only the summary's budget applies.
    countTokens: estimateTokens,
    seeds: createSeeds(query),
    derived: query.derived,
    kept: query.kept,
  });
  return fitSummary(query, request, slice, { countTokens, form });
}

function cardsForBudget(budget: number): number {
  return Math.min(MAX_CARDS, Math.max(3, Math.ceil(budget / TOKENS_PER_CARD)));
}

/** Seeds of the slice: the named file or symbol itself; else the text, for retrieval. */
function sliceRequestFor(query: Query, { query: text, scope }: ScopedRequest): SliceBuildRequest {
  if (scope === "file") {
    const file = findNamedFile(query.graph, text);
    if (file !== undefined) return { editedFiles: [file] };
  }
  const symbolId = scope === "symbol" ? findNamedSymbol(query, text) : undefined;
  return symbolId === undefined ? { taskText: text } : { entrySymbols: [symbolId] };
}

/** The only indexed file whose path is a word of the text, or ends with one. */
function findNamedFile(graph: Snapshot, text: string): string | undefined {
  for (const word of text.split(/[\s"'`()<>,]+/)) {
    const path = word
      .replaceAll("\\", "/")
      .replace(/^(?:\.?\/)+/, "")
      .replace(/[:.]+$/, "");
    if (path === "") continue;
    if (graph.fileSymbols(path).length > 0) return path;
    const ending = graph.files().filter((file) => file.endsWith(`/${path}`));
    if (ending.length === 1) return ending[0];
  }
  return undefined;
}

const UNRESOLVED: readonly string[] = ["symbol_not_found", "symbol_ambiguous", "file_not_indexed", "path_outside_repo"];

function findNamedSymbol(query: Query, text: string): string | undefined {
  try {
    return query.graph.symbol(resolveNamedSymbol(query, text)).id;
  } catch (error) {
    if (error instanceof SdlError && UNRESOLVED.includes(error.code)) return undefined;
    throw error;
  }
}

/** Sections in the order in which they are trimmed. */
const TRIM_ORDER = ["dependencyGraph", "riskAreas", "filesTouched", "keySymbols"] as const;
type Lengths = Readonly<Record<(typeof TRIM_ORDER)[number], number>>;

interface Measure {
  readonly countTokens: CountTokens;
  readonly form: SendAs;
}

function fitSummary(query: Query, request: ScopedRequest, slice: Slice, measures: Measure): object {
  const costs = new EntryCosts(request.format, measures);
  const all = sectionsThatFit(query, request, slice, costs);
  const isPart = all.keySymbols.length < slice.cards.length;
  const full = sectionLengths(all);
  const measure = (lengths: Lengths, isFloor = false) =>
    writeSummary(query, request, { all, lengths, isCut: isPart || lengths !== full, isFloor, measures });
  let best = measure(full);
  let lengths = full;
  while (best.tokens > request.budget) {
    const shorter = shorten(lengths, all, costs, best.tokens - request.budget);
    if (shorter === undefined) break;
    lengths = shorter;
    best = measure(lengths);
  }
  return (best.tokens <= request.budget ? best : measure(lengths, true)).answer;
}

function sectionLengths(all: SummarySections): Lengths {
  return {
    keySymbols: all.keySymbols.length,
    dependencyGraph: all.dependencyGraph.length,
    riskAreas: all.riskAreas.length,
    filesTouched: all.filesTouched.length,
  };
}

/** Minimum number of symbols that are included with their entries before trimming. */
const LEAST_SYMBOLS = 3;

/**
 * The best symbols with their entries in all sections, as many as the estimated tokens allow, so that symbols are not included at the expense of
 * their dependencies.
 */
function sectionsThatFit(query: Query, request: ScopedRequest, slice: Slice, costs: EntryCosts): SummarySections {
  const sectionsOfBest = (count: number) =>
    deriveSections(query.graph, { ...slice, cards: slice.cards.slice(0, count) });
  const { length } = slice.cards;
  const fits = (count: number) => costs.measureAll(sectionsOfBest(count)) <= request.budget - costs.envelope;
  return sectionsOfBest(largestWhere(Math.min(LEAST_SYMBOLS, length), length, fits));
}

/** Approximate tokens of an answer without entries. */
const ENVELOPE_TOKENS = { json: 200, text: 40 };
/** Tokens of a title and a section's name. */
const HEADING_TOKENS = 6;

/** Tokens of each entry: as data and as text in a JSON answer, only as text in a text answer. Their sum is nearly the exact count of the whole. */
class EntryCosts {
  readonly envelope: number;
  private readonly known = new Map<string, number>();
  private readonly isText: boolean;
  private readonly countTokens: CountTokens;

  constructor(
    private readonly format: SummaryFormat,
    { countTokens, form }: Measure,
  ) {
    this.isText = form.text !== undefined;
    this.countTokens = countTokens;
    this.envelope = ENVELOPE_TOKENS[this.isText ? "text" : "json"];
  }

  measureAll(sections: SummarySections): number {
    return TRIM_ORDER.reduce(
      (sum, section) => sections[section].reduce((cost, entry) => cost + this.measureEntry(section, entry), sum),
      0,
    );
  }

  measureEntry(section: keyof SummarySections, entry: object): number {
    const data = JSON.stringify(entry);
    const known = this.known.get(data);
    if (known !== undefined) return known;
    const text = renderSummary("", { ...EMPTY_SECTIONS, [section]: [entry] }, this.format);
    const cost = (this.isText ? 0 : this.countTokens(data)) + this.countTokens(text) - HEADING_TOKENS;
    this.known.set(data, cost);
    return cost;
  }
}

const EMPTY_SECTIONS: SummarySections = { keySymbols: [], dependencyGraph: [], riskAreas: [], filesTouched: [] };

/** Lengths with entries of about `over` tokens removed, at least one, in TRIM_ORDER; `undefined` if no entry is left. */
function shorten(lengths: Lengths, all: SummarySections, costs: EntryCosts, over: number): Lengths | undefined {
  const shorter = { ...lengths };
  let left = over;
  for (const section of TRIM_ORDER) {
    while (left > 0 && shorter[section] > 0) {
      const last = all[section][--shorter[section]];
      left -= last === undefined ? 1 : Math.max(1, costs.measureEntry(section, last));
    }
  }
  return left === over ? undefined : shorter;
}

interface SummaryParts {
  readonly all: SummarySections;
  readonly lengths: Lengths;
  readonly isCut: boolean;
  /** Whether this is the smallest answer and still exceeds the budget. */
  readonly isFloor: boolean;
  readonly measures: Measure;
}

function writeSummary(query: Query, request: ScopedRequest, parts: SummaryParts) {
  const { all, lengths, isCut, isFloor, measures } = parts;
  const { countTokens, form } = measures;
  const sections: SummarySections = {
    keySymbols: all.keySymbols.slice(0, lengths.keySymbols),
    dependencyGraph: all.dependencyGraph.slice(0, lengths.dependencyGraph),
    riskAreas: all.riskAreas.slice(0, lengths.riskAreas),
    filesTouched: all.filesTouched.slice(0, lengths.filesTouched),
  };
  const content = renderSummary(request.query, sections, request.format);
  const metadata = { query: request.query, scope: request.scope, summaryTokens: countTokens(content) };
  const write = (totalTokens: number) =>
    pruneAnswer({
      repoId: query.entry.repoId,
      format: request.format,
      content,
      summary: {
        ...sections,
        metadata: {
          ...metadata,
          totalTokens,
          budget: request.budget,
          ...(isFloor ? { minimumRequired: totalTokens } : {}),
          truncated: isCut,
          indexVersion: query.graph.version,
        },
      },
      ...query.basis,
    });
  return withOwnTokenCount(write, countTokens, form.sentAs);
}
