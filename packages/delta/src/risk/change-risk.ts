/**
 * Risk of the change of one symbol:
 * r = .5·[signature changed]·pct(fan-in) + .25·[no linked test] + .2·pct(churn) + .7·[exported and removed], at most 1.
 *
 * Fan-in and its percentile are those of the earlier version, which contains the affected dependents. Test code and symbols that were only moved
 * have risk 0. Only executable symbols need tests. Without derived layers or history the corresponding terms are 0.
 */
import type { SymbolHandle, SymbolKind } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { isTestCode } from "@sdl/model/paths";
import { endsOf } from "../adjacent.js";
import { type ChangeRisk, type Delta, type RatedChange, recordOf } from "../delta.js";
import type { SymbolChange } from "../describe-change.js";
import { fanIn } from "../fan-in.js";
import type { SymbolPairs } from "../symbol-pairs.js";
import { Percentiles } from "./percentile.js";

const RISK_TERMS = { signature: 0.5, untested: 0.25, churn: 0.2, removed: 0.7 };

const EXECUTABLE_KINDS: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor", "class"]);

/** Percentiles of the symbols of both versions. */
interface SymbolPercentiles {
  /** Percentile of an earlier symbol by its fan-in. */
  readonly fanIn: Percentiles;
  /** Percentile of a later symbol by the number of its changes in the last 30 days of its history. */
  readonly churn: Percentiles;
}

/** Rates every change; percentiles are over each whole version. */
export function rateChanges(pairs: SymbolPairs, changes: readonly SymbolChange[]): RatedChange[] {
  const { before, after } = pairs;
  const percentiles = {
    fanIn: new Percentiles(before.graph, (symbol) => fanIn(before.graph, symbol)),
    churn: new Percentiles(after.graph, (symbol) => after.layers?.churnOf(symbol) ?? 0),
  };
  return changes.map((change) => ({ ...change, risk: changeRisk(pairs, change, percentiles) }));
}

function changeRisk(pairs: SymbolPairs, change: SymbolChange, percentiles: SymbolPercentiles): ChangeRisk {
  const { before, after, signatureDiff } = change;
  const [old, now] = [pairs.before.graph, pairs.after.graph];
  const record = recordOf(pairs, change);
  const isOfTests = isTestCode((change.after === undefined ? pairs.before : pairs.after).graph, record.file);
  const wasPublic = before !== undefined && isPublic(old, before);
  const isRemovedApi = wasPublic && (after === undefined || !isPublic(now, after));
  const isUntested = !isOfTests && isWithoutTest(pairs, change, record);
  const fanInPercentile = percentiles.fanIn.of(before);
  const isQuiet = isOfTests || isMovedOnly(change);
  const r =
    (signatureDiff === undefined ? 0 : RISK_TERMS.signature * fanInPercentile) +
    (isUntested ? RISK_TERMS.untested : 0) +
    RISK_TERMS.churn * percentiles.churn.of(after) +
    (isRemovedApi ? RISK_TERMS.removed : 0);
  return {
    value: isQuiet ? 0 : Math.min(r, 1),
    isTestCode: isOfTests,
    isPublic: after === undefined ? wasPublic : isPublic(now, after),
    isRemovedApi: !isOfTests && isRemovedApi,
    isUntested,
    dependents: Math.max(productFanIn(old, before), productFanIn(now, after)),
    fanInPercentile,
  };
}

/** Whether only the position changed. */
export function isMovedOnly({ isMoved, signatureDiff, bodyChanged }: SymbolChange): boolean {
  return isMoved && signatureDiff === undefined && !bodyChanged;
}

/** Changes that bear risk: without test code and moves without edits. */
export function riskyChanges({ changes }: Delta): RatedChange[] {
  return changes.filter((change) => !change.risk.isTestCode && !isMovedOnly(change));
}

/** Whether a symbol is exported, or a public member of an exported symbol. */
function isPublic(graph: SymbolGraph, symbol: SymbolHandle): boolean {
  const { exported, visibility, container, kind } = graph.symbol(symbol);
  if (kind === "module") return false;
  if (exported) return true;
  if (visibility !== "public" || container === undefined) return false;
  const outer = graph.symbol(container);
  return outer.kind !== "module" && outer.exported;
}

function isWithoutTest(pairs: SymbolPairs, change: SymbolChange, { kind, container }: SymbolRecord): boolean {
  const { layers, graph } = pairs.after;
  if (change.after === undefined || layers === undefined || !EXECUTABLE_KINDS.has(kind) || isMovedOnly(change))
    return false;
  if (container !== undefined && graph.kindOf(container) === "interface") return false;
  return layers.testsOf(change.after).length === 0;
}

function productFanIn(graph: SymbolGraph, symbol: SymbolHandle | undefined): number {
  if (symbol === undefined) return 0;
  const from = new Set(endsOf(graph.incoming(symbol)));
  from.delete(symbol);
  return [...from].filter((other) => !isTestCode(graph, graph.fileOf(other))).length;
}
