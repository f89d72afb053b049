/**
 * Reverse reachability from changed symbols, step by step, in both versions: who refers to a symbol now, and who did before and does
 * no longer although nobody touched it. Knows no ranks.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { isFunction } from "../compare-versions.js";
import type { DeltaSide } from "../delta-side.js";
import type { SymbolChange } from "../describe-change.js";
import type { SymbolPairs } from "../symbol-pairs.js";
import { agreeingMembers, referrers, type Step, type StepKind, typesWithout } from "./dependents.js";
import { type MemberChange, ownTypeOwing, usersOfType } from "./type-users.js";
import { ASPECT_WEIGHTS, type Aspect, aspectOf, changesBehaviour, DECAY, STEP_WEIGHTS } from "./weights.js";

/** A dependent, as it is best reached. */
export interface Reached {
  /** In the later graph. */
  readonly symbol: SymbolHandle;
  /** Steps, from 1. */
  readonly distance: number;
  /** 0..1, see weights.ts. */
  readonly strength: number;
  /** Product of the confidences on the way, 0..1. */
  readonly confidence: number;
  readonly kind: StepKind;
  /** The dependent that it was reached through; `undefined` at distance 1. */
  readonly through: Reached | undefined;
  readonly change: SymbolChange;
  readonly aspect: Aspect;
  /** It referred to the changed symbol, its own code is as it was, and the reference leads there no more. */
  readonly isBroken: boolean;
}

const MAX_DISTANCE = 4;
/** Weaker ways end. */
const LEAST_STRENGTH = 0.02;
/** Below it, a stronger way is worth a longer one. */
const DOUBTFUL = 0.15;
const AGREEING: ReadonlySet<StepKind> = new Set(["overrides", "declares"]);
/** Nobody reads further, and the rest would only cost time. */
const MAX_REACHED = 5000;

/** @returns dependents that did not change themselves, in no particular order */
export function reachDependents(pairs: SymbolPairs, changes: readonly SymbolChange[]): Reached[] {
  const walk = new Walk(pairs, changes);
  let layer = changes.flatMap((change) => walk.first(change));
  const passed = new Map<SymbolHandle, Reached>();
  for (let distance = 1; layer.length > 0 && distance <= MAX_DISTANCE; distance++) {
    const news: Reached[] = [];
    for (const reached of layer.sort((a, b) => b.strength - a.strength)) {
      const known = passed.get(reached.symbol);
      if (known !== undefined && (known.strength >= DOUBTFUL || known.strength >= reached.strength)) continue;
      if (known === undefined && passed.size >= MAX_REACHED) continue;
      passed.set(reached.symbol, reached);
      news.push(reached);
    }
    layer = distance === MAX_DISTANCE ? [] : news.flatMap((reached) => walk.next(reached));
  }
  return [...passed.values()].filter(({ symbol }) => !walk.isChanged(symbol));
}

/** Whether a member of this may not fit what its type promises any more. */
function concernsType(aspect: Aspect): boolean {
  return aspect === "signature" || aspect === "returns" || aspect === "type";
}

