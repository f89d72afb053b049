/**
 * How risky the change of one symbol is:
 * r = .5·[signature changed]·pct(fan-in) + .25·[no linked test] + .2·pct(churn) + .7·[exported and removed], at most 1.
 *
 * Fan-in and its percentile are those of the earlier version, where the dependents were that are hit. Test code bears no risk, and
 * neither does a symbol that was only moved. Tests are asked for of what runs; where the layers or the history are not there, nobody knows, and their terms are 0.
 */
import type { SymbolGraph, SymbolHandle, SymbolKind, SymbolRecord } from "@sdl/model";
import { testPath } from "@sdl/model";
import type { SymbolChange } from "../describe-change.js";
import { fanIn } from "../fan-in.js";
import { churnPercentile, fanInPercentile } from "../percentile.js";
import type { SymbolPairs } from "../symbol-pairs.js";

const RISK_TERMS = { signature: 0.5, untested: 0.25, churn: 0.2, removed: 0.7 };

export interface ChangeRisk {
  /** r, 0..1. */
  readonly value: number;
  readonly isTestCode: boolean;
  /** Part of what others outside of its file may use. */
  readonly isPublic: boolean;
  /** Public before, and not any more. */
  readonly isRemovedApi: boolean;
  /** It runs, and no test is linked to it. */
  readonly isUntested: boolean;
  /** Distinct symbols outside of test code that refer to it, in the version that has more of them. */
  readonly dependents: number;
  /** Share of the symbols that fewer depend on, 0..1. */
  readonly fanInPercentile: number;
}

const RUNS: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor", "class"]);

export function changeRisk(pairs: SymbolPairs, change: SymbolChange): ChangeRisk {
  const { before, after, signatureDiff } = change;
  const [old, now] = [pairs.before.graph, pairs.after.graph];
  const record = after === undefined ? old.symbol(before as SymbolHandle) : now.symbol(after);
  const isTestCode = testPath(record.file) !== "none";
  const wasPublic = before !== undefined && isPublic(old, before);
  const isRemovedApi = wasPublic && (after === undefined || !isPublic(now, after));
  const isUntested = !isTestCode && isWithoutTest(pairs, change, record);
  const percentile = fanInPercentile(old, before === undefined ? 0 : fanIn(old, before));
  const isQuiet = isTestCode || isMovedOnly(change);
  const r =
    (signatureDiff === undefined ? 0 : RISK_TERMS.signature * percentile) +
    (isUntested ? RISK_TERMS.untested : 0) +
    RISK_TERMS.churn * churnOf(pairs, change) +
    (isRemovedApi ? RISK_TERMS.removed : 0);
  return {
    value: isQuiet ? 0 : Math.min(r, 1),
    isTestCode,
    isPublic: after === undefined ? wasPublic : isPublic(now, after),
    isRemovedApi: !isTestCode && isRemovedApi,
    isUntested,
    dependents: Math.max(productFanIn(old, before), productFanIn(now, after)),
    fanInPercentile: percentile,
  };
}

/** Percentile of its churn; 0 where there is no history, and for what is gone. */
function churnOf({ after: { graph, layers } }: SymbolPairs, { after }: SymbolChange): number {
  return layers === undefined || after === undefined ? 0 : churnPercentile(graph, layers, layers.churnOf(after) ?? 0);
}

/** Nothing but its place is another. */
export function isMovedOnly({ isMoved, signatureDiff, bodyChanged }: SymbolChange): boolean {
  return isMoved && signatureDiff === undefined && !bodyChanged;
}

/** Exported, or a public member of what is. */
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
  if (change.after === undefined || layers === undefined || !RUNS.has(kind) || isMovedOnly(change)) return false;
  if (container !== undefined && graph.kindOf(container) === "interface") return false;
  return layers.testsOf(change.after).length === 0;
}

function productFanIn(graph: SymbolGraph, symbol: SymbolHandle | undefined): number {
  if (symbol === undefined) return 0;
  const { start, length, shared } = graph.incoming(symbol);
  const from = new Set<SymbolHandle>();
  for (let i = start; i < start + length; i++) from.add(shared.symbols[i] as SymbolHandle);
  from.delete(symbol);
  return [...from].filter((other) => testPath(graph.fileOf(other)) === "none").length;
}
