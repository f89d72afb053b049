import { z } from "zod";
import { defineAction } from "../../contract/action.js";
import { answerBasis, fresh, repoId, version } from "../../contract/schemas.js";
import { runQuery } from "../../query/run-query.js";
import { amplifier, deltaPack } from "./delta-schemas.js";
import { getDelta } from "./get-delta.js";

export const deltaGet = defineAction({
  name: "sdl.delta.get",
  title: "Compare two versions",
  description:
    "What changed between two versions, symbol by symbol (signature, invariants, side effects, body), and which symbols that may reach, ranked, each with the way.",
  core: false,
  input: () =>
    z.strictObject({
      repoId,
      fromVersion: version.describe("v…, @latest~n, or a git name: HEAD~2, main"),
      toVersion: version.describe("Likewise"),
      budget: z
        .strictObject({
          maxCards: z.int().min(1).max(500).default(30).describe("Changed and reached symbols together"),
          maxEstimatedTokens: z.int().min(1).max(200_000).default(4000).describe("o200k tokens of the whole answer"),
        })
        .prefault({})
        .describe("Covers the whole answer, in o200k tokens"),
      fresh,
    }),
  output: () =>
    z.strictObject({
      delta: deltaPack(),
      budget: z.strictObject({
        used: z.int().describe("Of this answer, exact"),
        allowed: z.int(),
        minimumRequired: z.int().optional().describe("The budget is below what the smallest answer takes"),
      }),
      amplifiers: z.array(amplifier()).optional().describe("Symbols that gained dependents fast"),
      ...answerBasis(),
    }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  examples: [
    {
      title: "What did the last refresh change?",
      args: { repoId: "my-app", fromVersion: "@latest~1", toVersion: "@latest" },
    },
  ],
  guide: {
    tags: ["diff", "changes", "impact", "blast radius", "breaking", "compare"],
    prerequisites: ["two versions: sdl.index.refresh makes one of what changed"],
    nextActions: ["sdl.pr.risk.analyze", "sdl.symbol.getCard"],
    fallbacks: ["sdl.symbol.references"],
  },
  run: (request, context) => runQuery(context, request, (query) => getDelta(context, query, request)),
});
