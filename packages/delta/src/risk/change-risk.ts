/**
 * Risk of the change of one symbol: r = 1 − (1 − breakage)·(1 − .2·[no linked test])·(1 − .2·pct(churn)).
 *
 * Breakage is the probability that code that uses the symbol no longer fits: 1 − (1 − p)·e^(−q·n/3), where n is the number of unchanged users in
 * the repository, and p and q depend on how certain the break is; p also on whether code outside of the repository uses the symbol.
 * Test code and symbols that were only moved have risk 0. Only executable symbols need tests. Without derived layers or history the
 * corresponding terms are 0.
 */
import type { SymbolHandle, SymbolKind } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { isTestCode } from "@sdl/model/paths";
import { edgeEnds } from "../adjacent.js";
import { type ChangeRisk, changedSymbolRecord, type Delta, type RatedChange } from "../delta.js";
import type { Changes, SymbolChange } from "../describe-change.js";
import { type ChangeBreaks, InterfaceBreaks } from "../interface/interface-breaks.js";
import { stricterRequirements } from "../interface/requirements.js";
import type { SymbolPairs } from "../symbol-pairs.js";
import { Percentiles } from "./percentile.js";

const RISK_TERMS = { untested: 0.2, churn: 0.2 };

/** Terms of the breakage, the first two for p: of published packages, of other exports. Fitted to releases, see bench/results/releases.md. */
export const BREAKAGE = {
  certain: { published: 0.88, exported: 0.4, inside: 1 },
  likely: { published: 0.15, exported: 0.1, inside: 0.1 },
};
/** Number of unchanged users at which a certain break has a breakage score of 63 of 100. */
const USERS_SCALE = 3;

const EXECUTABLE_KINDS: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor", "class"]);
/** Breaks of no symbol. */
const NO_BREAKS = { breaks: [], unchangedUsers: [], isRemovedApi: false } as const;

/** Risks of the changes, and what packages newly require of their users. */
export function rateChanges(pairs: SymbolPairs, { changes, files }: Changes): Pick<Delta, "changes" | "requirements"> {
  const { after } = pairs;
  // Percentile of a later symbol by the number of its changes in the last 30 days of its history.
  const churn = new Percentiles(after.graph, (symbol) => after.layers?.churnOf(symbol) ?? 0);
  const breaks = new InterfaceBreaks(pairs, changes);
  const rated = changes.map((change) => ({ ...change, risk: changeRisk(pairs, change, { churn, breaks }) }));
  const stricter = stricterRequirements(pairs.before.configs(), pairs.after.configs());
  return { changes: rated, requirements: [...stricter, ...breaks.goneExports(files, rated)] };
}

interface RiskInputs {
  readonly churn: Percentiles;
  readonly breaks: InterfaceBreaks;
}

function changeRisk(pairs: SymbolPairs, change: SymbolChange, { churn, breaks }: RiskInputs): ChangeRisk {
  const { before, after } = change;
  const [old, now] = [pairs.before.graph, pairs.after.graph];
  const record = changedSymbolRecord(pairs, change);
  const isOfTests = isTestCode((after === undefined ? pairs.before : pairs.after).graph, record.file);
  const isUntested = !isOfTests && isWithoutTest(pairs, change, record);
  const found = breaks.breaksOfChange(change);
  const broken: ChangeBreaks = isOfTests ? { ...found, ...NO_BREAKS } : found;
  const breakage = breakageScore(broken);
  const isQuiet = isOfTests || (isOnlyMoved(change) && breakage === 0);
  const safe = (1 - breakage) * (1 - (isUntested ? RISK_TERMS.untested : 0)) * (1 - RISK_TERMS.churn * churn.of(after));
  return {
    ...broken,
    value: isQuiet ? 0 : 1 - safe,
    breakage,
    isTestCode: isOfTests,
    isUntested,
    dependents: Math.max(fanInFromProductCode(old, before), fanInFromProductCode(now, after)),
  };
}

function breakageScore({ isPublic, isPublished, isRemovedApi, breaks, unchangedUsers }: ChangeBreaks): number {
  if (breaks.length === 0) return 0;
  const certainty = breaks.some((one) => one.certainty === "certain") ? "certain" : "likely";
  const { published, exported, inside } = BREAKAGE[certainty];
  const outside = isPublished ? published : isPublic || isRemovedApi ? exported : 0;
  return 1 - (1 - outside) * Math.exp((-inside * unchangedUsers.length) / USERS_SCALE);
}

/** Whether only the position changed. */
export function isOnlyMoved({ isMoved, signatureDiff, bodyChanged }: SymbolChange): boolean {
  return isMoved && signatureDiff === undefined && !bodyChanged;
}

/** Changes that bear risk: without test code, and without moves that neither edit nor break anything. */
export function riskyChanges({ changes }: Delta): RatedChange[] {
  return changes.filter((change) => !change.risk.isTestCode && !(isOnlyMoved(change) && change.risk.breakage === 0));
}

function isWithoutTest(pairs: SymbolPairs, change: SymbolChange, { kind, container }: SymbolRecord): boolean {
  const { layers, graph } = pairs.after;
  if (change.after === undefined || layers === undefined || !EXECUTABLE_KINDS.has(kind) || isOnlyMoved(change))
    return false;
  if (container !== undefined && graph.kindOf(container) === "interface") return false;
  return layers.testsOf(change.after).length === 0;
}

function fanInFromProductCode(graph: SymbolGraph, symbol: SymbolHandle | undefined): number {
  if (symbol === undefined) return 0;
  const from = new Set(edgeEnds(graph.incoming(symbol)));
  from.delete(symbol);
  return [...from].filter((other) => !isTestCode(graph, graph.fileOf(other))).length;
}
