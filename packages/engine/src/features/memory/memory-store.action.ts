import { z } from "zod";
import { defineAction, WRITES } from "../../contract/action.js";
import { confidence, repoId } from "../../contract/schemas.js";
import { storeMemory } from "./memory-actions.js";
import { linkedSymbolIds, memoryId, memoryType, saidMemory, tags } from "./memory-schemas.js";
import { storedText } from "./memory-text.js";

export const memoryStore = defineAction({
  name: "sdl.memory.store",
  title: "Store a memory",
  description:
    "Keeps a decision, bugfix or task note with the symbols it is about, as a Markdown file in .sdl-memory/. The same said twice is kept once.",
  input: () =>
    z.strictObject({
      repoId,
      type: memoryType.describe(
        "decision: why it is so; bugfix: what was wrong; task_context: notes on work under way",
      ),
      title: z.string().min(1).max(120).describe("Short, for scanning"),
      content: z.string().min(1).max(50_000).describe("Markdown; the why, not only the what"),
      tags: tags.optional().describe("Words to find it by"),
      confidence: confidence.default(0.8).describe("0.9 for verified facts, 0.7 for hypotheses"),
      symbolIds: linkedSymbolIds
        .optional()
        .describe("Symbols it is about, each as path:line, path#name or a name; a change of one marks it stale"),
      fileRelPaths: z
        .array(z.string().min(1).max(4096))
        .max(100)
        .optional()
        .describe("Files it is about, relative to the root"),
      memoryId: saidMemory
        .optional()
        .describe("Writes this memory anew (its title or id); what it links counts as seen now"),
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
