import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { etags, fresh, lease, oneOf, queryAnswer, repoId, sliceHandle, versionId } from "../../contract/schemas.js";
import { refreshSlice } from "./refresh-slice.js";
import { sliceRefreshText } from "./slice-refresh-text.js";

export const sliceRefresh = defineAction({
  name: "sdl.slice.refresh",
  title: "Refresh a slice",
  description:
    "What changed of a slice since the version you know: changed, new and gone symbols with their cards, nothing twice. Unchanged: notModified.",
  input: () =>
    oneOf(
      {
        repoId: repoId.describe("Default: the handle's"),
        sliceHandle: sliceHandle.optional().describe("Of sdl.slice.build"),
        handle: sliceHandle.optional().describe("The same, with knownCardEtags"),
        knownVersion: versionId.optional().describe("That you last saw; default: the one the handle was given for"),
        knownCardEtags: etags.optional().describe("Symbol to etag of further cards that you have"),
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
          "What changed in the code of the slice's symbols (changedSymbols, blastRadius) and in the slice itself (cards, entered, left, edges; applySliceDelta of @sdl/slice applies it)",
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
