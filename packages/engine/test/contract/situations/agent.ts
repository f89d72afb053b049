/** Situations of task runs, reports on slices, chains, manual and action search. */
import type { Situation } from "../situation.js";
import { ANY_NUMBER, ANY_TEXT, matching, POSITIVE, some, text } from "./matchers.js";

export const AGENT_SITUATIONS: readonly Situation[] = [
  {
    title: "a debug task climbs to raw code and cites its findings",
    action: "sdl.agent.orchestrate",
    args: {
      taskType: "debug",
      taskText:
        "logins fail\nTokenExpiredError: token expired\n    at validateToken (src/auth/token.ts:15:47)\n    at authenticate (src/server.ts:11:17)",
      options: { includeTests: true },
    },
    answer: {
      taskId: matching(/^[0-9a-f]{16}$/),
      taskType: "debug",
      success: true,
      summary: ANY_TEXT,
      answer: text("src/auth/token.ts:"),
      nextBestAction: ANY_TEXT,
      error: undefined,
      path: {
        rungs: ["card", "skeleton", "hotPath", "raw"],
        estimatedTokens: 2750,
        estimatedDurationMs: POSITIVE,
        reasoning: ANY_TEXT,
      },
      actionsTaken: some({
        id: ANY_TEXT,
        type: "skeleton",
        status: "completed",
        input: {},
        timestamp: matching(/Z$/),
        durationMs: ANY_NUMBER,
        evidence: some(text("src/auth/token.ts:")),
      }),
      finalEvidence: some({
        type: ANY_TEXT,
        reference: text("src/auth/token.ts:"),
        summary: ANY_TEXT,
        timestamp: matching(/Z$/),
      }),
      metrics: {
        totalTokens: POSITIVE,
        totalActions: POSITIVE,
        successfulActions: POSITIVE,
        failedActions: ANY_NUMBER,
        cacheHits: ANY_NUMBER,
      },
    },
  },
  {
    title: "over its budget the plan drops rungs from the end and keeps one",
    action: "sdl.agent.orchestrate",
    args: { taskType: "implement", taskText: "expired bearer token", budget: { maxTokens: 60 } },
    answer: { path: { rungs: ["card"], estimatedTokens: 50, reasoning: text("left out") } },
  },
  {
    title: "with one action the plan has one rung",
    action: "sdl.agent.orchestrate",
    args: { taskType: "debug", taskText: "expired bearer token", budget: { maxActions: 1 } },
    answer: {
      success: true,
      path: { rungs: ["card"], reasoning: text("1 action is left for rungs") },
      metrics: { totalActions: 1, successfulActions: 1 },
    },
  },
  {
    title: "a task that matches no symbol is unsuccessful, with the reason",
    action: "sdl.agent.orchestrate",
    args: { taskType: "explain", taskText: "zzzyyyxxx", options: { requireDiagnostics: true } },
    answer: { success: false, error: ANY_TEXT, path: { rungs: ["card", "skeleton", "raw"] } },
  },
  {
    title: "a failed action has its error",
    action: "sdl.agent.orchestrate",
    args: { taskType: "debug", taskText: "zebra", options: { focusSymbols: ["direction"], requireDiagnostics: true } },
    answer: {
      actionsTaken: some({ type: "card", status: "completed", output: { cards: some({ name: "direction" }) } }),
    },
  },
  {
    title: "if a file was deleted, its action fails and the run continues",
    action: "sdl.agent.orchestrate",
    args: {
      taskType: "explain",
      taskText: "how are lines formatted",
      options: { focusSymbols: ["format_line"] },
      fresh: false,
    },
    before: ({ fixture }) => fixture.write({ "tools/report.py": undefined }),
    answer: {
      success: true,
      actionsTaken: some({
        type: "skeleton",
        status: "failed",
        output: undefined,
        error: text("file"),
        evidence: undefined,
      }),
      metrics: { failedActions: 1 },
    },
  },
  {
    title: "an unknown focus symbol",
    action: "sdl.agent.orchestrate",
    args: { taskType: "review", taskText: "x", options: { focusSymbols: ["nobody"] } },
    error: { code: "symbol_not_found" },
  },
  {
    title: "feedback before any report",
    action: "sdl.agent.feedback.query",
    args: {},
    answer: {
      repoId: "shop",
      feedback: undefined,
      aggregatedStats: { totalFeedback: 0, topUsefulSymbols: undefined, topMissingSymbols: undefined },
      hasMore: false,
    },
  },
  {
    title: "a slice to report on",
    action: "sdl.slice.build",
    args: { taskText: "expired bearer token", wireFormat: "standard" },
    answer: { pinned: { feedbackVersion: undefined } },
    keep: { reported: "sliceHandle", reportedVersion: "ledgerVersion" },
  },
  {
    title: "a full report",
    action: "sdl.agent.feedback",
    args: {
      versionId: "$reportedVersion",
      sliceHandle: "$reported",
      usefulSymbols: ["$id:validateToken"],
      missingSymbols: ["$id:parseTime"],
      taskTags: ["auth"],
      taskType: "debug",
      taskText: "expired bearer token",
    },
    answer: { ok: true, feedbackId: ANY_TEXT, repoId: "shop", versionId: "$reportedVersion", symbolsRecorded: 2 },
  },
  {
    title: "a short report",
    action: "sdl.agent.feedback",
    args: { versionId: "$reportedVersion", sliceHandle: "$reported", usefulSymbols: ["$id:validateToken"] },
    answer: { ok: true, symbolsRecorded: 1 },
  },
  {
    title: "a report without useful symbols",
    action: "sdl.agent.feedback",
    args: { versionId: "$reportedVersion", sliceHandle: "$reported", usefulSymbols: [] },
    error: { code: "invalid_params", message: text("usefulSymbols") },
  },
  {
    title: "a report on an unknown slice",
    action: "sdl.agent.feedback",
    args: {
      versionId: "$reportedVersion",
      sliceHandle: "h_0000000000000000",
      usefulSymbols: ["$id:validateToken"],
    },
    error: { code: "handle_unknown", nextBestAction: { tool: matching(/(slice.build|context)$/) } },
  },
  {
    title: "a report on a version at which the slice was not sent",
    action: "sdl.agent.feedback",
    args: { versionId: "v17", sliceHandle: "$reported", usefulSymbols: ["$id:validateToken"] },
    error: { code: "version_not_found", message: text("ledgerVersion") },
  },
  {
    title: "a report with an unknown missing symbol",
    action: "sdl.agent.feedback",
    args: {
      versionId: "$reportedVersion",
      sliceHandle: "$reported",
      usefulSymbols: ["$id:validateToken"],
      missingSymbols: ["0000000000000000"],
    },
    error: { code: "symbol_not_found", message: text("missingSymbols"), nextBestAction: { tool: matching(/search$/) } },
  },
  {
    title: "both reports, newest first, with common statistics",
    action: "sdl.agent.feedback.query",
    args: { versionId: "$reportedVersion" },
    answer: {
      feedback: [
        {
          usefulSymbols: ["$id:validateToken"],
          missingSymbols: undefined,
          taskTags: undefined,
          taskType: undefined,
          taskText: undefined,
        },
        {
          sliceHandle: "$reported",
          missingSymbols: ["$id:parseTime"],
          taskTags: ["auth"],
          taskType: "debug",
          taskText: "expired bearer token",
          createdAt: matching(/Z$/),
        },
      ],
      aggregatedStats: {
        totalFeedback: 2,
        topUsefulSymbols: [{ symbolId: "$id:validateToken", count: 2 }],
        topMissingSymbols: [{ symbolId: "$id:parseTime", count: 1 }],
      },
      hasMore: false,
    },
  },
  {
    title: "a limit of one report",
    action: "sdl.agent.feedback.query",
    args: { limit: 1 },
    answer: { feedback: [{ feedbackId: ANY_TEXT }], hasMore: true },
  },
  {
    title: "a similar slice states the feedback version",
    action: "sdl.slice.build",
    args: { taskText: "expired bearer token", wireFormat: "standard" },
    answer: { pinned: { feedbackVersion: ANY_TEXT } },
  },
  {
    title: "steps pass their results on, and the trace shows how",
    action: "sdl.chain",
    args: {
      steps: [
        { fn: "symbolSearch", args: { query: "validateToken", limit: 1 } },
        { fn: "symbolGetCard", args: { symbolId: "$0.results[0].symbolId" } },
        { fn: "dataPick", args: { input: "$1", fields: ["name", "signature.text"] } },
      ],
      trace: {},
    },
    answer: {
      results: [
        {
          step: 0,
          fn: "symbolSearch",
          ok: true,
          result: { results: [{ name: "validateToken" }] },
          tokens: POSITIVE,
          durationMs: ANY_NUMBER,
        },
        { step: 1, fn: "symbolGetCard", ok: true, result: { name: "validateToken" } },
        { step: 2, fn: "dataPick", ok: true },
      ],
      stopped: undefined,
      budget: {
        used: { tokens: POSITIVE, steps: 3, durationMs: ANY_NUMBER },
        allowed: { maxTotalTokens: 20_000, maxSteps: 20, maxDurationMs: 60_000 },
      },
      trace: [
        { step: 0, action: "sdl.symbol.search", references: undefined },
        {
          step: 1,
          action: "sdl.symbol.getCard",
          args: { symbolId: "$id:validateToken" },
          references: ["$0.results[0].symbolId"],
        },
        { step: 2, action: undefined },
      ],
      pinned: { ledgerVersion: ANY_TEXT },
    },
  },
  {
    title: "a trace with references only",
    action: "sdl.chain",
    args: { steps: [{ fn: "manual", args: { actions: ["sdl.info"] } }], trace: { args: false } },
    answer: { trace: [{ step: 0, args: undefined }] },
  },
  {
    title: "an invalid reference fails with the step and its keys; the chain continues",
    action: "sdl.chain",
    args: {
      steps: [
        { fn: "symbolSearch", args: { query: "decode" } },
        { fn: "symbolGetCard", args: { symbolId: "$0.nothing" } },
        { fn: "manual", args: { actions: ["sdl.info"] } },
      ],
    },
    answer: {
      results: [
        { ok: true },
        { ok: false, result: undefined, error: { code: "invalid_params", message: text("results") } },
        { ok: true },
      ],
      stopped: undefined,
      trace: undefined,
    },
  },
  {
    title: "a chain that stops on an error",
    action: "sdl.chain",
    args: { steps: [{ fn: "nothing" }, { fn: "info" }], onError: "stop" },
    answer: {
      results: [{ ok: false }],
      stopped: { step: 0, reason: "error" },
      pinned: undefined,
      checkedAt: undefined,
      staleFiles: undefined,
    },
  },
  {
    title: "a raw source request before a card gets a warning",
    action: "sdl.chain",
    args: {
      steps: [
        {
          fn: "codeWindow",
          args: {
            symbolId: "$id:validateToken",
            reason: "validateToken",
            expectedLines: 10,
            identifiersToFind: ["exp"],
          },
        },
      ],
    },
    answer: { results: [{ ok: true, warning: ANY_TEXT }] },
  },
  {
    title: "results and trace that do not fit are left out and marked",
    action: "sdl.chain",
    args: { steps: [{ fn: "symbolSearch", args: { query: "token" } }], budget: { maxTotalTokens: 60 }, trace: {} },
    answer: {
      results: [{ ok: true, result: undefined, omitted: { tokens: POSITIVE, howToResume: ANY_TEXT } }],
      traceOmitted: true,
    },
  },
  {
    title: "a chain whose first step cannot run",
    action: "sdl.chain",
    args: { steps: [{ fn: "info" }, { fn: "info" }], budget: { maxSteps: 1 } },
    answer: { results: [{ fn: "info" }], stopped: { step: 1, reason: "maxSteps" } },
  },
  {
    title: "an action search with all details",
    action: "sdl.action.search",
    args: { query: "who calls this function", limit: 25, includeSchemas: true, includeExamples: true },
    answer: {
      actions: some({
        action: "sdl.symbol.references",
        description: ANY_TEXT,
        tags: some(ANY_TEXT),
        schemaSummary: ANY_TEXT,
        example: {},
        prerequisites: some(ANY_TEXT),
        recommendedNextActions: some(ANY_TEXT),
        fallbacks: some(ANY_TEXT),
      }),
      tokenEstimate: POSITIVE,
    },
  },
  {
    title: "memory actions have no links",
    action: "sdl.action.search",
    args: { query: "memory report version list", limit: 25 },
    answer: { actions: some({ action: "sdl.memory.query", schemaSummary: undefined, example: undefined }) },
  },
  {
    title: "an action search without a match",
    action: "sdl.action.search",
    args: { query: "zzzyyyxxx" },
    answer: { actions: undefined },
  },
  {
    title: "the manual of two actions",
    action: "sdl.manual",
    args: { actions: ["symbolSearch", "sdl.symbol.getCard"], includeSchemas: true },
    answer: { manual: text("symbolSearch"), tokenEstimate: POSITIVE },
  },
  {
    title: "the manual of an unknown action",
    action: "sdl.manual",
    args: { actions: ["symbolSerch"] },
    error: { code: "invalid_params", message: text("symbolSerch") },
  },
  ...(
    [
      [
        "sdl.context.summary",
        { query: "validateToken", budget: 1 },
        { summary: { metadata: { minimumRequired: POSITIVE } } },
      ],
      [
        "sdl.chain",
        { steps: [{ fn: "symbolSearch", args: { query: "token" } }], budget: { maxTotalTokens: 1 } },
        { budget: { minimumRequired: POSITIVE } },
      ],
      [
        "sdl.delta.get",
        { fromVersion: "@latest~1", toVersion: "@latest", budget: { maxEstimatedTokens: 1 } },
        { budget: { minimumRequired: POSITIVE } },
      ],
      [
        "sdl.logic.slice",
        { symbolRef: { name: "validateToken" }, budget: 1 },
        { minimumRequired: POSITIVE, truncation: { truncated: true } },
      ],
      [
        "sdl.context.forTask",
        { symbolRef: { name: "validateToken" }, taskType: "refactor", budget: 1 },
        { omitted: ["blastRadius", "changeIntelligence"], budget: { minimumRequired: POSITIVE } },
      ],
      [
        "sdl.agent.orchestrate",
        { taskType: "explain", taskText: "validateToken", budget: { maxTokens: 1 } },
        { success: true, metrics: { minimumRequired: POSITIVE } },
      ],
    ] as const
  ).map(([action, args, answer]) => ({
    title: "a budget below the minimum states the minimum",
    action,
    args,
    answer,
  })),
];
