/** Review findings of a delta, by type, each with its own score and symbols. */
import type { Delta, RatedChange } from "../delta.js";
import { riskyChanges } from "./change-risk.js";
import { type RiskLevel, riskLevel } from "./score.js";

/** Types of findings, in order of output. */
export const FINDING_TYPES = [
  "high-risk-changes",
  "interface-breaking-changes",
  "side-effect-changes",
  "removed-symbols",
  "large-impact-radius",
  "untested-changes",
  "new-symbols",
] as const;
type FindingType = (typeof FINDING_TYPES)[number];

/** One finding of a review. */
export interface Finding {
  readonly type: FindingType;
  /** Severity of the finding's score, with the thresholds of the total score. */
  readonly severity: RiskLevel;
  /** Score, 0..100. */
  readonly score: number;
  readonly message: string;
  /** Symbols concerned, riskiest first. */
  readonly symbols: readonly RatedChange[];
  readonly metadata: Readonly<Record<string, number>>;
}

/** Number of direct dependents above which the impact is large. */
const LARGE_IMPACT_DEPENDENTS = 10;
/** Minimum risk, 0..1, of a symbol that is a finding by itself. */
const HIGH_RISK = 0.7;
/** Side effects within the program. */
const INTERNAL_EFFECT = /^(?:mutates|logs|writes console)\b/;

type Finder = (code: readonly RatedChange[], delta: Delta) => Finding | undefined;

const FINDERS: readonly Finder[] = [
  findHighRisk,
  findInterfaceBreaks,
  findSideEffectChanges,
  findRemovedSymbols,
  findLargeImpact,
  findUntested,
  findNewSymbols,
];

/** Findings by descending score; test code is excluded. */
export function findRisks(delta: Delta): Finding[] {
  const code = riskyChanges(delta);
  return FINDERS.map((find) => find(code, delta))
    .filter((finding) => finding !== undefined)
    .sort((a, b) => b.score - a.score || FINDING_TYPES.indexOf(a.type) - FINDING_TYPES.indexOf(b.type));
}

function findHighRisk(code: readonly RatedChange[]): Finding | undefined {
  const symbols = code.filter(({ risk }) => risk.value >= HIGH_RISK);
  const most = Math.max(0, ...symbols.map(({ risk }) => risk.value));
  return makeFinding("high-risk-changes", symbols, {
    score: 100 * most,
    message: `${count(symbols, "symbol")} with a risk of ${100 * HIGH_RISK} or more`,
  });
}

/** Finding on symbols whose declaration no longer fits the code that uses them: public ones, and others with unchanged users. */
function findInterfaceBreaks(code: readonly RatedChange[]): Finding | undefined {
  const symbols = code.filter(({ changeType, risk }) => changeType === "modified" && risk.breakage > 0);
  const most = Math.max(0, ...symbols.map(({ risk }) => risk.breakage));
  const users = new Set(symbols.flatMap(({ risk }) => risk.unchangedUsers)).size;
  const api = symbols.filter(({ risk }) => risk.isPublic || risk.isRemovedApi).length;
  return makeFinding("interface-breaking-changes", symbols, {
    score: 40 + 60 * most,
    message: `${count(symbols, "declaration")} no longer ${symbols.length === 1 ? "fits" : "fit"} the code that uses ${symbols.length === 1 ? "it" : "them"}, ${api} of the public API; ${users} unchanged user${users === 1 ? "" : "s"}`,
    metadata: { publicApi: api, unchangedUsers: users },
  });
}

function findSideEffectChanges(code: readonly RatedChange[]): Finding | undefined {
  const symbols = code.filter(({ sideEffectDiff }) => sideEffectDiff !== undefined);
  const gained = symbols.flatMap(({ sideEffectDiff }) => sideEffectDiff?.added ?? []);
  const lost = symbols.flatMap(({ sideEffectDiff }) => sideEffectDiff?.removed ?? []);
  const isLoud = gained.some((effect) => !INTERNAL_EFFECT.test(effect));
  return makeFinding("side-effect-changes", symbols, {
    score: isLoud ? 60 : 30,
    message: `${count(symbols, "symbol")} with changed side effects`,
    metadata: { added: gained.length, removed: lost.length },
  });
}

function findRemovedSymbols(code: readonly RatedChange[], delta: Delta): Finding | undefined {
  const symbols = code.filter(({ changeType }) => changeType === "removed");
  const api = symbols.filter(({ risk }) => risk.isRemovedApi).length;
  const broken = delta.blast.filter(({ signal }) => signal === "diagnostic").length;
  return makeFinding("removed-symbols", symbols, {
    score: broken > 0 && api > 0 ? 90 : api > 0 ? 70 : 20,
    message: `${count(symbols, "symbol")} removed, ${api} of the public API`,
    metadata: { publicApi: api, brokenReferences: broken },
  });
}

function findLargeImpact(code: readonly RatedChange[]): Finding | undefined {
  const symbols = code.filter(
    ({ risk, changeType }) => changeType !== "added" && risk.dependents > LARGE_IMPACT_DEPENDENTS,
  );
  const most = Math.max(0, ...symbols.map(({ risk }) => risk.dependents));
  return makeFinding("large-impact-radius", symbols, {
    score: 100 * (1 - Math.exp(-most / 20)),
    message: `${count(symbols, "symbol")} with more than ${LARGE_IMPACT_DEPENDENTS} direct dependents (maximum ${most})`,
    metadata: { most },
  });
}

function findUntested(code: readonly RatedChange[]): Finding | undefined {
  const symbols = code.filter(({ risk }) => risk.isUntested);
  return makeFinding("untested-changes", symbols, {
    score: 25 + (50 * symbols.length) / Math.max(code.length, 1),
    message: `${count(symbols, "changed symbol")} without a linked test`,
    metadata: { changed: code.length },
  });
}

function findNewSymbols(code: readonly RatedChange[]): Finding | undefined {
  const symbols = code.filter(({ changeType }) => changeType === "added");
  return makeFinding("new-symbols", symbols, {
    score: Math.min(40, 5 + symbols.length),
    message: `${count(symbols, "new symbol")}`,
  });
}

/** Builds a finding; `undefined` if there are no symbols. */
function makeFinding(
  type: FindingType,
  symbols: readonly RatedChange[],
  says: { readonly score: number; readonly message: string; readonly metadata?: Readonly<Record<string, number>> },
): Finding | undefined {
  if (symbols.length === 0) return undefined;
  const score = Math.round(says.score);
  const metadata = { count: symbols.length, ...says.metadata };
  return { type, severity: riskLevel(score), score, message: says.message, symbols, metadata };
}

function count(symbols: readonly unknown[], noun: string): string {
  return `${symbols.length} ${noun}${symbols.length === 1 ? "" : "s"}`;
}
