/** Action sdl.delta.get: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  answerTokens,
  comparedVersions,
  fresh,
  listOf,
  queryAnswer,
  repoId,
  spentBudget,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { amplifier, deltaPack } from "./delta-schemas.js";
import { deltaText } from "./delta-text.js";
import { getDelta } from "./get-delta.js";

/** Compares two versions: changed symbols, and symbols that they may affect. */
export const deltaGet = defineAction({
  name: "sdl.delta.get",
  title: "Compare two versions",
  description:
    "What changed between two versions, symbol by symbol (signature, invariants, side effects, body), and the unchanged symbols that this may affect, ranked, each with the path to the change.",
  input: () =>
    z.strictObject({
      repoId,
      ...comparedVersions(),
      budget: z
        .strictObject({
          maxCards: z
            .int()
            .min(1)
            .max(500)
            .optional()
            .describe("Changed and affected symbols together; default 30, as text 120"),
          maxEstimatedTokens: answerTokens.default(4000).describe("o200k tokens of the whole answer"),
        })
        .prefault({})
        .describe("Covers the whole answer, in o200k tokens"),
      fresh,
    }),
  output: () =>
    queryAnswer({
      delta: deltaPack(),
      budget: spentBudget(),
      amplifiers: listOf(amplifier()).describe("Symbols whose number of dependents grew fast"),
    }),
  annotations: READS,
  examples: [
    {
      title: "What did the last refresh change?",
      args: { repoId: "my-app", fromVersion: "@latest~1", toVersion: "@latest" },
    },
  ],
  guide: {
    tags: ["diff", "changes", "impact", "blast radius", "breaking", "compare"],
    prerequisites: ["two versions: sdl.index.refresh creates one if files changed"],
    nextActions: ["sdl.pr.risk.analyze", "sdl.symbol.getCard"],
    fallbacks: ["sdl.symbol.references"],
  },
  text: deltaText,
  run: asQuery(getDelta, () => "needed"),
});
