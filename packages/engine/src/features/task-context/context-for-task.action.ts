import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  answerTokens,
  fresh,
  listOf,
  queryAnswer,
  spentBudget,
  symbolLabel,
  symbolRequest,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { logicSliceFields } from "../logic-slice/logic-slice.action.js";
import { buildTaskContext } from "./context-for-task.js";
import { taskContextText } from "./task-context-text.js";

const affected = () =>
  z.strictObject({
    ...symbolLabel(),
    signal: z.enum(["directDependent", "graph", "process", "diagnostic"]),
    distance: z.int(),
    rank: z.number(),
    confidence: z.number(),
    reason: z.string().describe("The way from the symbol to it"),
  });

const intelligence = () =>
  z.strictObject({
    complexity: z.strictObject({ cyclomatic: z.int(), lines: z.int(), parameters: z.int() }),
    fanIn: z.int(),
    fanOut: z.int(),
    churn30d: z.int().optional().describe("Absent without a git history, as commits and authors"),
    commits: z.int().optional(),
    ageDays: z
      .int()
      .optional()
      .describe("Since the oldest commit known to touch it, at the indexed commit; at least, as history is bounded"),
    unchangedDays: z.int().optional().describe("Since the last commit that touched it, at the indexed commit"),
    authors: listOf(z.strictObject({ author: z.string(), commits: z.int() })),
    tests: listOf(z.strictObject({ name: z.string(), file: z.string() })),
  });

const why = () =>
  z.strictObject({
    total: z.int().describe("Commits that touched it"),
    commits: listOf(
      z.strictObject({
        id: z.string(),
        date: z.string(),
        author: z.string(),
        message: z.string(),
        kind: z.enum(["revert", "fix"]).optional(),
      }),
    ).describe("Newest first"),
    alsoUsuallyChanges: listOf(z.strictObject({ name: z.string(), file: z.string(), confidence: z.number() })),
  });

export const contextForTask = defineAction({
  name: "sdl.context.forTask",
  title: "Context for a task on a symbol",
  description:
    "A symbol's source and dependencies within a budget, and what the task asks for beside it: history to fix, blast radius to refactor, change intelligence to extend.",
  input: () =>
    symbolRequest({
      taskType: z
        .enum(["fix", "extend", "refactor", "understand"])
        .describe("fix adds commits, refactor what a change reaches, extend and refactor how it changed"),
      budget: answerTokens.default(8_000).describe("o200k tokens of the whole answer"),
      fresh,
    }),
  output: () =>
    queryAnswer({
      taskType: z.enum(["fix", "extend", "refactor", "understand"]),
      slice: z.strictObject(logicSliceFields()),
      whyContext: why().optional().describe("fix, with a git history"),
      blastRadius: z
        .strictObject({ total: z.int(), entries: listOf(affected()) })
        .optional()
        .describe("refactor: what leans on it, nearest first"),
      changeIntelligence: intelligence().optional().describe("extend, refactor"),
      omitted: listOf(z.enum(["whyContext", "blastRadius", "changeIntelligence"])).describe(
        "Sections that the budget has no room for",
      ),
      budget: spentBudget(),
    }),
  annotations: READS,
  examples: [
    {
      title: "Before a refactoring",
      args: { repoId: "my-app", symbolRef: { name: "validateToken" }, taskType: "refactor" },
    },
    {
      title: "To understand it, briefly",
      args: { repoId: "my-app", symbolRef: { name: "authenticate" }, taskType: "understand", budget: 1000 },
    },
  ],
  guide: {
    tags: ["fix", "extend", "refactor", "understand", "impact", "complexity", "blast radius"],
    prerequisites: ["sdl.symbol.search"],
    nextActions: ["sdl.symbol.references", "sdl.logic.slice"],
    fallbacks: ["sdl.slice.build"],
    aliases: ["get_context_for_task"],
    rung: "raw",
  },
  text: taskContextText,
  run: asQuery(buildTaskContext, () => "used"),
});
