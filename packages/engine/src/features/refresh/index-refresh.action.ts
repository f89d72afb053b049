/** Action sdl.index.refresh: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, WRITES } from "../../contract/action.js";
import { listOf, repoId } from "../../contract/schemas.js";
import { refreshIndex } from "./refresh-index.js";
import { refreshedText } from "./refresh-text.js";

/** Indexes changed files, or checks every file. */
export const indexRefresh = defineAction({
  name: "sdl.index.refresh",
  title: "Refresh the index",
  description:
    "Index the files that changed since the last version (incremental), or check every file (full). Creates a new version only if something changed. Can be cancelled.",
  input: () =>
    z.strictObject({
      repoId,
      mode: z
        .enum(["full", "incremental"])
        .default("incremental")
        .describe("incremental trusts unchanged file times and sizes; full hashes every file"),
      reason: z.string().max(500).optional().describe("Written to the log"),
    }),
  output: () =>
    z.strictObject({
      ok: z.literal(true),
      repoId: z.string(),
      versionId: z.string(),
      changedFiles: z.int(),
      addedFiles: z.int(),
      removedFiles: z.int(),
      symbols: z.int(),
      edges: z.int(),
      skipped: listOf(z.strictObject({ file: z.string(), reason: z.string() })),
      durationMs: z.number(),
    }),
  annotations: WRITES,
  examples: [{ title: "Bring the index up to date", args: { repoId: "my-app", mode: "incremental" } }],
  guide: {
    tags: ["index", "update", "reindex", "stale"],
    prerequisites: ["sdl.repo.register"],
    nextActions: ["sdl.slice.build", "sdl.repo.status", "sdl.repo.overview"],
    fallbacks: ["sdl.repo.status"],
  },
  text: refreshedText,
  run: refreshIndex,
});
