/**
 * Finds code that passes instances of a class where a type is expected that the class no longer satisfies: symbols that create, name or hold an
 * instance and also refer to such a type. Knows one graph at a time.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { adjacentSymbols } from "../adjacent.js";
import type { DependentStep } from "./dependents.js";
import {
  directMembers,
  isInterface,
  isRequiredForConformance,
  MAX_TYPES,
  membersNamed,
  subclassesInheritingMember,
  supertypes,
} from "./heritage.js";
import {
  asTypeUse,
  containingSymbols,
  hasParameterOfType,
  INDIRECT_FACTOR,
  referredSymbols,
  usersOfSymbol,
} from "./type-references.js";

/** A member of a class whose declaration changed or was removed. */
export interface ChangedClassMember {
  readonly symbol: SymbolHandle;
  /** Whether the member was removed from its type; a supertype may still declare a member with its name. */
  readonly isGone: boolean;
  /** Whether a variable or function has the inferred type of its value, and so passes the value's type on to its users. */
  hasInferredType(symbol: SymbolHandle): boolean;
}

/** Maximum number of variables or functions with inferred types that a value is followed through. */
const MAX_INFERRED_STEPS = 3;
const MAX_USERS = 2000;

/** Classes, and the types that their instances no longer satisfy. */
interface BrokenConformance {
  readonly types: ReadonlySet<SymbolHandle>;
  readonly family: ReadonlySet<SymbolHandle>;
}

/**
 * Symbols that create or name instances of a class (or of a subclass that inherits the member) and refer to a type that the instances no longer
 * satisfy.
 */
export function usersExpectingBrokenType(
  graph: SymbolGraph,
  type: SymbolHandle,
  { symbol, isGone, hasInferredType: carries }: ChangedClassMember,
): DependentStep[] {
  const { name, visibility } = graph.symbol(symbol);
  if (visibility === "private") return [];
  const below = subclassesInheritingMember(graph, type, name);
  const family = new Set([type, ...below]);
  const types = typesWithBrokenMember(graph, family, { name, isGone });
  if (types.size === 0) return [];
  const found = below.flatMap((heir): DependentStep[] => {
    const broken = supertypes(graph, heir).find((above) => types.has(above.symbol) && isInterface(graph, above.symbol));
    return broken === undefined ? [] : [{ symbol: heir, kind: "typed", confidence: broken.confidence }];
  });
  const promised = { family, types };
  found.push(...membersPassingSelf(graph, family, types), ...usersPassingInstances(graph, promised, carries));
  const holders = classesHoldingInstances(graph, found, promised);
  return [
    ...found,
    ...usersPassingInstances(graph, holders, carries).map(({ confidence, ...step }) => ({
      ...step,
      confidence: confidence * INDIRECT_FACTOR,
    })),
  ];
}

function usersPassingInstances(
  graph: SymbolGraph,
  promised: BrokenConformance,
  carries: ChangedClassMember["hasInferredType"],
): DependentStep[] {
  if (promised.types.size === 0) return [];
  const found: DependentStep[] = [];
  const seen = new Set(promised.family);
  let open = [...promised.family].flatMap((at) => usersOfSymbol(graph, at));
  for (let carried = 0; carried <= MAX_INFERRED_STEPS && open.length > 0 && seen.size < MAX_USERS; carried++) {
    const next: DependentStep[] = [];
    for (const step of open) {
      if (seen.has(step.symbol)) continue;
      seen.add(step.symbol);
      if (refersToBrokenType(graph, step, promised)) found.push(asTypeUse(step));
      for (const user of usersOfStoredValue(graph, step.symbol, carries)) {
        next.push({ ...user, confidence: user.confidence * step.confidence });
      }
    }
    open = next;
  }
  return found;
}

/** Classes that hold such an instance where an interface of theirs declares the type: they no longer satisfy this interface either. */
function classesHoldingInstances(
  graph: SymbolGraph,
  found: readonly DependentStep[],
  { family, types }: BrokenConformance,
): BrokenConformance {
  const holders = new Set<SymbolHandle>();
  const brokenInterfaces = new Set<SymbolHandle>();
  for (const { symbol } of found) {
    if (family.has(symbol) || graph.kindOf(symbol) !== "class") continue;
    for (const { symbol: above } of supertypes(graph, symbol)) {
      if (!isInterface(graph, above) || !referredSymbols(graph, above).some((target) => types.has(target))) continue;
      holders.add(symbol);
      brokenInterfaces.add(above);
    }
  }
  return { family: holders, types: brokenInterfaces };
}

