/** Packed delta, as sent to clients: plain values, with ids in place of handles. */
import { defined, type SymbolId } from "@sdl/model";
import type { BlastEntry, BlastSignal } from "./blast/blast-radius.js";
import { type Companion, findCompanions } from "./companions.js";
import { changedSymbolRecord, type Delta, type RatedChange } from "./delta.js";
import type { ChangeType, ListDiff } from "./describe-change.js";
import type { FanInTrend } from "./fan-in.js";
import type { SymbolPairs } from "./symbol-pairs.js";

/** A changed symbol as it is sent. */
export interface PackedChange {
  readonly symbolId: SymbolId;
  /** Qualified name; for a module its path. */
  readonly name: string;
  readonly file: string;
  readonly changeType: ChangeType;
  readonly movedFrom?: { readonly symbolId: SymbolId; readonly file: string; readonly name: string };
  readonly signatureDiff?: { readonly before: string; readonly after: string };
  readonly invariantDiff?: ListDiff;
  readonly sideEffectDiff?: ListDiff;
  readonly bodyChanged: boolean;
  /** Risk, 0..100. */
  readonly risk: number;
}

/** An affected symbol as it is sent. */
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

/** A symbol with growing fan-in as it is sent. */
export interface PackedAmplifier {
  readonly symbolId: SymbolId;
  readonly name: string;
  readonly file: string;
  readonly growthRate: number;
  readonly previous: number;
  readonly current: number;
}

/** A symbol that usually changes too, with its name and file for answers. */
export interface PackedCompanion extends Companion {
  readonly name: string;
  readonly file: string;
}

/** Changes from one version to another, riskiest first, and their blast radius, best first. */
export interface DeltaPack {
  readonly repoId: string;
  readonly fromVersion: string;
  readonly toVersion: string;
  readonly changedSymbols: readonly PackedChange[];
  readonly blastRadius: readonly PackedBlastEntry[];
  /**
   * Unchanged symbols that usually change too, by history, then neighbours (support 0); empty without a history. In a pack that is restricted to
   * some symbols: those among them that commits changed together with the restricted changes.
   */
  readonly alsoUsuallyChanges: readonly PackedCompanion[];
}

/** Repository and version ids, as clients state them in requests. */
export interface DeltaNames {
  readonly repoId: string;
  readonly fromVersion: string;
  readonly toVersion: string;
}

/** @param only ids, of either version, to which the pack is restricted; default: all */
export function packDelta(delta: Delta, names: DeltaNames, only?: ReadonlySet<SymbolId>): DeltaPack {
  const blast = delta.blast.map((entry) => packEntry(delta, entry));
  if (only === undefined) {
    const changedSymbols = delta.changes.map((change) => packChange(delta, change));
    return {
      ...names,
      changedSymbols,
      blastRadius: blast,
      alsoUsuallyChanges: packCompanions(delta),
    };
  }
  const changes = delta.changes.filter((change) => isAmong(delta.pairs, change, only));
  return {
    ...names,
    changedSymbols: changes.map((change) => packChange(delta, change)),
    blastRadius: blast.filter(({ symbolId }) => only.has(symbolId)),
    // Companions of the restricted changes only; a client that follows few symbols knows their neighbours.
    alsoUsuallyChanges: packCompanions(delta, findCompanions(delta.pairs, changes, only)),
  };
}

/** Whether the symbol's id, or its id before a move or rename, is in `only`. */
function isAmong({ before, after }: SymbolPairs, change: RatedChange, only: ReadonlySet<SymbolId>): boolean {
  const ids = [
    ...(change.after === undefined ? [] : [after.graph.symbol(change.after).id]),
    ...(change.before === undefined ? [] : [before.graph.symbol(change.before).id]),
  ];
  return ids.some((id) => only.has(id));
}

function packChange({ pairs }: Delta, change: RatedChange): PackedChange {
  const { id, qualifiedName, file } = changedSymbolRecord(pairs, change);
  const { changeType, isMoved, before, signatureDiff, invariantDiff, sideEffectDiff, bodyChanged, risk } = change;
  const was = isMoved && before !== undefined ? pairs.before.graph.symbol(before) : undefined;
  return {
    symbolId: id,
    name: qualifiedName,
    file,
    changeType,
    ...defined({
      movedFrom: was && { symbolId: was.id, file: was.file, name: was.qualifiedName },
      signatureDiff,
      invariantDiff,
      sideEffectDiff,
    }),
    bodyChanged,
    risk: Math.round(risk.value * 100),
  };
}

function packEntry({ pairs }: Delta, { symbol, confidence: _, ...entry }: BlastEntry): PackedBlastEntry {
  const { id, qualifiedName, file } = pairs.after.graph.symbol(symbol);
  return { symbolId: id, name: qualifiedName, file, ...entry };
}

/** Companions as plain values, those of the whole delta by default; their ids are those of the later version. */
export function packCompanions(delta: Delta, companions = delta.companions): PackedCompanion[] {
  return companions.flatMap((companion) => {
    const { after } = delta.pairs;
    const handle = after.graph.findSymbol(companion.symbolId);
    if (handle === undefined) return [];
    const { qualifiedName, file } = after.graph.symbol(handle);
    return [{ ...companion, name: qualifiedName, file }];
  });
}

/** Packs the amplifiers of a delta. */
export function packAmplifiers({ pairs, amplifiers }: Delta): PackedAmplifier[] {
  return amplifiers.map(({ symbol, trend: { growthRate, previous, current } }) => {
    const { id, qualifiedName, file } = pairs.after.graph.symbol(symbol);
    return { symbolId: id, name: qualifiedName, file, growthRate, previous, current };
  });
}
