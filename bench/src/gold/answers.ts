/** Answers of `slice.build` to an issue, with no option except the budget: how many gold lines they show. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CountTokens } from "@sdl/slice";
import { BUDGETS, type ByBudget } from "./budgets.js";
import type { Issue } from "./issues.js";
import type { McpSession } from "./mcp-session.js";
import type { GoldLines } from "./patch.js";
import type { ReadLines, ShownLineNumbers, ShownLines } from "./shown-lines.js";

/** Figures of one issue, by budget. */
export interface IssueAnswers {
  readonly id: string;
  /** Number of gold lines in the answer. */
  readonly shown: ByBudget;
  /** Tokens of the text as it was sent; text beyond the budget is cut before lines are counted. */
  readonly tokens: ByBudget;
}

/** Session, repository root and counters for a question. */
export interface AskOptions {
  readonly session: McpSession;
  readonly root: string;
  readonly countTokens: CountTokens;
  readonly shownLines: ShownLines;
}

/** Asks about one issue, with each budget. */
export async function askIssue({ id, text, gold }: Issue, options: AskOptions): Promise<IssueAnswers> {
  const { session, root, countTokens, shownLines } = options;
  const readLines = lineReader(root);
  const shown: [number, number][] = [];
  const tokens: [number, number][] = [];
  for (const budget of BUDGETS) {
    const answer = await session.call("sdl_context", { taskText: text, budget: { maxEstimatedTokens: budget } });
    if (answer.isError) console.error(`  ${id}: ${answer.text.slice(0, 200)}`);
    const within = clipToTokens(answer.isError ? "" : answer.text, budget, countTokens);
    shown.push([budget, countShown(gold, shownLines(within, readLines))]);
    tokens.push([budget, countTokens(answer.text)]);
  }
  return { id, shown: Object.fromEntries(shown) as ByBudget, tokens: Object.fromEntries(tokens) as ByBudget };
}

/** Number of gold lines among the shown lines. */
export function countShown(gold: GoldLines, shown: ShownLineNumbers): number {
  return [...gold].reduce((sum, [path, lines]) => sum + lines.filter((line) => shown.get(path)?.has(line)).length, 0);
}

/** Reader of a work tree's lines; paths that lead outside have none. */
export function lineReader(root: string): ReadLines {
  const known = new Map<string, readonly string[] | undefined>();
  return (path) => {
    if (!known.has(path)) {
      const file = join(root, path);
      const isThere = !path.split("/").includes("..") && existsSync(file);
      known.set(path, isThere ? readFileSync(file, "utf8").split("\n") : undefined);
    }
    return known.get(path);
  };
}

/** Cuts a text to the given number of tokens. */
export function clipToTokens(text: string, tokens: number, countTokens: CountTokens): string {
  if (countTokens(text) <= tokens) return text;
  let fits = 0;
  for (let beyond = text.length; beyond - fits > 1; ) {
    const middle = (fits + beyond) >> 1;
    if (countTokens(text.slice(0, middle)) <= tokens) fits = middle;
    else beyond = middle;
  }
  return text.slice(0, fits);
}
