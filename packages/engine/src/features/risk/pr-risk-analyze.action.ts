import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import {
  companion,
  comparedVersions,
  fresh,
  listOf,
  queryAnswer,
  repoId,
  symbolId,
  textDiff,
} from "../../contract/schemas.js";
import { asQuery } from "../../query/run-query.js";
import { analyzeRisk } from "./analyze-risk.js";
import { riskText } from "./risk-text.js";

const LEVELS = ["low", "medium", "high"] as const;

const label = () => z.strictObject({ symbolId, name: z.string(), file: z.string() });

const finding = () =>
  z.strictObject({
    type: z.enum([
      "high-risk-changes",
      "interface-breaking-changes",
      "side-effect-changes",
      "removed-symbols",
      "large-impact-radius",
      "untested-changes",
      "new-symbols",
    ]),
    severity: z.enum(LEVELS),
    score: z.int(),
    message: z.string(),
    affectedSymbols: z.array(label()).describe("The first 20, riskiest first"),
    metadata: z.record(z.string(), z.number()),
  });

const analysis = () =>
  z.strictObject({
    riskScore: z.int().describe("0..100"),
    riskLevel: z.enum(LEVELS).describe("medium from 40, high from 70"),
    findings: listOf(finding()).describe("Those above riskThreshold, highest score first"),
    breaks: listOf(
      z.strictObject({
        name: z
          .string()
          .describe("Qualified, as users know it; for a requirement of a package the path of its manifest"),
        file: z.string(),
        line: z.int(),
        changes: z.array(z.string()).describe("What changed for users"),
        isPublic: z.boolean(),
        breakage: z.int().describe("0..100: how probably it breaks code that uses it"),
        signatureDiff: textDiff().optional(),
        unchangedUsers: listOf(z.strictObject({ name: z.string(), file: z.string(), line: z.int() })).describe(
          "The first 10 that use it and did not change",
        ),
      }),
    ).describe("The first 20, most probable first"),
    breaksCount: z.int(),
    impactedSymbols: listOf(label().extend({ distance: z.int(), rank: z.number(), signal: z.string() })).describe(
      "The first 50 of the blast radius",
    ),
    evidence: z.array(
      z.strictObject({
        type: z.string(),
        description: z.string(),
        symbolId: symbolId.optional(),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
    recommendedTests: listOf(
      z.strictObject({
        type: z.enum(["linked", "dependent", "changed"]),
        description: z.string(),
        targetSymbols: listOf(label()),
        files: z.array(z.string()),
        priority: z.enum(LEVELS),
      }),
    ).describe("Test files of the repository, nearest to the change first"),
    alsoUsuallyChanges: listOf(companion()).describe("From the git history"),
    changedSymbolsCount: z.int(),
    blastRadiusCount: z.int(),
  });

export const prRiskAnalyze = defineAction({
  name: "sdl.pr.risk.analyze",
  title: "Assess the risk of a change",
  description:
    "The risk of a change between two versions: a score, findings with their symbols, affected symbols, tests to run, and whether to accept the change.",
  input: () =>
    z.strictObject({
      repoId,
      ...comparedVersions(),
      riskThreshold: z.number().min(0).max(100).default(0).describe("Only findings with a higher score"),
      fresh,
    }),
  output: () =>
    queryAnswer({
      analysis: analysis(),
      escalationRequired: z.boolean(),
      policyDecision: z.strictObject({
        decision: z
          .enum(["allow", "escalate", "deny"])
          .describe("escalate: high risk; deny: high risk and broken references"),
        deniedReasons: listOf(z.string()),
        auditHash: z.string().describe("SHA-256 of versions, score, findings and decision"),
      }),
    }),
  annotations: READS,
  examples: [
    {
      title: "Is the last refresh safe to merge?",
      args: { repoId: "my-app", fromVersion: "@latest~1", toVersion: "@latest", riskThreshold: 40 },
    },
  ],
  guide: {
    tags: ["review", "pull request", "gate", "tests", "impact", "breaking"],
    prerequisites: ["two versions: sdl.index.refresh creates one if files changed"],
    nextActions: ["sdl.delta.get", "sdl.symbol.references"],
    fallbacks: ["sdl.delta.get"],
  },
  text: riskText,
  run: asQuery(analyzeRisk, () => "needed"),
});
