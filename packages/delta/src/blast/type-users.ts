/**
 * Users of a changed member's type that may break without naming the member: code that passes instances of its class where another type is
 * expected, and code that creates objects of its interface. Knows one graph at a time.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { usersExpectingBrokenType } from "./broken-conformance.js";
import { type DependentStep, relatedMembers } from "./dependents.js";
import { isInterface, isRequiredMember, membersNamed, subtypes, typeOfMember } from "./heritage.js";
import { asTypeUse, hasParameterOfType, INDIRECT_FACTOR, mentionsTypeName, usersOfSymbol } from "./type-references.js";

/** A changed member of a type. */
export interface MemberChange {
  readonly symbol: SymbolHandle;
  /** Whether the member was removed from its type; a supertype may still declare a member with its name. */
  readonly isGone: boolean;
  /**
   * Creators of objects of the interface that are affected: `all` if they must add the member; `naming` if only those that define it are affected.
   */
  readonly writers: "all" | "naming" | "none";
}

/** Facts about symbols from the source. */
export interface SourceFacts {
  /** Whether a variable or function has the inferred type of its value, and so passes the value's type on to its users. */
  hasInferredType(symbol: SymbolHandle): boolean;
  /** Whether objects may omit the member. */
  isOptional(symbol: SymbolHandle): boolean;
  /** Whether the symbol's own text contains a name, as far as is known. */
  mentions(symbol: SymbolHandle, name: string): boolean;
}

/** Finds users that may break, as steps from the changed member. */
export function usersOfType(graph: SymbolGraph, change: MemberChange, words: SourceFacts): DependentStep[] {
  const type = typeOfMember(graph, change.symbol);
  if (type === undefined) return [];
  if (!isInterface(graph, type))
    return usersExpectingBrokenType(graph, type, {
      ...change,
      hasInferredType: (symbol) => words.hasInferredType(symbol),
    });
  if (change.writers === "none" || (change.writers === "all" && words.isOptional(change.symbol))) return [];
  const writers = creatorsOfObjects(graph, type);
  if (change.writers === "all") return writers;
  const { name } = graph.symbol(change.symbol);
  return writers.flatMap((step) => placesDefiningMember(graph, step, { name, words }));
}

interface NamedMember {
  readonly name: string;
  readonly words: SourceFacts;
}

/** Places where an object's creator defines a member: the member's symbol if it exists; otherwise the creator, if its text contains the name. */
function placesDefiningMember(graph: SymbolGraph, step: DependentStep, { name, words }: NamedMember): DependentStep[] {
  const written = membersNamed(graph, step.symbol, name);
  if (written.length > 0) return written.map((symbol) => ({ ...step, symbol }));
  return words.mentions(step.symbol, name) ? [step] : [];
}

/** The class of a removed member that a supertype requires: without the member it no longer satisfies the supertype. */
export function classLackingMember(graph: SymbolGraph, symbol: SymbolHandle): DependentStep[] {
  const type = typeOfMember(graph, symbol);
  if (type === undefined) return [];
  const demanding = relatedMembers(graph, symbol).find(
    (step) => step.kind === "declares" && isRequiredMember(graph, step.symbol),
  );
  return demanding === undefined ? [] : [{ symbol: type, kind: "lacks", confidence: demanding.confidence }];
}

/**
 * Symbols that may create objects of an interface, or of its subinterfaces: code that refers to the interface and has an implementation. If a
 * parameter has the interface's type, callers of the function create its objects.
 */
function creatorsOfObjects(graph: SymbolGraph, type: SymbolHandle): DependentStep[] {
  const below = subtypes(graph, type).map((heir) => heir.symbol);
  const types = [type, ...below.filter((heir) => isInterface(graph, heir))];
  const family = new Set([type, ...below]);
  return types
    .flatMap((at) => {
      const { name } = graph.symbol(at);
      return usersOfSymbol(graph, at)
        .filter(({ symbol, kind }) => kind === "uses" && !family.has(symbol))
        .flatMap((step) => {
          const writes = isImplemented(graph, step.symbol) && !onlyReceives(graph, step.symbol, name) ? [step] : [];
          return [...writes, ...(hasParameterOfType(graph, step.symbol, name) ? callersOfSymbol(graph, step) : [])];
        });
    })
    .map(asTypeUse);
}

/** Whether a symbol is a function or value with an implementation, not only a declaration. */
function isImplemented(graph: SymbolGraph, symbol: SymbolHandle): boolean {
  const { kind, container } = graph.symbol(symbol);
  if (kind !== "function" && kind !== "method" && kind !== "variable" && kind !== "constructor") return false;
  return container === undefined || graph.kindOf(container) !== "interface";
}

/** Whether a function only receives objects of the type: it neither returns one nor passes one to a callback parameter. */
function onlyReceives(graph: SymbolGraph, symbol: SymbolHandle, name: string): boolean {
  const { params = [], returns = "" } = graph.details(symbol).signature ?? {};
  const taken = params.filter(({ type = "" }) => mentionsTypeName(type, name));
  const isGiven = mentionsTypeName(returns, name) && !/\bis\b/.test(returns);
  return (
    (taken.length > 0 || /\bis\b/.test(returns)) && !isGiven && !taken.some(({ type = "" }) => type.includes("=>"))
  );
}

function callersOfSymbol(graph: SymbolGraph, { symbol, confidence }: DependentStep): DependentStep[] {
  return usersOfSymbol(graph, symbol)
    .filter(({ kind }) => kind === "call")
    .map((caller) => ({ ...caller, confidence: caller.confidence * confidence * INDIRECT_FACTOR }));
}
