/**
 * Who hands objects of a class on as something that they are no more: whoever makes or names one, or holds it, and knows a type that it was to
 * be. Knows one graph at a time.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { adjacent } from "../adjacent.js";
import type { Step } from "./dependents.js";
import { inheritors, isBound, isInterface, MAX_TYPES, membersNamed, membersOf, typesAbove } from "./heritage.js";
import { asTyped, containersOf, INDIRECT, takes, targetsOf, usersOf } from "./type-references.js";

/** What is known of a class's member that changed. */
export interface HandedOn {
  readonly symbol: SymbolHandle;
  /** Whether its name is gone from its type: what stands above may still have one of that name. */
  readonly isGone: boolean;
  /** Whether a variable or function is of whatever type its value has, and so carries it to those who use it. */
  carries(symbol: SymbolHandle): boolean;
}

/** Carriers of carriers end there. */
const MAX_CARRIED = 3;
const MAX_USERS = 2000;

/** What objects of some classes are to be. */
interface Promised {
  readonly types: ReadonlySet<SymbolHandle>;
  readonly family: ReadonlySet<SymbolHandle>;
}

/** Who makes or names objects of a class, or of one below that has the member from it, and knows a type that they are to be. */
export function handersOf(graph: SymbolGraph, type: SymbolHandle, { symbol, isGone, carries }: HandedOn): Step[] {
  const { name, visibility } = graph.symbol(symbol);
  if (visibility === "private") return [];
  const below = inheritors(graph, type, name);
  const family = new Set([type, ...below]);
  const types = promisesOf(graph, family, { name, isGone });
  if (types.size === 0) return [];
  const found = below.flatMap((heir): Step[] => {
    const broken = typesAbove(graph, heir).find((above) => types.has(above.symbol) && isInterface(graph, above.symbol));
    return broken === undefined ? [] : [{ symbol: heir, kind: "typed", confidence: broken.confidence }];
  });
  const promised = { family, types };
  found.push(...selfHanders(graph, family, types), ...usersHandingOn(graph, promised, carries));
  const holders = holdersOf(graph, found, promised);
  return [
    ...found,
    ...usersHandingOn(graph, holders, carries).map(({ confidence, ...step }) => ({
      ...step,
      confidence: confidence * INDIRECT,
    })),
  ];
}

function usersHandingOn(graph: SymbolGraph, promised: Promised, carries: HandedOn["carries"]): Step[] {
  if (promised.types.size === 0) return [];
  const found: Step[] = [];
  const seen = new Set(promised.family);
  let open = [...promised.family].flatMap((at) => usersOf(graph, at));
  for (let carried = 0; carried <= MAX_CARRIED && open.length > 0 && seen.size < MAX_USERS; carried++) {
    const next: Step[] = [];
    for (const step of open) {
      if (seen.has(step.symbol)) continue;
      seen.add(step.symbol);
      if (handsOn(graph, step, promised)) found.push(asTyped(step));
      for (const user of carriedBy(graph, step.symbol, carries)) {
        next.push({ ...user, confidence: user.confidence * step.confidence });
      }
    }
    open = next;
  }
  return found;
}

/** Classes that have such an object where an interface of theirs promises another: they are no such thing either. */
function holdersOf(graph: SymbolGraph, found: readonly Step[], { family, types }: Promised): Promised {
  const holders = new Set<SymbolHandle>();
  const promising = new Set<SymbolHandle>();
  for (const { symbol } of found) {
    if (family.has(symbol) || graph.kindOf(symbol) !== "class") continue;
    for (const { symbol: above } of typesAbove(graph, symbol)) {
      if (!isInterface(graph, above) || !targetsOf(graph, above).some((target) => types.has(target))) continue;
      holders.add(symbol);
      promising.add(above);
    }
  }
  return { family: holders, types: promising };
}

