import { z } from "zod";
import { defineAction } from "../../contract/action.js";
import { listOf, repoId } from "../../contract/schemas.js";
import { retention } from "./version-list.action.js";
import { pruneVersions } from "./versions.js";
import { prunedText } from "./versions-text.js";

export const versionPrune = defineAction({
  name: "sdl.version.prune",
  title: "Prune versions",
  description:
    "Takes out old versions. The latest stays, and what leases, tags or base commits pin. Refreshes prune by themselves; asSetting changes what they keep.",
  input: () =>
    z.strictObject({
      repoId,
      keepVersions: z
        .int()
        .min(1)
        .max(100_000)
        .optional()
        .describe("So many of the last ones; default: the setting, 50"),
      keepDays: z.int().min(0).max(36_500).optional().describe("The last one of each of so many days; default 30"),
      asSetting: z.boolean().default(false).describe("Keep so many from now on"),
      dryRun: z.boolean().default(false).describe("Say what would go, and leave it"),
    }),
  output: () =>
    z.strictObject({
      repoId: z.string(),
      dryRun: z.boolean(),
      dropped: listOf(z.string()),
      kept: z.int(),
      freedBytes: z.int().describe("Used again; the file keeps its size"),
      retention: retention(),
    }),
  annotations: { readOnly: false, destructive: true, idempotent: true },
  examples: [
    { title: "What would go?", args: { repoId: "my-app", keepVersions: 10, keepDays: 0, dryRun: true } },
    { title: "Keep the last 20 from now on", args: { repoId: "my-app", keepVersions: 20, asSetting: true } },
  ],
  text: prunedText,
  run: pruneVersions,
});
