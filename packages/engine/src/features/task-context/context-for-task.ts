/**
 * What a task on one symbol needs: its logic slice, and beside it what the kind of task asks for.
 * Invariant: the whole answer costs at most the budget, counted as sent, or is the smallest that there is and says so; each list beside the
 * slice takes at most a share of it.
 */
import type { SymbolHandle } from "@sdl/model";
import { type CountTokens, loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { type Answer, pruneAnswer } from "../../contract/prune-answer.js";
import type { Query } from "../../query/run-query.js";
import { discloseSource } from "../../query/source-in-answers.js";
import { requestedSymbol, type SymbolChoice } from "../../query/symbol-ref.js";
import { countedWithin, fitLogicSlice } from "../logic-slice/logic-slice.js";
import { type AffectedSymbol, affectedBy } from "./blast-radius.js";
import { changeIntelligence } from "./change-intelligence.js";
import { commitLines, reachLine } from "./task-context-text.js";
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
export async function buildTaskContext(
  query: Query,
  request: ContextRequest,
  { sentAs, text }: Pick<RunContext, "sentAs" | "text">,
): Promise<object> {
  const countTokens = await loadTokenCounter();
  const root = requestedSymbol(query, request);
  const sections = await sectionsBeside(query, root, request, entryCosts(countTokens, text !== undefined));
  return discloseSource(query, "sdl.context.forTask", async (allowed) => {
    // What stands beside the slice goes, from its end, before the root's last line does.
    for (let kept = sections.length; ; kept--) {
      const write = answerWriter(query, request, { shown: sections.slice(0, kept), omitted: sections.slice(kept) });
      const { slice, symbols } = await fitLogicSlice(query, {
        root,
        maxTokens: request.budget,
        allowed,
        write,
        sentAs,
      });
      const counted = countedWithin(request.budget, { countTokens, sentAs }, (used, minimum) =>
        write(slice, used, minimum),
      );
      if (counted.tokens <= request.budget || kept === 0) return { ...counted, symbols };
    }
  });
}

/** What an entry of a list takes, in tokens. */
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

/** The answer around a slice: with these sections, and with the names of those for which there is no room. */
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

/** What the task asks for beside the slice, the most needed first. */
async function sectionsBeside(
  query: Query,
  root: SymbolHandle,
  { taskType, budget }: ContextRequest,
  costs: EntryCosts,
): Promise<readonly Section[]> {
  const room = Math.floor(budget * LIST_SHARE);
  const why = taskType === "fix" ? fitWhy(whyContext(query, root), room, costs) : undefined;
  if (why !== undefined) return [["whyContext", why]];
  const sections: Section[] = [];
  if (taskType === "refactor") sections.push(["blastRadius", fitList(affectedBy(query, root), room, costs.affected)]);
  if (taskType === "refactor" || taskType === "extend")
    sections.push(["changeIntelligence", await changeIntelligence(query, root)]);
  return sections;
}

function fitWhy(why: WhyContext | undefined, tokens: number, costs: EntryCosts): object | undefined {
  if (why === undefined) return undefined;
  const { total, entries } = fitList(why.commits, tokens, costs.commit);
  return { ...why, total: Math.max(total, why.total), commits: entries };
}

/** The first entries, as many as fit, with how many there are. */
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