/** Members of the classes that call what takes an object of the types: most hand on the one that they are of. */
function selfHanders(graph: SymbolGraph, family: ReadonlySet<SymbolHandle>, types: ReadonlySet<SymbolHandle>): Step[] {
  const names = [...types].map((type) => graph.symbol(type).name);
  const isTaken = (target: SymbolHandle): boolean =>
    graph.kindOf(target) !== "class" && names.some((name) => takes(graph, target, name));
  return [...family].flatMap((type) =>
    membersOf(graph, type)
      .filter((symbol) => calledBy(graph, symbol).some(isTaken))
      .map((symbol): Step => ({ symbol, kind: "typed", confidence: INDIRECT })),
  );
}

/** What a symbol calls, and the constructors of classes that it makes objects of. */
function calledBy(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle[] {
  return adjacent(graph.outgoing(symbol))
    .filter(({ kind }) => kind === "call")
    .flatMap(({ symbol: target }) => {
      return graph.kindOf(target) === "class" ? membersNamed(graph, target, "constructor") : target;
    });
}

/** Who gets at what a symbol holds: a class's members at its fields. */
function carriedBy(graph: SymbolGraph, symbol: SymbolHandle, carries: HandedOn["carries"]): Step[] {
  if (carries(symbol)) return usersOf(graph, symbol);
  if (graph.kindOf(symbol) !== "class") return [];
  return membersOf(graph, symbol).map((member) => ({ symbol: member, kind: "typed", confidence: 1 }));
}

/** Types above some classes that have the member, and those between. */
function promisesOf(
  graph: SymbolGraph,
  family: ReadonlySet<SymbolHandle>,
  { name, isGone }: { readonly name: string; readonly isGone: boolean },
): ReadonlySet<SymbolHandle> {
  const promised = new Set([...family].flatMap((type) => likeInterfaces(graph, type, name)));
  const seen = new Set<SymbolHandle>(family);
  const visit = (at: SymbolHandle): boolean => {
    if (!family.has(at) && membersNamed(graph, at, name).some((member) => !isGone || isBound(graph, member)))
      return true;
    let isPromise = false;
    for (const { symbol } of typesAbove(graph, at)) {
      if (promised.has(symbol)) isPromise = true;
      if (seen.has(symbol) || seen.size > MAX_TYPES) continue;
      seen.add(symbol);
      if (!visit(symbol)) continue;
      promised.add(symbol);
      isPromise = true;
    }
    return isPromise;
  };
  for (const type of family) visit(type);
  return promised;
}

/** Interfaces with the member all of whose members the class has, by their names: its objects are such without saying so. */
function likeInterfaces(graph: SymbolGraph, type: SymbolHandle, name: string): SymbolHandle[] {
  const names = new Set<string>();
  const types = new Set([type]);
  for (const at of types) {
    for (const member of membersOf(graph, at)) names.add(graph.symbol(member).name);
    if (types.size < MAX_TYPES) for (const { symbol } of typesAbove(graph, at)) types.add(symbol);
  }
  return graph.symbolsNamed(name).flatMap((member) => {
    const { container } = graph.symbol(member);
    if (container === undefined || types.has(container) || !isInterface(graph, container)) return [];
    return membersOf(graph, container).every((other) => names.has(graph.symbol(other).name)) ? container : [];
  });
}

/**
 * Whether a symbol, what it stands in, or what it calls or uses knows one of the types; the classes themselves say nothing. What gets at a
 * class's fields must know it by itself.
 */
function handsOn(graph: SymbolGraph, { symbol: user, kind: how }: Step, { types, family }: Promised): boolean {
  const knows = (symbol: SymbolHandle): boolean => targetsOf(graph, symbol).some((target) => types.has(target));
  const around = how === "typed" ? [] : containersOf(graph, user);
  if ([user, ...around].some((at) => graph.kindOf(at) !== "module" && knows(at))) return true;
  return targetsOf(graph, user).some((target) => {
    const { kind, container } = graph.symbol(target);
    const isOwn = family.has(target) || (container !== undefined && family.has(container));
    return kind !== "module" && !isOwn && knows(target);
  });
}
