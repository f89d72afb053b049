/** Schemas of a delta, shared by the actions that answer with one. */
import { z } from "zod";
import { companion, listOf, symbolId, textDiff } from "../../contract/schemas.js";

const BLAST_SIGNALS = ["directDependent", "graph", "process", "diagnostic"] as const;

const listDiff = () => z.strictObject({ added: listOf(z.string()), removed: listOf(z.string()) });

export const changedSymbol = () =>
  z.strictObject({
    symbolId,
    name: z.string().describe("Qualified; a module's is its path"),
    file: z.string(),
    changeType: z.enum(["added", "removed", "modified"]),
    movedFrom: z
      .strictObject({ symbolId, file: z.string(), name: z.string() })
      .optional()
      .describe("Moved or renamed: the same code under another id"),
    signatureDiff: textDiff().optional(),
    invariantDiff: listDiff().optional(),
    sideEffectDiff: listDiff().optional(),
    bodyChanged: z.boolean(),
    risk: z.int().describe("0..100"),
  });

export const blastEntry = () =>
  z.strictObject({
    symbolId,
    name: z.string(),
    file: z.string(),
    reason: z.string().describe("The path from this symbol to the change"),
    distance: z.int().describe("Number of edges to the change"),
    rank: z.number().describe("0..1, by distance, confidence, fan-in, tests and processes"),
    signal: z.enum(BLAST_SIGNALS).describe("diagnostic: a reference whose target no longer exists"),
    fanInTrend: z
      .strictObject({ previous: z.int(), current: z.int(), growthRate: z.number(), isAmplifier: z.boolean() })
      .optional(),
  });

export const deltaPack = () =>
  z.strictObject({
    repoId: z.string(),
    fromVersion: z.string(),
    toVersion: z.string(),
    changedSymbols: listOf(changedSymbol()).describe("Riskiest first"),
    blastRadius: listOf(blastEntry()).describe("Unchanged symbols that may be affected, highest rank first"),
    truncation: z
      .strictObject({
        truncated: z.literal(true),
        droppedCards: z.int(),
        droppedEdges: z.int(),
        howToResume: z.string(),
      })
      .optional(),
    trimmedSet: z
      .strictObject({ changedSymbols: z.int(), blastRadius: z.int() })
      .optional()
      .describe("Number of entries left out of each list"),
    spilloverHandle: z
      .string()
      .optional()
      .describe("Handle for sdl.slice.spillover.get, which pages through the entries left out"),
    alsoUsuallyChanges: listOf(companion()).describe("From the git history; absent without git"),
  });

export const amplifier = () =>
  z.strictObject({
    symbolId,
    name: z.string(),
    file: z.string(),
    growthRate: z.number(),
    previous: z.int(),
    current: z.int(),
  });
