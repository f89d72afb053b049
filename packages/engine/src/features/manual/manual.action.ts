/** Action sdl.manual: parameters, answer, examples and guide. */
import { loadTokenCounter } from "@sdl/slice";
import { z } from "zod";
import { type Action, defineAction, READS } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { manualText } from "./manual-text.js";
import { writeManual } from "./write-manual.js";

/** The action sdl.manual. @param catalog the actions that are described */
export function defineManual(catalog: ActionCatalog): Action {
  return defineAction({
    name: "sdl.manual",
    title: "Manual",
    description:
      "Every action as a function with its parameters and answer. Read once before sdl.chain; query or actions make it short.",
    input: () =>
      z.strictObject({
        query: z.string().min(1).max(500).optional().describe("Only actions that match these words"),
        actions: z
          .array(z.string().min(1).max(100))
          .min(1)
          .max(100)
          .optional()
          .describe("These actions, in any spelling"),
        format: z.enum(["typescript", "markdown", "json"]).default("typescript").describe("Declarations, text or JSON"),
        includeSchemas: z.boolean().default(false).describe("Add ranges, defaults and descriptions of parameters"),
        includeExamples: z.boolean().default(false).describe("Add examples"),
      }),
    output: () => z.strictObject({ manual: z.string(), tokenEstimate: z.int().describe("Of the manual, exact") }),
    annotations: READS,
    examples: [
      {
        title: "Two functions in full",
        args: { actions: ["symbolSearch", "sdl.symbol.getCard"], includeSchemas: true },
      },
      { title: "Documentation about references, in Markdown", args: { query: "references", format: "markdown" } },
    ],
    guide: {
      tags: ["help", "api", "documentation", "overview of actions"],
      nextActions: ["sdl.chain"],
      fallbacks: ["sdl.action.search"],
    },
    text: manualText,
    run: async ({ selection }, request) =>
      writeManual(catalog.selectOffered(selection), request, await loadTokenCounter()),
  });
}
