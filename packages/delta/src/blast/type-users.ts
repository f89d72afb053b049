/**
 * Who a changed member breaks without naming it: whoever hands objects of its class on as something that they are no more, and whoever
 * writes objects of its interface. Knows one graph at a time.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { agreeingMembers, type Step } from "./dependents.js";
import { handersOf } from "./handers.js";
import { isDemand, isInterface, membersNamed, typeOfMember, typesBelow } from "./heritage.js";
import { asTyped, INDIRECT, mentions, takes, usersOf } from "./type-references.js";

/** What is known of a change. */
export interface MemberChange {
  readonly symbol: SymbolHandle;
  /** Whether its name is gone from its type: what stands above may still have one of that name. */
  readonly isGone: boolean;
  /** Who must write objects of its type otherwise: all, to have it; those who name it, to give something else or not to have it. */
  readonly writers: "all" | "naming" | "none";
}

/** What the source says of a symbol. */
export interface SourceWords {
  /** Whether a variable or function is of whatever type its value has, and so carries it to those who use it. */
  carries(symbol: SymbolHandle): boolean;
  /** Whether objects may leave a member out. */
  isOptional(symbol: SymbolHandle): boolean;
  /** Whether its own text has a name, as far as is known. */
  mentions(symbol: SymbolHandle, name: string): boolean;
}

export function usersOfType(graph: SymbolGraph, change: MemberChange, words: SourceWords): Step[] {
  const type = typeOfMember(graph, change.symbol);
  if (type === undefined) return [];
  if (!isInterface(graph, type))
    return handersOf(graph, type, { ...change, carries: (symbol) => words.carries(symbol) });
  if (change.writers === "none" || (change.writers === "all" && words.isOptional(change.symbol))) return [];
  const writers = writersOf(graph, type);
  if (change.writers === "all") return writers;
  const { name } = graph.symbol(change.symbol);
  return writers.flatMap((step) => placesNaming(graph, step, { name, words }));
}

interface NamedMember {
  readonly name: string;
  readonly words: SourceWords;
}

/** Where an object's writer gives it a member: the written member, if it is a symbol of its own. */
function placesNaming(graph: SymbolGraph, step: Step, { name, words }: NamedMember): Step[] {
  const written = membersNamed(graph, step.symbol, name);
  if (written.length > 0) return written.map((symbol) => ({ ...step, symbol }));
  return words.mentions(step.symbol, name) ? [step] : [];
}

/** The class of a member that is gone and that a type above it demands: without it, it is no such type. */
export function ownTypeOwing(graph: SymbolGraph, symbol: SymbolHandle): Step[] {
  const type = typeOfMember(graph, symbol);
  if (type === undefined) return [];
  const demanding = agreeingMembers(graph, symbol).find(
    (step) => step.kind === "declares" && isDemand(graph, step.symbol),
  );
  return demanding === undefined ? [] : [{ symbol: type, kind: "owes", confidence: demanding.confidence }];
}

/**
 * Who may write objects of an interface, or of one below it: what is written against it, and not only declared. Where its parameters are such
 * objects, those who call it write them.
 */
function writersOf(graph: SymbolGraph, type: SymbolHandle): Step[] {
  const below = typesBelow(graph, type).map((heir) => heir.symbol);
  const types = [type, ...below.filter((heir) => isInterface(graph, heir))];
  const family = new Set([type, ...below]);
  return types
    .flatMap((at) => {
      const { name } = graph.symbol(at);
      return usersOf(graph, at)
        .filter(({ symbol, kind }) => kind === "uses" && !family.has(symbol))
        .flatMap((step) => {
          const writes = isMade(graph, step.symbol) && !takesOnly(graph, step.symbol, name) ? [step] : [];
          return [...writes, ...(takes(graph, step.symbol, name) ? callersOf(graph, step) : [])];
        });
    })
    .map(asTyped);
}

/** Whether a symbol is a function or a value, and not only declared. */
function isMade(graph: SymbolGraph, symbol: SymbolHandle): boolean {
  const { kind, container } = graph.symbol(symbol);
  if (kind !== "function" && kind !== "method" && kind !== "variable" && kind !== "constructor") return false;
  return container === undefined || graph.kindOf(container) !== "interface";
}

/** Whether it is handed such objects and makes none: it neither gives one back nor hands one to a function that it is given. */
function takesOnly(graph: SymbolGraph, symbol: SymbolHandle, name: string): boolean {
  const { params = [], returns = "" } = graph.details(symbol).signature ?? {};
  const taken = params.filter(({ type = "" }) => mentions(type, name));
  const isGiven = mentions(returns, name) && !/\bis\b/.test(returns);
  return (
    (taken.length > 0 || /\bis\b/.test(returns)) && !isGiven && !taken.some(({ type = "" }) => type.includes("=>"))
  );
}

function callersOf(graph: SymbolGraph, { symbol, confidence }: Step): Step[] {
  return usersOf(graph, symbol)
    .filter(({ kind }) => kind === "call")
    .map((caller) => ({ ...caller, confidence: caller.confidence * confidence * INDIRECT }));
}
