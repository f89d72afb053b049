/**
 * Logic slices: a symbol's source with the source of its dependencies, at four levels, each within a token budget.
 * Invariants: both ends of an edge are in the answer or an earlier page; an answer costs at most its budget, counted as sent, or is the smallest
 * possible one and states its cost as `minimumRequired`.
 */
import type { SymbolHandle } from "@sdl/model";
import { LogicGraph, loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { withOwnTokenCount } from "../../contract/self-count.js";
import type { Query } from "../../query/run-query.js";
import { type AllowedSource, discloseSource } from "../../query/source-in-answers.js";
import { resolveRequestedSymbol, type SymbolChoice } from "../../query/symbol-ref.js";
import { cutSlice } from "./cut-slice.js";
import { type LogicLevel, type LogicMaterial, type LogicSlice, toSentSlice } from "./logic-material.js";
import { pageOfSlice } from "./page-of-slice.js";
import { SourcedSymbols } from "./sourced-symbol.js";

/** Which symbol, which level, and the budget. */
export interface LogicSliceRequest extends SymbolChoice {
  readonly detail: LogicLevel;
  /** o200k tokens of the whole answer; for level 3, of each page. */
  readonly budget: number;
  /** Cursor of the previous page, see `ListCursor`; level 3 only. */
  readonly cursor?: string | undefined;
}

/** Depth and root lines of the levels. Level 3 has pages instead. */
const LEVELS = {
  L1: { maxDepth: 0, rootLines: 150 },
  L2: { maxDepth: 1, rootLines: Number.POSITIVE_INFINITY },
  L4: { maxDepth: Number.POSITIVE_INFINITY, rootLines: Number.POSITIVE_INFINITY },
} as const;

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, `invalid_params` for a cursor of another slice, any error of reading */
export async function buildLogicSlice(
  query: Query,
  request: LogicSliceRequest,
  { sentAs }: Pick<RunContext, "sentAs">,
): Promise<object> {
  const root = resolveRequestedSymbol(query, request);
  const { detail: level, budget: maxTokens, cursor } = request;
  return discloseSource(query, "sdl.logic.slice", async (allowed) => {
    const write = (slice: object, estimatedTokens: number, minimumRequired?: number) => ({
      ...slice,
      estimatedTokens,
      minimumRequired,
      ...query.basis,
    });
    const material = await gatherMaterial(query, { root, level, maxTokens, allowed, write, sentAs });
    const slice = level === "L3" ? await pageOfSlice(material, cursor) : await cutSlice(material, LEVELS[level]);
    const shown = toSentSlice(slice, allowed);
    const { answer, tokens } = countTokensWithin(maxTokens, material, (used, minimum) => write(shown, used, minimum));
    return { answer, symbols: idsWithSource(slice), tokens };
  });
}

/** Inputs for a level 4 slice inside another answer. */
interface FitRequest {
  readonly root: SymbolHandle;
  readonly maxTokens: number;
  readonly allowed: AllowedSource;
  /** Inserts the slice into the whole answer, which the budget covers. */
  readonly write: (slice: object, usedTokens: number) => object;
  readonly sentAs: (answer: object) => string;
}

/** A level 4 slice within the caller's budget. @returns the slice, and the ids of the symbols whose source it contains */
export async function fitLogicSlice(
  query: Query,
  fitting: FitRequest,
): Promise<{ readonly slice: object; readonly symbols: readonly string[] }> {
  const slice = await cutSlice(await gatherMaterial(query, { ...fitting, level: "L4" }), LEVELS.L4);
  return { slice: toSentSlice(slice, fitting.allowed), symbols: idsWithSource(slice) };
}

/**
 * An answer that states its own tokens; if these exceed the budget, they are also stated as the minimum, because no smaller answer exists.
 * @param write builds the answer from its tokens and, if needed, the minimum budget
 */
export function countTokensWithin<T extends object>(
  maxTokens: number,
  { countTokens, sentAs }: Pick<LogicMaterial, "countTokens" | "sentAs">,
  write: (usedTokens: number, minimumRequired?: number) => T,
): { readonly answer: T; readonly tokens: number } {
  const counted = withOwnTokenCount((used) => write(used), countTokens, sentAs);
  return counted.tokens <= maxTokens ? counted : withOwnTokenCount((used) => write(used, used), countTokens, sentAs);
}

function idsWithSource({ root, dependencies }: LogicSlice): string[] {
  return [root, ...dependencies].filter(({ source }) => source !== undefined).map(({ symbolId }) => symbolId);
}

async function gatherMaterial(
  query: Query,
  given: Pick<LogicMaterial, "root" | "level" | "maxTokens" | "allowed" | "write" | "sentAs">,
): Promise<LogicMaterial> {
  return {
    ...given,
    repoId: query.entry.repoId,
    graph: query.graph,
    logic: new LogicGraph(query.graph, given.root),
    bodies: new SourcedSymbols(query, given.allowed.form),
    countTokens: await loadTokenCounter(),
  };
}
