/** Action sdl.slice.spillover.get: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { card, lease, listOf, oneOf, queryAnswer, repoId, sliceHandle } from "../../contract/schemas.js";
import { blastEntry, changedSymbol } from "../delta/delta-schemas.js";
import { readSpillover } from "./get-spillover.js";
import { spilloverText } from "./spillover-text.js";

/** Returns a page of what a slice or delta left out. */
export const sliceSpilloverGet = defineAction({
  name: "sdl.slice.spillover.get",
  title: "Page through a spillover",
  description:
    "The candidates of a slice that its budget had no room for, best first, as cards; or the entries that a delta left out. Handles: spilloverHandle of sdl.slice.build and sdl.delta.get.",
  input: () =>
    oneOf(
      {
        repoId: repoId.describe("Default: the handle's repository"),
        spilloverHandle: sliceHandle.optional().describe("From a slice's truncation, or from a delta"),
        handle: sliceHandle.optional().describe("Instead of spilloverHandle: the slice's own handle"),
        cursor: z.string().min(1).max(200).optional().describe("Cursor of the previous page"),
        page: z.int().min(1).max(100_000).optional().describe("Instead of cursor: page number from 1"),
        pageSize: z.int().min(1).max(100).default(20).describe("Symbols on a page"),
      },
      ["spilloverHandle", "handle"],
    ).refine(({ cursor, page }) => cursor === undefined || page === undefined, "pass cursor or page, not both"),
  output: () =>
    queryAnswer({
      spilloverHandle: z.string(),
      cursor: z.string().optional(),
      hasMore: z.boolean(),
      symbols: listOf(z.strictObject(card())).describe("Entries of a slice's spillover"),
      changedSymbols: listOf(changedSymbol()).describe(
        "Changed symbols of a delta's spillover, which come before the blast radius",
      ),
      blastRadius: listOf(blastEntry()).describe("Blast radius of a delta's spillover"),
      lease: lease(),
    }),
  annotations: READS,
  examples: [
    { title: "The first twenty", args: { repoId: "my-app", spilloverHandle: "sp_0123456789abcdef", pageSize: 20 } },
    { title: "By the slice's handle and a page", args: { repoId: "my-app", handle: "h_0123456789abcdef", page: 1 } },
  ],
  guide: {
    tags: ["slice", "overflow", "paging"],
    prerequisites: ["sdl.slice.build"],
    nextActions: ["sdl.symbol.getCard"],
    fallbacks: ["sdl.slice.build"],
  },
  text: spilloverText,
  run: readSpillover,
});
