/** Situations of a refresh: the new version, status, a client's slice, memories. */
import { editTokens } from "../edits.js";
import type { Situation } from "../situation.js";
import { ANY_NUMBER, ANY_TEXT, matching, POSITIVE, some, text } from "./matchers.js";

export const REFRESH_SITUATIONS: readonly Situation[] = [
  {
    title: "a memory of a symbol, and one of a file that will be deleted",
    action: "sdl.memory.store",
    args: {
      type: "bugfix",
      title: "Race in authenticate()",
      content: "The refresh of a token was not awaited.",
      symbolIds: ["$id:authenticate"],
    },
    answer: { created: true },
    keep: { memory: "memoryId" },
  },
  {
    title: "a slice that will change",
    action: "sdl.slice.build",
    args: {
      taskText: "authenticate a bearer token",
      wireFormat: "standard",
      budget: { maxCards: 12, maxEstimatedTokens: 6000 },
    },
    answer: { slice: { cards: some({ name: "authenticate" }) } },
    keep: { growing: "sliceHandle", grownFrom: "ledgerVersion" },
  },
  {
    title: "a refresh with changed, added, removed and skipped files",
    action: "sdl.index.refresh",
    args: { reason: "the contract" },
    before: editTokens,
    answer: {
      ok: true,
      repoId: "shop",
      versionId: matching(/^v/),
      changedFiles: POSITIVE,
      addedFiles: 1,
      removedFiles: 1,
      symbols: POSITIVE,
      edges: POSITIVE,
      skipped: some({ file: "src/broken.bin.ts", reason: ANY_TEXT }),
      durationMs: ANY_NUMBER,
    },
    keep: { refreshed: "versionId" },
  },
  {
    title: "the status counts skipped files by class of reason",
    action: "sdl.repo.status",
    args: {},
    answer: { skipped: some({ reason: "too large", files: 1 }) },
  },
  {
    title: "a refresh without changes creates no version",
    action: "sdl.index.refresh",
    args: { mode: "full" },
    answer: { versionId: "$refreshed", changedFiles: 0, addedFiles: 0, removedFiles: 0 },
  },
  {
    title: "changed, entered and left symbols of the slice, with cards",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$growing", knownVersion: "$grownFrom" },
    answer: {
      sliceHandle: "$growing",
      knownVersion: "$grownFrom",
      currentVersion: "$refreshed",
      notModified: false,
      delta: {
        changedSymbols: some({ name: "authenticate", signatureDiff: { after: text("now: number") } }),
        cards: some({ name: "authenticate" }),
        entered: some(ANY_TEXT),
        left: some(ANY_TEXT),
        budget: { used: POSITIVE, allowed: 6000 },
      },
      lease: { minVersion: "$grownFrom", maxVersion: "$refreshed" },
    },
  },
  {
    title: "memories of a changed symbol and of a deleted file are stale",
    action: "sdl.memory.query",
    args: { staleOnly: true },
    answer: {
      memories: [
        { memoryId: "$memory", stale: true, staleVersion: "$refreshed" },
        { linkedFiles: ["src/auth/token.ts"], linkedSymbols: undefined, stale: true, staleVersion: "$refreshed" },
      ],
    },
  },
  {
    title: "a memory stored again by its id is no longer stale",
    action: "sdl.memory.store",
    args: { type: "bugfix", title: "Race in authenticate()", content: "Still true.", memoryId: "$memory" },
    answer: { created: false },
  },
];
