/** Action sdl.version.list: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { repoId } from "../../contract/schemas.js";
import { listVersions } from "./versions.js";
import { versionsText } from "./versions-text.js";

/** Retention of versions. */
export const retention = () =>
  z.strictObject({
    versions: z.int().describe("Number of latest versions kept"),
    days: z.int().describe("Number of days of which the last version is kept"),
  });

/** Lists kept versions with their sizes. */
export const versionList = defineAction({
  name: "sdl.version.list",
  title: "List versions",
  description:
    "The versions that are kept, newest first: id, time, commit, counts, and the bytes that only this version uses. Each can be passed as asOfVersion.",
  input: () =>
    z.strictObject({
      repoId,
      limit: z
        .int()
        .min(1)
        .max(10_000)
        .default(100)
        .describe("Maximum number of versions, newest first; total counts all"),
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
          changedFiles: z
            .int()
            .optional()
            .describe("Number of files changed since the previous version; absent for the oldest"),
          ownBytes: z.int().describe("Bytes of its record, and of facts that no other version uses"),
          keptBy: z
            .enum(["latest", "recent", "daily", "pinned"])
            .optional()
            .describe("Absent if the next prune removes it"),
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