/** Members of the classes that call a function with a parameter of one of the types; most such calls pass the instance itself. */
function membersPassingSelf(
  graph: SymbolGraph,
  family: ReadonlySet<SymbolHandle>,
  types: ReadonlySet<SymbolHandle>,
): DependentStep[] {
  const names = [...types].map((type) => graph.symbol(type).name);
  const isTaken = (target: SymbolHandle): boolean =>
    graph.kindOf(target) !== "class" && names.some((name) => hasParameterOfType(graph, target, name));
  return [...family].flatMap((type) =>
    directMembers(graph, type)
      .filter((symbol) => calleesOfSymbol(graph, symbol).some(isTaken))
      .map((symbol): DependentStep => ({ symbol, kind: "typed", confidence: INDIRECT_FACTOR })),
  );
}

/** Symbols that a symbol calls; for a class, its constructor. */
function calleesOfSymbol(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle[] {
  return adjacentSymbols(graph.outgoing(symbol))
    .filter(({ kind }) => kind === "call")
    .flatMap(({ symbol: target }) => {
      return graph.kindOf(target) === "class" ? membersNamed(graph, target, "constructor") : target;
    });
}

/** Users of a value that a symbol holds: for a class, its members, which have access to its fields. */
function usersOfStoredValue(
  graph: SymbolGraph,
  symbol: SymbolHandle,
  carries: ChangedClassMember["hasInferredType"],
): DependentStep[] {
  if (carries(symbol)) return usersOfSymbol(graph, symbol);
  if (graph.kindOf(symbol) !== "class") return [];
  return directMembers(graph, symbol).map((member) => ({ symbol: member, kind: "typed", confidence: 1 }));
}

/** Supertypes of the classes that declare the member, and the types between. */
function typesWithBrokenMember(
  graph: SymbolGraph,
  family: ReadonlySet<SymbolHandle>,
  { name, isGone }: { readonly name: string; readonly isGone: boolean },
): ReadonlySet<SymbolHandle> {
  const brokenTypes = new Set([...family].flatMap((type) => structurallySatisfiedInterfaces(graph, type, name)));
  const seen = new Set<SymbolHandle>(family);
  const visit = (at: SymbolHandle): boolean => {
    if (
      !family.has(at) &&
      membersNamed(graph, at, name).some((member) => !isGone || isRequiredForConformance(graph, member))
    )
      return true;
    let hasBrokenSupertype = false;
    for (const { symbol } of supertypes(graph, at)) {
      if (brokenTypes.has(symbol)) hasBrokenSupertype = true;
      if (seen.has(symbol) || seen.size > MAX_TYPES) continue;
      seen.add(symbol);
      if (!visit(symbol)) continue;
      brokenTypes.add(symbol);
      hasBrokenSupertype = true;
    }
    return hasBrokenSupertype;
  };
  for (const type of family) visit(type);
  return brokenTypes;
}

/** Interfaces that declare the member and whose members the class all has, by name: its instances satisfy them structurally. */
function structurallySatisfiedInterfaces(graph: SymbolGraph, type: SymbolHandle, name: string): SymbolHandle[] {
  const names = new Set<string>();
  const types = new Set([type]);
  for (const at of types) {
    for (const member of directMembers(graph, at)) names.add(graph.symbol(member).name);
    if (types.size < MAX_TYPES) for (const { symbol } of supertypes(graph, at)) types.add(symbol);
  }
  return graph.symbolsNamed(name).flatMap((member) => {
    const { container } = graph.symbol(member);
    if (container === undefined || types.has(container) || !isInterface(graph, container)) return [];
    return directMembers(graph, container).every((other) => names.has(graph.symbol(other).name)) ? container : [];
  });
}

/**
 * Whether a symbol, its containers, or the symbols it calls or uses refer to one of the types; references by the classes themselves are ignored.
 * Code that uses a held value must refer to the type itself.
 */
function refersToBrokenType(
  graph: SymbolGraph,
  { symbol: user, kind: how }: DependentStep,
  { types, family }: BrokenConformance,
): boolean {
  const knows = (symbol: SymbolHandle): boolean => referredSymbols(graph, symbol).some((target) => types.has(target));
  const around = how === "typed" ? [] : containingSymbols(graph, user);
  if ([user, ...around].some((at) => graph.kindOf(at) !== "module" && knows(at))) return true;
  return referredSymbols(graph, user).some((target) => {
    const { kind, container } = graph.symbol(target);
    const isOwn = family.has(target) || (container !== undefined && family.has(container));
    return kind !== "module" && !isOwn && knows(target);
  });
}
