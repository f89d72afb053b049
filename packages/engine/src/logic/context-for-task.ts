/**
 * What a task on one symbol needs: its logic slice, and beside it what the kind of task asks for.
 * Invariant: the whole answer costs at most the budget, counted as sent; what stands beside the slice takes at most a share of it.
 */
import type { SymbolHandle } from "@sdl/model";
import type { CountTokens } from "@sdl/slice";
import { pruneAnswer } from "../actions/prune-answer.js";
import { discloseSource } from "../policy/source-in-answers.js";
import type { Query } from "../queries/pinned.js";
import { requestedSymbol, type SymbolChoice } from "../queries/symbol-ref.js";
import { countItself } from "../text/self-count.js";
import { affectedBy } from "./blast-radius.js";
import { changeIntelligence } from "./change-intelligence.js";
import { fitLogicSlice } from "./logic-slice.js";
import { type WhyContext, whyContext } from "./why-context.js";

type TaskKind = "fix" | "extend" | "refactor" | "understand";

export interface ContextRequest extends SymbolChoice {
  readonly taskType: TaskKind;
  /** Tokens of the whole answer. */
  readonly budget: number;
}

/** Of the budget, for each list beside the slice. */
const LIST_SHARE = 0.2;

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, and what reading source throws */
export async function contextForTask(query: Query, request: ContextRequest): Promise<object> {
  const { loadTokenCounter } = await import("@sdl/slice");
  const countTokens = await loadTokenCounter();
  const root = requestedSymbol(query.graph, request);
  const beside = await besideSlice(query, root, request, countTokens);
  const write = (slice: object, used: number) =>
    pruneAnswer({
      taskType: request.taskType,
      slice,
      ...beside,
      budget: { used, allowed: request.budget },
      ...query.basis,
    });
  return discloseSource(query, "sdl.context.forTask", async (allowed) => {
    const fitting = { root, maxTokens: request.budget, allowed, answer: (body: object) => write(body, LONGEST_COST) };
    const { slice, symbols } = await fitLogicSlice(query, fitting);
    const { answer, tokens } = countItself((used) => write(slice, used), countTokens);
    return { answer, symbols, tokens };
  });
}

/** Written with as many tokens as any cost. */
const LONGEST_COST = 100_000;
async function besideSlice(
  query: Query,
  root: SymbolHandle,
  { taskType, budget }: ContextRequest,
  countTokens: CountTokens,
): Promise<object> {
  const room = Math.floor(budget * LIST_SHARE);
  return {
    ...(taskType === "fix" ? { whyContext: fitWhy(whyContext(query, root), room, countTokens) } : {}),
    ...(taskType === "refactor" ? { blastRadius: fitList(await affectedBy(query, root), room, countTokens) } : {}),
    ...(taskType === "refactor" || taskType === "extend"
      ? { changeIntelligence: await changeIntelligence(query, root) }
      : {}),
  };
}

function fitWhy(why: WhyContext | undefined, tokens: number, countTokens: CountTokens): object | undefined {
  if (why === undefined) return undefined;
  const { total, entries } = fitList(why.commits, tokens, countTokens);
  return { ...why, total: Math.max(total, why.total), commits: entries };
}

/** The first entries, as many as fit, with how many there are. */
function fitList<T>(
  entries: readonly T[],
  tokens: number,
  countTokens: CountTokens,
): { readonly total: number; readonly entries: readonly T[] } {
  const kept: T[] = [];
  let left = tokens;
  for (const entry of entries) {
    left -= countTokens(JSON.stringify(entry)) + 1;
    if (left < 0) break;
    kept.push(entry);
  }
  return { total: entries.length, entries: kept };
}