class Walk {
  /** Later handles of what changed. */
  private readonly changed = new Set<SymbolHandle>();
  /** Those of them that nothing but their place changed of: what they depend on reaches further through them. */
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
      if (this.aspectOf(change) === "moved") this.movedOnly.add(change.after);
    }
  }

  isChanged(symbol: SymbolHandle): boolean {
    return this.changed.has(symbol);
  }

  first(change: SymbolChange): Reached[] {
    const aspect = this.aspectOf(change);
    const { before, after } = change;
    const isQuiet = aspect === "moved" || this.isFile(change);
    const now = after === undefined ? [] : this.stepsNow(after, change, aspect);
    const kept = new Set(now.map(({ symbol }) => symbol));
    const earlier = before === undefined ? [] : this.stepsBefore(before, aspect);
    const lost = earlier.filter((step) => !kept.has(step.symbol));
    const doubtful = [
      ...(isQuiet ? [] : now),
      ...(before === undefined ? [] : this.stepsOfGone(before, change, aspect)),
    ];
    return [
      ...doubtful.flatMap((step) => this.arrive(change, aspect, { step, isBroken: false })),
      ...[...lost, ...this.importersOf(change, lost)].flatMap((step) => {
        return this.arrive(change, aspect, { step, isBroken: true });
      }),
    ];
  }

  /** Files whose symbols lost something of another file: their imports name it too, and no edge says so. */
  private importersOf({ before }: SymbolChange, lost: readonly Step[]): Step[] {
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
   * Who depends on a dependent. What a symbol does is felt by its callers' callers; a declaration is not, unless the dependent has to be
   * declared otherwise in turn: a member that must agree with the changed one, or a function that gives its result back undeclared.
   * A file's dependents import it: that ends there, and what they import of it has ways of its own.
   */
  next(reached: Reached): Reached[] {
    const { symbol, change, kind, aspect } = reached;
    if (this.after.kindOf(symbol) === "module") return [];
    const isPassedOn =
      changesBehaviour(change) || AGREEING.has(kind) || (aspect === "returns" && this.handsResultOn(reached));
    const steps = isPassedOn ? referrers(this.after, symbol) : [];
    const isMisfit = kind === "overrides" && aspect === "returns";
    const users = isMisfit ? this.users(this.pairs.after, { symbol, isGone: false, writers: "naming" }) : [];
    return [...steps, ...users].flatMap((step) => this.extend(reached, step));
  }

  private users(side: DeltaSide, member: MemberChange): Step[] {
    return usersOfType(side.graph, member, {
      carries: (symbol) => this.isInferred(side, symbol),
      isOptional: (symbol) => side.isOptional(symbol) === true,
      mentions: (symbol, name) => side.mentions(symbol, name) !== false,
    });
  }

  /** Whether what a dependent gives back is what it gets, and declared nowhere. */
  private handsResultOn({ symbol, through, change }: Reached): boolean {
    const source = through?.symbol ?? change.after;
    if (source === undefined || !this.isInferred(this.pairs.after, symbol)) return false;
    return this.pairs.after.resultNames(symbol)?.has(this.after.symbol(source).name) !== false;
  }

  /** Whether what a symbol gives back is declared nowhere. */
  private isInferred(side: DeltaSide, symbol: SymbolHandle): boolean {
    if (side.graph.details(symbol).signature?.returns !== undefined) return false;
    const kind = side.graph.kindOf(symbol);
    if (kind === "function" || kind === "method") return side.givesBack(symbol) !== false;
    return kind === "variable";
  }

  private aspectOf(change: SymbolChange): Aspect {
    const graph = change.after === undefined ? this.before : this.after;
    const kind = graph.kindOf((change.after ?? change.before) as SymbolHandle);
    return aspectOf(change, !isFunction(kind));
  }

  /** What a file does when it is loaded concerns those who import it little; what they import of it is symbols of their own. */
  private isFile({ after }: SymbolChange): boolean {
    return after !== undefined && this.after.kindOf(after) === "module";
  }

  private stepsNow(symbol: SymbolHandle, change: SymbolChange, aspect: Aspect): Step[] {
    const agreeing = agreeingMembers(this.after, symbol);
    const { container } = this.after.symbol(symbol);
    const isOfInterface = container !== undefined && this.after.kindOf(container) === "interface";
    const isNew = aspect === "added" || this.isRenamed(change);
    const isConcerned = aspect === "added" ? isOfInterface : concernsType(aspect);
    const writers = isNew ? "all" : aspect === "returns" ? "naming" : "none";
    const users = isConcerned ? this.users(this.pairs.after, { symbol, isGone: false, writers }) : [];
    const owing = isNew ? typesWithout(this.after, symbol) : [];
    if (aspect !== "added") return [...referrers(this.after, symbol), ...agreeing, ...owing, ...users];
    // Nobody knows the members of a type that is new itself.
    const isKnown = container !== undefined && this.pairs.earlier(container) !== undefined;
    return isKnown ? [...agreeing, ...owing, ...users] : [];
  }

  private stepsBefore(symbol: SymbolHandle, aspect: Aspect): Step[] {
    const isDeclaration = aspect === "removed" || aspect === "signature" || aspect === "returns";
    const agreeing = isDeclaration ? agreeingMembers(this.before, symbol) : [];
    return this.toLater([...referrers(this.before, symbol), ...agreeing]);
  }

  /** Types that lack a member whose name is gone, and who uses them. */
  private stepsOfGone(symbol: SymbolHandle, change: SymbolChange, aspect: Aspect): Step[] {
    if (aspect !== "removed" && !this.isRenamed(change)) return [];
    return this.toLater([
      ...ownTypeOwing(this.before, symbol),
      ...this.users(this.pairs.before, { symbol, isGone: true, writers: "naming" }),
    ]);
  }

  private toLater(steps: readonly Step[]): Step[] {
    return steps.flatMap((step) => {
      const later = this.pairs.later(step.symbol);
      return later === undefined ? [] : [{ ...step, symbol: later }];
    });
  }

  private isRenamed({ before, after }: SymbolChange): boolean {
    if (before === undefined || after === undefined) return false;
    return this.before.symbol(before).name !== this.after.symbol(after).name;
  }

  private arrive(
    change: SymbolChange,
    aspect: Aspect,
    { step, isBroken }: { readonly step: Step; readonly isBroken: boolean },
  ): Reached[] {
    const { symbol, kind, confidence } = step;
    if (this.isSource(symbol)) return [];
    const strength = ASPECT_WEIGHTS[aspect] * STEP_WEIGHTS[aspect][kind] * confidence;
    if (strength < LEAST_STRENGTH) return [];
    return [{ symbol, distance: 1, strength, confidence, kind, through: undefined, change, aspect, isBroken }];
  }

  private extend(through: Reached, { symbol, kind, confidence }: Step): Reached[] {
    const { change, aspect, distance } = through;
    const strength = through.strength * STEP_WEIGHTS[aspect][kind] * confidence * DECAY;
    if (strength < LEAST_STRENGTH || this.isSource(symbol)) return [];
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
