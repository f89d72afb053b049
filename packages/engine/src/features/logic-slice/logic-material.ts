/** Inputs that all levels of a logic slice share, what a slice looks like as sent, and whether it fits the token budget. */
import type { SymbolHandle } from "@sdl/model";
import type { CountTokens, LogicEdge, LogicGraph } from "@sdl/slice";
import { withOwnTokenCount } from "../../contract/self-count.js";
import type { Query } from "../../query/run-query.js";
import type { AllowedSource } from "../../query/source-in-answers.js";
import type { SourcedSymbol, SourcedSymbols } from "./sourced-symbol.js";

/** How much a logic slice contains: the symbol, direct dependencies, pages of all, or all that fit. */
export type LogicLevel = "L1" | "L2" | "L3" | "L4";

/** A logic slice as sent; answers leave out empty lists. */
export interface LogicSlice {
  readonly root: SourcedSymbol;
  readonly dependencies: readonly SourcedSymbol[];
  readonly edges: readonly LogicEdge[];
  readonly level: LogicLevel;
  readonly truncation?: { readonly truncated: true; readonly reason: "token_budget_exceeded" } | undefined;
  readonly cursor?: string | undefined;
  /** Arguments of the call for the next page. */
  readonly next?: Readonly<Record<string, unknown>> | undefined;
}

/** Answer fields of a slice that the budget cut. */
export const CUT = { truncated: true, reason: "token_budget_exceeded" } as const;

/** Inputs of one logic slice. */
export interface LogicMaterial {
  readonly repoId: string;
  readonly root: SymbolHandle;
  readonly level: LogicLevel;
  /** o200k tokens of the whole answer, counted as sent. */
  readonly maxTokens: number;
  readonly allowed: AllowedSource;
  readonly logic: LogicGraph;
  readonly bodies: SourcedSymbols;
  readonly graph: Query["graph"];
  readonly countTokens: CountTokens;
  /** The text sent to the client. */
  readonly sentAs: (answer: object) => string;
  /** Inserts the slice into the answer, which states its own tokens. */
  readonly write: (slice: object, usedTokens: number) => object;
}

/** A slice with only its root. */
export function makeEmptySlice(root: SourcedSymbol, level: LogicLevel): LogicSlice {
  return { root, dependencies: [], edges: [], level };
}

/** Whether the answer with this slice keeps the token budget. */
export function fitsBudget(
  { allowed, countTokens, maxTokens, write, sentAs }: LogicMaterial,
  slice: LogicSlice,
): boolean {
  const shown = toSentSlice(slice, allowed);
  return withOwnTokenCount((used) => write(shown, used), countTokens, sentAs).tokens <= maxTokens;
}

/** The slice as sent: without empty lists, with `hasMore` for level 3 and with the reason if source is withheld. */
export function toSentSlice(
  { dependencies, edges, truncation, cursor, ...slice }: LogicSlice,
  allowed: AllowedSource,
): object {
  return {
    ...slice,
    ...(dependencies.length === 0 ? {} : { dependencies }),
    ...(edges.length === 0 ? {} : { edges }),
    sourceWithheld: allowed.withheld,
    truncation,
    ...(slice.level === "L3" ? { hasMore: cursor !== undefined } : {}),
    cursor,
  };
}
