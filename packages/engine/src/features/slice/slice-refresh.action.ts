/** Action sdl.slice.refresh: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { etags, fresh, lease, oneOf, queryAnswer, repoId, sliceHandle, versionId } from "../../contract/schemas.js";
import { refreshSlice } from "./refresh-slice.js";
import { sliceRefreshText } from "./slice-refresh-text.js";

/** Returns what changed in a slice since a known version. */
export const sliceRefresh = defineAction({
  name: "sdl.slice.refresh",
  title: "Refresh a slice",
  description:
    "Changes of a slice since a known version: changed, new and removed symbols with their cards, without cards that you have. Unchanged: notModified.",
  input: () =>
    oneOf(
      {
        repoId: repoId.describe("Default: the handle's repository"),
        sliceHandle: sliceHandle.optional().describe("Handle from sdl.slice.build"),
        handle: sliceHandle.optional().describe("The same handle, for use with knownCardEtags"),
        knownVersion: versionId
          .optional()
          .describe("The version that you last saw; default: the version at which the handle was issued"),
        knownCardEtags: etags.optional().describe("Symbol to etag, for further cards that you have"),
        fresh,
      },
      ["sliceHandle", "handle"],
    ),
  output: () =>
    queryAnswer({
      sliceHandle: z.string(),
      knownVersion: z.string(),
      currentVersion: z.string(),
      notModified: z.boolean(),
      delta: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          "Changes in the code of the slice's symbols (changedSymbols, blastRadius) and in the slice itself (cards, entered, left, edges; applySliceDelta of @sdl/slice applies it)",
        ),
      lease: lease(),
    }),
  annotations: READS,
  examples: [
    { title: "Since a version", args: { sliceHandle: "h_0123456789abcdef", knownVersion: "v1770600000000" } },
    {
      title: "With the cards at hand",
      args: { repoId: "my-app", handle: "h_0123456789abcdef", knownCardEtags: { validateToken: "a7f3c2d1e0b94856" } },
    },
  ],
  guide: {
    tags: ["slice", "delta", "incremental"],
    prerequisites: ["sdl.slice.build"],
    nextActions: ["sdl.symbol.getCards"],
    fallbacks: ["sdl.slice.build"],
  },
  text: sliceRefreshText,
  run: refreshSlice,
});
