/**
 * Reverse reachability from changed symbols, step by step, in both versions: the current dependents, and earlier dependents whose reference was
 * lost without a change of their own code. Knows no ranks.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { isFunction } from "../compare-versions.js";
import type { DeltaSide } from "../delta-side.js";
import type { SymbolChange } from "../describe-change.js";
import type { SymbolPairs } from "../symbol-pairs.js";
import {
  type DependentStep,
  referringSymbols,
  relatedMembers,
  type StepKind,
  subtypesLackingMember,
} from "./dependents.js";
import { classLackingMember, type MemberChange, usersOfType } from "./type-users.js";
import {
  ASPECT_WEIGHTS,
  type Aspect,
  changeAspect,
  changesBehaviour,
  DISTANCE_DECAY,
  STEP_WEIGHTS,
} from "./weights.js";

/** A dependent, with the strongest path to it. */
export interface ReachedSymbol {
  /** Handle in the later graph. */
  readonly symbol: SymbolHandle;
  /** Number of steps from the changed symbol, from 1. */
  readonly distance: number;
  /** Strength of the dependence, 0..1, see weights.ts. */
  readonly strength: number;
  /** Product of the confidences along the path, 0..1. */
  readonly confidence: number;
  readonly kind: StepKind;
  /** The previous dependent on the path; `undefined` at distance 1. */
  readonly through: ReachedSymbol | undefined;
  readonly change: SymbolChange;
  readonly aspect: Aspect;
  /** Whether the dependent's code is unchanged and its reference to the changed symbol no longer resolves to it. */
  readonly isBroken: boolean;
}

const MAX_DISTANCE = 4;
/** Minimum strength of a path. */
const MIN_STRENGTH = 0.02;
/** Strength below which a longer but stronger path replaces a known one. */
const WEAK_STRENGTH = 0.15;
const RELATED_MEMBER_STEPS: ReadonlySet<StepKind> = new Set(["overrides", "declares"]);
/** Maximum number of dependents; results beyond it are never read. */
const MAX_REACHED = 5000;

/** @returns unchanged dependents, in no defined order */
export function reachDependents(pairs: SymbolPairs, changes: readonly SymbolChange[]): ReachedSymbol[] {
  const walk = new DependentsWalk(pairs, changes);
  let layer = changes.flatMap((change) => walk.directDependents(change));
  const passed = new Map<SymbolHandle, ReachedSymbol>();
  for (let distance = 1; layer.length > 0 && distance <= MAX_DISTANCE; distance++) {
    const news: ReachedSymbol[] = [];
    for (const reached of layer.sort((a, b) => b.strength - a.strength)) {
      const known = passed.get(reached.symbol);
      if (known !== undefined && (known.strength >= WEAK_STRENGTH || known.strength >= reached.strength)) continue;
      if (known === undefined && passed.size >= MAX_REACHED) continue;
      passed.set(reached.symbol, reached);
      news.push(reached);
    }
    layer = distance === MAX_DISTANCE ? [] : news.flatMap((reached) => walk.furtherDependents(reached));
  }
  return [...passed.values()].filter(({ symbol }) => !walk.isChanged(symbol));
}

/** Whether a change of this aspect may make a member incompatible with its type. */
function concernsType(aspect: Aspect): boolean {
  return aspect === "signature" || aspect === "returns" || aspect === "type";
}

class DependentsWalk {
  /** Handles of the changed symbols in the later graph. */
  private readonly changed = new Set<SymbolHandle>();
  /** Changed symbols that were only moved: dependents are also reached through them. */
  private readonly movedOnly = new Set<SymbolHandle>();
  private readonly before: SymbolGraph;
  private readonly after: SymbolGraph;

  constructor(
    private readonly pairs: SymbolPairs,
    changes: readonly SymbolChange[],
  ) {
    this.before = pairs.before.graph;
    this.after = pairs.after.graph;
    for (const change of changes) {
      if (change.after === undefined) continue;
      this.changed.add(change.after);
      if (this.changedAspect(change) === "moved") this.movedOnly.add(change.after);
    }
  }

