/** What a refresh changes: the version, the status, a slice that a client holds, memories. */
import { editTokens } from "../edits.js";
import type { Situation } from "../situation.js";
import { ANY_NUMBER, ANY_TEXT, matching, POSITIVE, some, text } from "./matchers.js";

export const REFRESH_SITUATIONS: readonly Situation[] = [
  {
    title: "a memory of a symbol, and one of a file that will go",
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
    title: "a refresh: what changed, came and went, and what was skipped",
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
    title: "what was skipped shows in the status, by class of reason",
    action: "sdl.repo.status",
    args: {},
    answer: { skipped: some({ reason: "too large", files: 1 }) },
  },
  {
    title: "nothing changed: no new version",
    action: "sdl.index.refresh",
    args: { mode: "full" },
    answer: { versionId: "$refreshed", changedFiles: 0, addedFiles: 0, removedFiles: 0 },
  },
  {
    title: "what of the slice changed, came and left, with the cards",
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
    title: "a memory of a symbol that changed is stale since then, and so is one of a file that is gone",
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
    title: "stored again by its id it is fresh",
    action: "sdl.memory.store",
    args: { type: "bugfix", title: "Race in authenticate()", content: "Still true.", memoryId: "$memory" },
    answer: { created: false },
  },
];
