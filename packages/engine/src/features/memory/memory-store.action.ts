/** Action sdl.memory.store: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, WRITES } from "../../contract/action.js";
import { confidence, repoId } from "../../contract/schemas.js";
import { storeMemory } from "./memory-actions.js";
import { linkedSymbolIds, memoryId, memoryReference, memoryType, tags } from "./memory-schemas.js";
import { storedText } from "./memory-text.js";

/** Stores a note as a file in `.sdl-memory/`, linked to symbols. */
export const memoryStore = defineAction({
  name: "sdl.memory.store",
  title: "Store a memory",
  description:
    "Stores a decision, bugfix or task note, linked to symbols, as a Markdown file in .sdl-memory/. An equal memory is stored only once.",
  input: () =>
    z.strictObject({
      repoId,
      type: memoryType.describe(
        "decision: why the code is as it is; bugfix: what was wrong; task_context: notes on work in progress",
      ),
      title: z.string().min(1).max(120).describe("Short, for scanning"),
      content: z.string().min(1).max(50_000).describe("Markdown; state the reasons, not only the facts"),
      tags: tags.optional().describe("Words to find the memory by"),
      confidence: confidence.default(0.8).describe("0.9 for verified facts, 0.7 for hypotheses"),
      symbolIds: linkedSymbolIds
        .optional()
        .describe("Linked symbols, each as path:line, path#name or a name; a change of one marks the memory stale"),
      fileRelPaths: z
        .array(z.string().min(1).max(4096))
        .max(100)
        .optional()
        .describe("Linked files, relative to the repository's root"),
      memoryId: memoryReference
        .optional()
        .describe("Replace this memory (its title or id); its linked symbols and files count as unchanged from now on"),
    }),
  output: () => z.strictObject({ ok: z.literal(true), memoryId, created: z.boolean(), deduplicated: z.boolean() }),
  annotations: WRITES,
  examples: [
    {
      title: "Why a bug was there",
      args: {
        repoId: "my-app",
        type: "bugfix",
        title: "Race in authenticate()",
        content: "The token refresh was not awaited, so concurrent requests failed now and then.",
        tags: ["auth", "concurrency"],
        fileRelPaths: ["src/server.ts"],
        confidence: 0.9,
      },
    },
  ],
  text: storedText,
  run: storeMemory,
});