  isChanged(symbol: SymbolHandle): boolean {
    return this.changed.has(symbol);
  }

  directDependents(change: SymbolChange): ReachedSymbol[] {
    const aspect = this.changedAspect(change);
    const { before, after } = change;
    const isQuiet = aspect === "moved" || this.isFile(change);
    const now = after === undefined ? [] : this.stepsInLater(after, change, aspect);
    const kept = new Set(now.map(({ symbol }) => symbol));
    const earlier = before === undefined ? [] : this.stepsInEarlier(before, aspect);
    const lost = earlier.filter((step) => !kept.has(step.symbol));
    const doubtful = [
      ...(isQuiet ? [] : now),
      ...(before === undefined ? [] : this.stepsOfRemoved(before, change, aspect)),
    ];
    return [
      ...doubtful.flatMap((step) => this.reachDirectly(change, aspect, { step, isBroken: false })),
      ...[...lost, ...this.importersOf(change, lost)].flatMap((step) => {
        return this.reachDirectly(change, aspect, { step, isBroken: true });
      }),
    ];
  }

  /** Files with symbols that lost a reference to another file: their imports contain its name too, but no edge records this. */
  private importersOf({ before }: SymbolChange, lost: readonly DependentStep[]): DependentStep[] {
    if (before === undefined) return [];
    const { file, container } = this.before.symbol(before);
    if (container === undefined || this.before.kindOf(container) !== "module") return [];
    return lost.flatMap(({ symbol, confidence }) => {
      const own = this.after.fileOf(symbol);
      const [module] = own === file ? [] : this.after.fileSymbols(own);
      return module === undefined || module === symbol ? [] : [{ symbol: module, kind: "import" as const, confidence }];
    });
  }

  /**
   * Dependents of a dependent. A change of behaviour also reaches indirect callers. A change of a declaration does so only if the dependent's own
   * declaration must change: a member that must be compatible with the changed one, or a function that returns the changed result with an inferred
   * type. The dependents of a file import it and end the path; the symbols that they import have paths of their own.
   */
  furtherDependents(reached: ReachedSymbol): ReachedSymbol[] {
    const { symbol, change, kind, aspect } = reached;
    if (this.after.kindOf(symbol) === "module") return [];
    const isPassedOn =
      changesBehaviour(change) ||
      RELATED_MEMBER_STEPS.has(kind) ||
      (aspect === "returns" && this.returnsResultUnchanged(reached));
    const steps = isPassedOn ? referringSymbols(this.after, symbol) : [];
    const isMisfit = kind === "overrides" && aspect === "returns";
    const users = isMisfit ? this.typeUsers(this.pairs.after, { symbol, isGone: false, writers: "naming" }) : [];
    return [...steps, ...users].flatMap((step) => this.extendPath(reached, step));
  }

  private typeUsers(side: DeltaSide, member: MemberChange): DependentStep[] {
    return usersOfType(side.graph, member, {
      hasInferredType: (symbol) => this.isInferred(side, symbol),
      isOptional: (symbol) => side.isOptional(symbol) === true,
      mentions: (symbol, name) => side.mentions(symbol, name) !== false,
    });
  }

  /** Whether a dependent returns the previous symbol's result unchanged, with an inferred type. */
  private returnsResultUnchanged({ symbol, through, change }: ReachedSymbol): boolean {
    const source = through?.symbol ?? change.after;
    if (source === undefined || !this.isInferred(this.pairs.after, symbol)) return false;
    return this.pairs.after.resultNames(symbol)?.has(this.after.symbol(source).name) !== false;
  }

  /** Whether a symbol returns or holds a value and its type is not declared. */
  private isInferred(side: DeltaSide, symbol: SymbolHandle): boolean {
    if (side.graph.details(symbol).signature?.returns !== undefined) return false;
    const kind = side.graph.kindOf(symbol);
    if (kind === "function" || kind === "method") return side.returnsValue(symbol) !== false;
    return kind === "variable";
  }

