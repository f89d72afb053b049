/** Action sdl.version.prune: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction } from "../../contract/action.js";
import { listOf, repoId } from "../../contract/schemas.js";
import { retention } from "./version-list.action.js";
import { pruneVersions } from "./versions.js";
import { prunedText } from "./versions-text.js";

/** Removes versions that the retention does not keep. */
export const versionPrune = defineAction({
  name: "sdl.version.prune",
  title: "Prune versions",
  description:
    "Removes old versions. Keeps the latest one and those pinned by leases, tags or base commits. Refreshes prune automatically; asSetting changes what they keep.",
  input: () =>
    z.strictObject({
      repoId,
      keepVersions: z
        .int()
        .min(1)
        .max(100_000)
        .optional()
        .describe("Number of latest versions to keep; default: the repository's setting, initially 50"),
      keepDays: z
        .int()
        .min(0)
        .max(36_500)
        .optional()
        .describe("Number of days of which to keep the last version; default: the repository's setting, initially 30"),
      asSetting: z.boolean().default(false).describe("Store these numbers as the repository's setting"),
      dryRun: z.boolean().default(false).describe("Dry run: list what would be deleted, delete nothing"),
    }),
  output: () =>
    z.strictObject({
      repoId: z.string(),
      dryRun: z.boolean(),
      dropped: listOf(z.string()),
      kept: z.int(),
      freedBytes: z.int().describe("Bytes freed for reuse; the store's file keeps its size"),
      retention: retention(),
    }),
  annotations: { readOnly: false, destructive: true, idempotent: true },
  examples: [
    { title: "What would be deleted?", args: { repoId: "my-app", keepVersions: 10, keepDays: 0, dryRun: true } },
    { title: "Keep the last 20 from now on", args: { repoId: "my-app", keepVersions: 20, asSetting: true } },
  ],
  text: prunedText,
  run: pruneVersions,
});
