/** Assesses the risk of a change between two versions: score, findings, affected symbols, tests to run, and a gate's decision. */
import { createHash } from "node:crypto";
import {
  changedSymbolRecord,
  type Delta,
  type Finding,
  findRisks,
  type PackedBreak,
  packBreaks,
  packCompanions,
  type RatedChange,
  type RecommendedTest,
  type RiskLevel,
  type RiskParts,
  recommendTests,
  riskLevel,
  riskParts,
  riskScore,
  SCORE_WEIGHTS,
} from "@sdl/delta";
import type { SymbolRecord } from "@sdl/model/graph";
import type { ActionContext } from "../../contract/action.js";
import { type DeltaRequest, type NamedDelta, openDelta } from "../../query/compute-delta.js";
import type { Query } from "../../query/run-query.js";

/** Which versions to compare, and the gate's threshold. */
export interface RiskRequest extends DeltaRequest {
  readonly riskThreshold: number;
}

/** Maximum entries of each list, so that the whole analysis stays readable. */
const MAX = { breaks: 20, users: 10, companions: 10, affected: 20, impacted: 50, evidence: 20, tests: 20, targets: 10 };

/** @throws {SdlError} `version_not_found`, `busy` */
export async function analyzeRisk(query: Query, request: RiskRequest, context: ActionContext): Promise<object> {
  return assessDelta(await openDelta(context, query, request), request.riskThreshold);
}

/**
 * The analysis of a computed delta.
 * @param riskThreshold 0..100: findings with this score or less are left out; they still count in the score
 */
function assessDelta(named: NamedDelta, riskThreshold: number): object {
  const { delta } = named;
  const nameOf = (change: RatedChange): SymbolRecord => changedSymbolRecord(delta.pairs, change);
  const parts = riskParts(delta);
  const score = riskScore(parts);
  const level = riskLevel(score);
  const findings = findRisks(delta);
  const breaks = packBreaks(delta);
  return {
    analysis: {
      riskScore: score,
      riskLevel: level,
      findings: findings
        .filter((finding) => finding.score > riskThreshold)
        .map((finding) => packFinding(finding, nameOf)),
      breaks: breaks.slice(0, MAX.breaks).map(cutUsers),
      breaksCount: breaks.length,
      impactedSymbols: packImpacted(delta),
      evidence: [scoreEvidence(parts), ...listEvidence(delta, nameOf)],
      recommendedTests: recommendTests(delta)
        .slice(0, MAX.tests)
        .map((test) => packTest(test, nameOf)),
      alsoUsuallyChanges: packCompanions(delta).slice(0, MAX.companions),
      changedSymbolsCount: delta.changes.length,
      blastRadiusCount: delta.blast.length,
    },
    escalationRequired: level === "high",
    policyDecision: decideGate(named, { score, level, findings }),
  };
}

function cutUsers(broken: PackedBreak): PackedBreak {
  return { ...broken, unchangedUsers: broken.unchangedUsers.slice(0, MAX.users) };
}

type NameOf = (change: RatedChange) => SymbolRecord;

function packFinding({ type, severity, score, message, symbols, metadata }: Finding, nameOf: NameOf): object {
  return {
    type,
    severity,
    score,
    message,
    affectedSymbols: symbols.slice(0, MAX.affected).map((change) => findingLabel(nameOf(change))),
    metadata,
  };
}

function findingLabel({ id, qualifiedName, file }: SymbolRecord): object {
  return { symbolId: id, name: qualifiedName, file };
}

function packImpacted({ blast, pairs }: Delta): object[] {
  return blast.slice(0, MAX.impacted).map(({ symbol, distance, rank, signal }) => {
    return { ...findingLabel(pairs.after.graph.symbol(symbol)), distance, rank, signal };
  });
}

