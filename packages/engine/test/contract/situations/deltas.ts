/** Situations of deltas between versions, affected symbols, and risk. */
import type { Situation } from "../situation.js";
import { ANY_NUMBER, ANY_TEXT, matching, POSITIVE, some, text } from "./matchers.js";

const LAST = { fromVersion: "@latest~1", toVersion: "@latest" };

export const DELTA_SITUATIONS: readonly Situation[] = [
  {
    title: "each kind of change, affected symbols, symbols that gained callers, companions",
    action: "sdl.delta.get",
    args: { ...LAST, budget: { maxCards: 100, maxEstimatedTokens: 20_000 } },
    answer: {
      delta: {
        repoId: "shop",
        changedSymbols: some(
          { name: "legacyLogin", changeType: "removed", risk: 28, bodyChanged: true },
          { name: "auditJob", changeType: "added" },
          {
            name: "validateToken",
            changeType: "modified",
            signatureDiff: { before: text("now = 0, label?: string"), after: text("now: number") },
            invariantDiff: { added: some(text("bearer")), removed: undefined },
            movedFrom: undefined,
          },
          {
            name: "parseTime",
            invariantDiff: { added: undefined, removed: some(text("RangeError")) },
            signatureDiff: undefined,
          },
          { name: "MemoryStore.save", sideEffectDiff: { added: undefined, removed: ["writes console"] } },
          { name: "forget", sideEffectDiff: { added: ["writes console"], removed: ["deletes file"] } },
          {
            name: "keyOf",
            changeType: "modified",
            movedFrom: { file: "src/users/store.ts", name: "keyOf" },
            bodyChanged: false,
            risk: 0,
          },
        ),
        blastRadius: some(
          {
            name: "authenticate",
            distance: 1,
            signal: "directDependent",
            reason: "calls validateToken: signature changed",
            rank: POSITIVE,
            fanInTrend: { previous: 1, current: 5, growthRate: 4, isAmplifier: true },
          },
          { name: "callLegacy", signal: "diagnostic", fanInTrend: undefined },
          { name: "handleLogin", distance: 2, signal: "graph" },
        ),
        alsoUsuallyChanges: some(
          { symbolId: "$id:handleLogin", confidence: 0.41, support: 4 },
          { confidence: POSITIVE, support: 0 },
        ),
        truncation: undefined,
        trimmedSet: undefined,
        spilloverHandle: undefined,
      },
      amplifiers: some({ symbolId: "$id:decode", growthRate: 1.5, previous: 2, current: 5 }),
    },
  },
  {
    title: "a delta cut to a budget states how much is left out",
    action: "sdl.delta.get",
    args: { ...LAST, budget: { maxCards: 3 } },
    answer: {
      delta: {
        truncation: { truncated: true, droppedCards: POSITIVE, droppedEdges: ANY_NUMBER, howToResume: ANY_TEXT },
        trimmedSet: { changedSymbols: POSITIVE, blastRadius: ANY_NUMBER },
        spilloverHandle: matching(/^d_\d{16}$/),
      },
    },
    keep: { trimmed: "delta.spilloverHandle" },
  },
  {
    title: "the changes that a delta left out, in pages",
    action: "sdl.slice.spillover.get",
    args: { spilloverHandle: "$trimmed", pageSize: 2 },
    answer: {
      spilloverHandle: matching(/^d_/),
      changedSymbols: some({ name: ANY_TEXT, risk: ANY_NUMBER }),
      blastRadius: undefined,
      symbols: undefined,
      hasMore: true,
      cursor: ANY_TEXT,
    },
  },
  {
    title: "the blast radius that a delta left out, after the changes",
    action: "sdl.slice.spillover.get",
    args: { handle: "$trimmed", pageSize: 100 },
    answer: { blastRadius: some({ name: ANY_TEXT, reason: ANY_TEXT }), hasMore: false, cursor: undefined },
  },
  {
    title: "the delta of a version with itself is empty",
    action: "sdl.delta.get",
    args: { fromVersion: "@latest", toVersion: "@latest" },
    answer: {
      delta: { changedSymbols: undefined, blastRadius: undefined, alsoUsuallyChanges: undefined },
      amplifiers: undefined,
    },
  },
  {
    title: "the reverse delta has added symbols as removed",
    action: "sdl.delta.get",
    args: { fromVersion: "@latest", toVersion: "@latest~1" },
    answer: {
      delta: {
        changedSymbols: some({ name: "legacyLogin", changeType: "added" }, { name: "auditJob", changeType: "removed" }),
      },
    },
  },
  {
    title: "a delta of git revisions",
    action: "sdl.delta.get",
    args: { fromVersion: "HEAD~1", toVersion: "HEAD" },
    answer: { delta: { fromVersion: matching(/^v\d+$/), toVersion: matching(/^v\d+$/) } },
  },
  {
    title: "an unknown revision",
    action: "sdl.delta.get",
    args: { fromVersion: "no-such-branch", toVersion: "@latest" },
    error: { code: "version_not_found", message: text("no-such-branch") },
  },
  {
    title: "a change with broken references",
    action: "sdl.pr.risk.analyze",
    args: LAST,
    answer: {
      analysis: {
        riskScore: 43,
        riskLevel: "medium",
        findings: some(
          {
            type: "interface-breaking-changes",
            severity: "medium",
            score: POSITIVE,
            message: ANY_TEXT,
            affectedSymbols: [{ symbolId: "$id:validateToken", name: "validateToken", file: "src/auth/token.ts" }],
            metadata: { count: 1, publicApi: 0, unchangedUsers: 1 },
          },
          { type: "removed-symbols", metadata: { count: 2 } },
          { type: "side-effect-changes" },
          { type: "untested-changes" },
          { type: "new-symbols", metadata: { count: 9 } },
        ),
        impactedSymbols: some({ name: "authenticate", distance: 1, signal: "directDependent" }),
        evidence: some({ type: ANY_TEXT, description: ANY_TEXT }),
        recommendedTests: some(
          { type: "changed", files: ["tests/test_report.py"], targetSymbols: undefined },
          {
            files: ["test/token.test.ts"],
            priority: "high",
            targetSymbols: some({ name: "validateToken" }),
          },
        ),
        changedSymbolsCount: 17,
        blastRadiusCount: POSITIVE,
      },
      policyDecision: { decision: "allow", auditHash: matching(/^[0-9a-f]{64}$/) },
      escalationRequired: false,
    },
  },
  {
    title: "only findings above the threshold",
    action: "sdl.pr.risk.analyze",
    args: { ...LAST, riskThreshold: 100 },
    answer: { analysis: { findings: undefined } },
  },
  {
    title: "no change has no risk",
    action: "sdl.pr.risk.analyze",
    args: { fromVersion: "@latest", toVersion: "@latest" },
    answer: {
      analysis: {
        riskScore: 0,
        riskLevel: "low",
        findings: undefined,
        impactedSymbols: undefined,
        recommendedTests: undefined,
        changedSymbolsCount: 0,
        blastRadiusCount: 0,
      },
      policyDecision: { decision: "allow", deniedReasons: undefined },
    },
  },
];
