/** Action sdl.action.search: parameters, answer, examples and guide. */
import { loadTokenCounter } from "@sdl/slice";
import { z } from "zod";
import { type Action, defineAction, READS } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { listOf } from "../../contract/schemas.js";
import { foundActionsText } from "./manual-text.js";
import { searchActions } from "./search-actions.js";

const links = () => listOf(z.string());

/** The action sdl.action.search. @param catalog the actions that are searched */
export function defineActionSearch(catalog: ActionCatalog): Action {
  return defineAction({
    name: "sdl.action.search",
    title: "Search actions",
    description:
      "Find actions by a description of what they do; best first, with prerequisites, next actions and alternatives.",
    input: () =>
      z.strictObject({
        query: z.string().min(1).max(500).describe("Description of what you want to do"),
        limit: z.int().min(1).max(25).default(5).describe("Maximum number of actions, best first"),
        includeSchemas: z.boolean().default(false).describe("Add parameters"),
        includeExamples: z.boolean().default(false).describe("Add one example each"),
      }),
    output: () =>
      z.strictObject({
        actions: listOf(
          z.strictObject({
            action: z.string(),
            description: z.string(),
            tags: links(),
            schemaSummary: z.string().optional(),
            example: z.record(z.string(), z.unknown()).optional(),
            prerequisites: links(),
            recommendedNextActions: links(),
            fallbacks: links(),
          }),
        ),
        tokenEstimate: z.int().describe("Of actions as JSON, exact"),
      }),
    annotations: READS,
    examples: [
      {
        title: "What tells who calls a function?",
        args: { query: "who calls this function", limit: 3, includeSchemas: true, includeExamples: true },
      },
    ],
    guide: {
      tags: ["discover", "help", "tools", "catalog"],
      nextActions: ["sdl.manual", "sdl.chain"],
      fallbacks: ["sdl.manual"],
    },
    text: foundActionsText,
    run: async ({ selection }, request) =>
      searchActions(catalog.selectOffered(selection), request, await loadTokenCounter()),
  });
}