  private changedAspect(change: SymbolChange): Aspect {
    const graph = change.after === undefined ? this.before : this.after;
    const kind = graph.kindOf((change.after ?? change.before) as SymbolHandle);
    return changeAspect(change, !isFunction(kind));
  }

  /** Whether the change is that of a file. Its load-time behaviour hardly affects importers, and imported symbols have changes of their own. */
  private isFile({ after }: SymbolChange): boolean {
    return after !== undefined && this.after.kindOf(after) === "module";
  }

  private stepsInLater(symbol: SymbolHandle, change: SymbolChange, aspect: Aspect): DependentStep[] {
    const agreeing = relatedMembers(this.after, symbol);
    const { container } = this.after.symbol(symbol);
    const isOfInterface = container !== undefined && this.after.kindOf(container) === "interface";
    const isNew = aspect === "added" || this.isRenamed(change);
    const isConcerned = aspect === "added" ? isOfInterface : concernsType(aspect);
    const writers = isNew ? "all" : aspect === "returns" ? "naming" : "none";
    const users = isConcerned ? this.typeUsers(this.pairs.after, { symbol, isGone: false, writers }) : [];
    const lacking = isNew ? subtypesLackingMember(this.after, symbol) : [];
    if (aspect !== "added") return [...referringSymbols(this.after, symbol), ...agreeing, ...lacking, ...users];
    // Members of a new type cannot have earlier users.
    const isKnown = container !== undefined && this.pairs.earlier(container) !== undefined;
    return isKnown ? [...agreeing, ...lacking, ...users] : [];
  }

  private stepsInEarlier(symbol: SymbolHandle, aspect: Aspect): DependentStep[] {
    const isDeclaration = aspect === "removed" || aspect === "signature" || aspect === "returns";
    const agreeing = isDeclaration ? relatedMembers(this.before, symbol) : [];
    return this.toLaterHandle([...referringSymbols(this.before, symbol), ...agreeing]);
  }

  /** Types that lack a removed or renamed member, and users of these types. */
  private stepsOfRemoved(symbol: SymbolHandle, change: SymbolChange, aspect: Aspect): DependentStep[] {
    if (aspect !== "removed" && !this.isRenamed(change)) return [];
    return this.toLaterHandle([
      ...classLackingMember(this.before, symbol),
      ...this.typeUsers(this.pairs.before, { symbol, isGone: true, writers: "naming" }),
    ]);
  }

  private toLaterHandle(steps: readonly DependentStep[]): DependentStep[] {
    return steps.flatMap((step) => {
      const later = this.pairs.later(step.symbol);
      return later === undefined ? [] : [{ ...step, symbol: later }];
    });
  }

  private isRenamed({ before, after }: SymbolChange): boolean {
    if (before === undefined || after === undefined) return false;
    return this.before.symbol(before).name !== this.after.symbol(after).name;
  }

  private reachDirectly(
    change: SymbolChange,
    aspect: Aspect,
    { step, isBroken }: { readonly step: DependentStep; readonly isBroken: boolean },
  ): ReachedSymbol[] {
    const { symbol, kind, confidence } = step;
    if (this.isSource(symbol)) return [];
    const strength = ASPECT_WEIGHTS[aspect] * STEP_WEIGHTS[aspect][kind] * confidence;
    if (strength < MIN_STRENGTH) return [];
    return [{ symbol, distance: 1, strength, confidence, kind, through: undefined, change, aspect, isBroken }];
  }

  private extendPath(through: ReachedSymbol, { symbol, kind, confidence }: DependentStep): ReachedSymbol[] {
    const { change, aspect, distance } = through;
    const strength = through.strength * STEP_WEIGHTS[aspect][kind] * confidence * DISTANCE_DECAY;
    if (strength < MIN_STRENGTH || this.isSource(symbol)) return [];
    return [
      {
        symbol,
        distance: distance + 1,
        strength,
        confidence: through.confidence * confidence,
        kind,
        through,
        change,
        aspect,
        isBroken: false,
      },
    ];
  }

  private isSource(symbol: SymbolHandle): boolean {
    return this.changed.has(symbol) && !this.movedOnly.has(symbol);
  }
}
