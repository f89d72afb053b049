/** A delta as it is sent: plain values, ids in place of handles. */
import type { SymbolId } from "@sdl/model";
import type { BlastEntry, BlastSignal } from "./blast/blast-radius.js";
import type { Companion } from "./companions.js";
import { type Delta, type RatedChange, recordOf } from "./delta.js";
import type { ChangeType, ListDiff } from "./describe-change.js";
import type { FanInTrend } from "./fan-in.js";

export interface PackedChange {
  readonly symbolId: SymbolId;
  /** Qualified; a module's is its path. */
  readonly name: string;
  readonly file: string;
  readonly changeType: ChangeType;
  readonly movedFrom?: { readonly symbolId: SymbolId; readonly file: string; readonly name: string };
  readonly signatureDiff?: { readonly before: string; readonly after: string };
  readonly invariantDiff?: ListDiff;
  readonly sideEffectDiff?: ListDiff;
  readonly bodyChanged: boolean;
  /** 0..100 */
  readonly risk: number;
}

export interface PackedBlastEntry {
  readonly symbolId: SymbolId;
  readonly name: string;
  readonly file: string;
  readonly reason: string;
  readonly distance: number;
  readonly rank: number;
  readonly signal: BlastSignal;
  readonly fanInTrend?: FanInTrend;
}

export interface PackedAmplifier {
  readonly symbolId: SymbolId;
  readonly growthRate: number;
  readonly previous: number;
  readonly current: number;
}

/** What changed from one version to the other, riskiest first, and what that may reach, best first. */
export interface DeltaPack {
  readonly repoId: string;
  readonly fromVersion: string;
  readonly toVersion: string;
  readonly changedSymbols: readonly PackedChange[];
  readonly blastRadius: readonly PackedBlastEntry[];
  /** By history, of symbols that did not change, then of those that only stand near by (support 0); empty without one. */
  readonly alsoUsuallyChanges: readonly Companion[];
}

/** Names of the two versions, as the client gave or may give them again. */
export interface DeltaNames {
  readonly repoId: string;
  readonly fromVersion: string;
  readonly toVersion: string;
}

/** @param only ids, of either version, that the pack is restricted to; all when absent */
export function packDelta(delta: Delta, names: DeltaNames, only?: ReadonlySet<SymbolId>): DeltaPack {
  const changes = delta.changes.map((change) => packChange(delta, change));
  const blast = delta.blast.map((entry) => packEntry(delta, entry));
  const alsoUsuallyChanges = delta.companions;
  if (only === undefined) return { ...names, changedSymbols: changes, blastRadius: blast, alsoUsuallyChanges };
  return {
    ...names,
    changedSymbols: changes.filter(
      ({ symbolId, movedFrom }) => only.has(symbolId) || (movedFrom !== undefined && only.has(movedFrom.symbolId)),
    ),
    blastRadius: blast.filter(({ symbolId }) => only.has(symbolId)),
    // Whoever follows a few symbols has their neighbours at hand.
    alsoUsuallyChanges: alsoUsuallyChanges.filter(({ symbolId, support }) => support > 0 && only.has(symbolId)),
  };
}

function packChange({ pairs }: Delta, change: RatedChange): PackedChange {
  const { id, qualifiedName, file } = recordOf(pairs, change);
  const { changeType, isMoved, before, signatureDiff, invariantDiff, sideEffectDiff, bodyChanged, risk } = change;
  const was = isMoved && before !== undefined ? pairs.before.graph.symbol(before) : undefined;
  return {
    symbolId: id,
    name: qualifiedName,
    file,
    changeType,
    ...(was === undefined ? {} : { movedFrom: { symbolId: was.id, file: was.file, name: was.qualifiedName } }),
    ...(signatureDiff === undefined ? {} : { signatureDiff }),
    ...(invariantDiff === undefined ? {} : { invariantDiff }),
    ...(sideEffectDiff === undefined ? {} : { sideEffectDiff }),
    bodyChanged,
    risk: Math.round(risk.value * 100),
  };
}

function packEntry({ pairs }: Delta, { symbol, confidence: _, ...entry }: BlastEntry): PackedBlastEntry {
  const { id, qualifiedName, file } = pairs.after.graph.symbol(symbol);
  return { symbolId: id, name: qualifiedName, file, ...entry };
}

export function packAmplifiers({ pairs, amplifiers }: Delta): PackedAmplifier[] {
  return amplifiers.map(({ symbol, trend: { growthRate, previous, current } }) => {
    return { symbolId: pairs.after.graph.symbol(symbol).id, growthRate, previous, current };
  });
}