/** Evidence of the score: its parts. */
function scoreEvidence(parts: RiskParts): object {
  const data = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, Math.round(value * 10) / 10]));
  return {
    type: "score",
    description: Object.entries(SCORE_WEIGHTS)
      .map(([name, weight]) => `${weight} ${name}`)
      .join(" + ")
      .concat(", each 0..100"),
    data,
  };
}

/** Evidence of the findings: changed symbols, riskiest first, then broken references. */
function listEvidence(delta: Delta, nameOf: NameOf): object[] {
  const changed = delta.changes
    .filter(({ risk }) => !risk.isTestCode)
    .flatMap((change) => changeEvidence(change, nameOf(change)));
  const broken = delta.blast.filter(({ signal }) => signal === "diagnostic");
  const references = broken.map(({ symbol, reason, confidence }) => {
    const { id, qualifiedName, file } = delta.pairs.after.graph.symbol(symbol);
    return {
      type: "broken-reference",
      description: `${qualifiedName} (${file}) ${reason}`,
      symbolId: id,
      data: { confidence: Math.round(confidence * 100) / 100 },
    };
  });
  const room = Math.min(references.length, MAX.evidence >> 1);
  return [...changed.slice(0, MAX.evidence - room), ...references].slice(0, MAX.evidence);
}

function changeEvidence(change: RatedChange, { id, qualifiedName, file }: SymbolRecord): object[] {
  const { signatureDiff, sideEffectDiff, invariantDiff, risk } = change;
  const entry = (type: string, description: string, data: object): object => ({
    type,
    description,
    symbolId: id,
    data,
  });
  const name = `${qualifiedName} (${file})`;
  return [
    ...(risk.isRemovedApi
      ? [entry("removed-api", `${name} is no longer public`, { dependents: risk.dependents })]
      : []),
    ...(signatureDiff === undefined
      ? []
      : [entry("signature-change", `${name}: signature changed`, { ...signatureDiff, dependents: risk.dependents })]),
    ...(sideEffectDiff === undefined
      ? []
      : [entry("side-effect-change", `${name}: side effects changed`, sideEffectDiff)]),
    ...(invariantDiff === undefined ? [] : [entry("invariant-change", `${name}: invariants changed`, invariantDiff)]),
  ];
}

/** Minimum nearness of a test to the change, 0..1, by priority. */
const NEAR = { high: 0.6, medium: 0.3 };

const TEST_REASONS = {
  linked: "tests changed symbols",
  dependent: "depends on changed symbols",
  changed: "is changed itself",
} as const;

function packTest({ type, file, targets, nearness }: RecommendedTest, nameOf: NameOf): object {
  return {
    type,
    description: `${file} ${TEST_REASONS[type]}`,
    targetSymbols: targets.slice(0, MAX.targets).map((change) => findingLabel(nameOf(change))),
    files: [file],
    priority: nearness >= NEAR.high ? "high" : nearness >= NEAR.medium ? "medium" : "low",
  };
}

interface RiskAssessment {
  readonly score: number;
  readonly level: RiskLevel;
  readonly findings: readonly Finding[];
}

/** The gate's decision: high risk escalates; high risk with broken references denies. The hash covers the decision, its inputs and the versions. */
function decideGate({ delta, names }: NamedDelta, { score, level, findings }: RiskAssessment): object {
  const broken = delta.blast.filter(({ signal }) => signal === "diagnostic").length;
  const deniedReasons =
    level === "high" && broken > 0
      ? [`risk ${score} of 100, and ${broken} ${broken === 1 ? "reference is" : "references are"} broken`]
      : [];
  const decision = deniedReasons.length > 0 ? "deny" : level === "high" ? "escalate" : "allow";
  const rests = findings.map(({ type, score: of, metadata }) => [type, of, metadata["count"] ?? 0]);
  const canonical = JSON.stringify([
    names.repoId,
    names.fromVersion,
    names.toVersion,
    score,
    level,
    decision,
    deniedReasons,
    rests,
  ]);
  return { decision, deniedReasons, auditHash: createHash("sha256").update(canonical).digest("hex") };
}
