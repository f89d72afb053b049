/**
 * Context for a task on one symbol: its logic slice, and sections that depend on the kind of task.
 * Invariant: the whole answer costs at most the budget, counted as sent, or is the smallest possible one and states its cost as the minimum; each
 * list beside the slice takes at most a fixed share of the budget.
 */
import type { SymbolHandle } from "@sdl/model";
import { type CountTokens, loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { type Answer, pruneAnswer } from "../../contract/prune-answer.js";
import type { Query } from "../../query/run-query.js";
import { discloseSource } from "../../query/source-in-answers.js";
import { resolveRequestedSymbol, type SymbolChoice } from "../../query/symbol-ref.js";
import { countTokensWithin, fitLogicSlice } from "../logic-slice/logic-slice.js";
import { type AffectedSymbol, symbolsAffectedBy } from "./blast-radius.js";
import { changeIntelligence } from "./change-intelligence.js";
import { commitLines, reachLine } from "./task-context-text.js";
import { findWhyContext, type WhyContext } from "./why-context.js";

type TaskKind = "fix" | "extend" | "refactor" | "understand";

/** Which symbol, which kind of task, and the budget. */
export interface ContextRequest extends SymbolChoice {
  readonly taskType: TaskKind;
  /** o200k tokens of the whole answer. */
  readonly budget: number;
}

/** Maximum share of the budget for each list beside the slice. */
const LIST_SHARE = 0.2;

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, and any error of reading source */
export async function buildTaskContext(
  query: Query,
  request: ContextRequest,
  { sentAs, text }: Pick<RunContext, "sentAs" | "text">,
): Promise<object> {
  const countTokens = await loadTokenCounter();
  const root = resolveRequestedSymbol(query, request);
  const sections = await gatherSections(query, root, request, entryCosts(countTokens, text !== undefined));
  return discloseSource(query, "sdl.context.forTask", async (allowed) => {
    // Drops sections from the end before lines of the root's source.
    for (let kept = sections.length; ; kept--) {
      const write = answerWriter(query, request, { shown: sections.slice(0, kept), omitted: sections.slice(kept) });
      const { slice, symbols } = await fitLogicSlice(query, {
        root,
        maxTokens: request.budget,
        allowed,
        write,
        sentAs,
      });
      const counted = countTokensWithin(request.budget, { countTokens, sentAs }, (used, minimum) =>
        write(slice, used, minimum),
      );
      if (counted.tokens <= request.budget || kept === 0) return { ...counted, symbols };
    }
  });
}

/** Tokens of one list entry. */
interface EntryCosts {
  commit(entry: WhyContext["commits"][number]): number;
  affected(entry: AffectedSymbol): number;
}

function entryCosts(countTokens: CountTokens, isText: boolean): EntryCosts {
  const cost = (entry: object, lines: readonly string[]) =>
    countTokens(isText ? lines.join("\n") : JSON.stringify(entry)) + 1;
  return {
    commit: (entry) => cost(entry, commitLines(entry)),
    affected: (entry) => cost(entry, reachLine(entry)),
  };
}

type Section = readonly [name: string, content: object];

/** Builds the answer around a slice: with the shown sections, and with the names of the omitted ones. */
function answerWriter(
  query: Query,
  { taskType, budget: allowed }: ContextRequest,
  { shown, omitted }: { readonly shown: readonly Section[]; readonly omitted: readonly Section[] },
): (slice: object, used: number, minimumRequired?: number) => Answer {
  return (slice, used, minimumRequired) =>
    pruneAnswer({
      taskType,
      slice,
      ...Object.fromEntries(shown),
      omitted: omitted.map(([name]) => name),
      budget: { used, allowed, minimumRequired },
      ...query.basis,
    });
}

/** The sections for the kind of task, the most needed first. */
async function gatherSections(
  query: Query,
  root: SymbolHandle,
  { taskType, budget }: ContextRequest,
  costs: EntryCosts,
): Promise<readonly Section[]> {
  const room = Math.floor(budget * LIST_SHARE);
  const why = taskType === "fix" ? fitWhy(findWhyContext(query, root), room, costs) : undefined;
  if (why !== undefined) return [["whyContext", why]];
  const sections: Section[] = [];
  if (taskType === "refactor")
    sections.push(["blastRadius", fitList(symbolsAffectedBy(query, root), room, costs.affected)]);
  if (taskType === "refactor" || taskType === "extend")
    sections.push(["changeIntelligence", await changeIntelligence(query, root)]);
  return sections;
}

function fitWhy(why: WhyContext | undefined, tokens: number, costs: EntryCosts): object | undefined {
  if (why === undefined) return undefined;
  const { total, entries } = fitList(why.commits, tokens, costs.commit);
  return { ...why, total: Math.max(total, why.total), commits: entries };
}

/** As many first entries as the tokens allow, and the total number of entries. */
function fitList<T>(
  entries: readonly T[],
  tokens: number,
  costOf: (entry: T) => number,
): { readonly total: number; readonly entries: readonly T[] } {
  const kept: T[] = [];
  let left = tokens;
  for (const entry of entries) {
    left -= costOf(entry);
    if (left < 0) break;
    kept.push(entry);
  }
  return { total: entries.length, entries: kept };
}
