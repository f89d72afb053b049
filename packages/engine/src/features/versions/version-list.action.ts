import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { repoId } from "../../contract/schemas.js";
import { listVersions } from "./versions.js";
import { versionsText } from "./versions-text.js";

/** How long versions are kept. */
export const retention = () =>
  z.strictObject({
    versions: z.int().describe("So many of the last ones"),
    days: z.int().describe("The last one of each of so many days"),
  });

export const versionList = defineAction({
  name: "sdl.version.list",
  title: "List versions",
  description:
    "The versions that are kept, newest first: id, time, commit, counts, and the bytes that only it takes. Any of them can be passed as asOfVersion.",
  input: () =>
    z.strictObject({
      repoId,
      limit: z.int().min(1).max(10_000).default(100).describe("Versions, newest first; total counts all"),
    }),
  output: () =>
    z.strictObject({
      repoId: z.string(),
      total: z.int(),
      versions: z.array(
        z.strictObject({
          versionId: z.string(),
          createdAt: z.string(),
          commit: z.string().optional(),
          files: z.int(),
          symbols: z.int(),
          edges: z.int(),
          changedFiles: z.int().optional().describe("Over the version before it; absent for the oldest"),
          ownBytes: z.int().describe("Its record, and facts that no other version names"),
          keptBy: z
            .enum(["latest", "recent", "daily", "pinned"])
            .optional()
            .describe("Absent: goes with the next prune"),
        }),
      ),
      storeBytes: z.int(),
      retention: retention(),
    }),
  annotations: READS,
  examples: [{ title: "Which versions are there?", args: { repoId: "my-app" } }],
  text: versionsText,
  run: listVersions,
});
