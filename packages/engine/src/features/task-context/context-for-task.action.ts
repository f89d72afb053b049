/** Action sdl.context.forTask: parameters, answer, examples and guide. */
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
    reason: z.string().describe("The path from the symbol to the affected one"),
  });

const intelligence = () =>
  z.strictObject({
    complexity: z.strictObject({ cyclomatic: z.int(), lines: z.int(), parameters: z.int() }),
    fanIn: z.int(),
    fanOut: z.int(),
    churn30d: z.int().optional().describe("Absent without a git history, like commits and authors"),
    commits: z.int().optional(),
    ageDays: z
      .int()
      .optional()
      .describe("Days from the oldest known commit that changed the symbol to the indexed commit; a lower bound"),
    unchangedDays: z
      .int()
      .optional()
      .describe("Days from the last commit that changed the symbol to the indexed commit"),
    authors: listOf(z.strictObject({ author: z.string(), commits: z.int() })),
    tests: listOf(z.strictObject({ name: z.string(), file: z.string() })),
  });

const why = () =>
  z.strictObject({
    total: z.int().describe("Number of commits that changed the symbol"),
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

/** Returns a symbol's source with facts for one kind of task. */
export const contextForTask = defineAction({
  name: "sdl.context.forTask",
  title: "Context for a task on a symbol",
  description:
    "A symbol's source and dependencies within a budget, with facts by task: history to fix, blast radius to refactor, change intelligence to extend.",
  input: () =>
    symbolRequest({
      taskType: z
        .enum(["fix", "extend", "refactor", "understand"])
        .describe("fix adds commits, refactor the blast radius, extend and refactor complexity and history"),
      budget: answerTokens.default(8_000).describe("o200k tokens of the whole answer"),
      fresh,
    }),
  output: () =>
    queryAnswer({
      taskType: z.enum(["fix", "extend", "refactor", "understand"]),
      slice: z.strictObject(logicSliceFields()),
      whyContext: why().optional().describe("For fix, if there is a git history"),
      blastRadius: z
        .strictObject({ total: z.int(), entries: listOf(affected()) })
        .optional()
        .describe("For refactor: symbols that depend on the symbol, nearest first"),
      changeIntelligence: intelligence().optional().describe("For extend and refactor"),
      omitted: listOf(z.enum(["whyContext", "blastRadius", "changeIntelligence"])).describe(
        "Sections left out, because they exceed the budget",
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
