/**
 * Who a changed member breaks without naming it: whoever hands objects of its class on as something that they are no more, and whoever
 * writes objects of its interface. Knows one graph at a time.
 */
import { EDGE_KINDS, type SymbolGraph, type SymbolHandle } from "@sdl/model";
import { agreeingMembers, referrers, type Step } from "./dependents.js";
import { MAX_TYPES, membersNamed, typeOfMember, typesAbove, typesBelow } from "./heritage.js";

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

/** Carriers of carriers end there. */
const MAX_CARRIED = 3;
const MAX_USERS = 2000;
/** Of those who call what takes an object, some leave the member out. */
const INDIRECT = 0.5;

export function usersOfType(graph: SymbolGraph, change: MemberChange, words: SourceWords): Step[] {
  const type = typeOfMember(graph, change.symbol);
  if (type === undefined) return [];
  if (!isInterface(graph, type)) return handersOf(graph, type, { ...change, words });
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

/** Whether a type's member is one that those below must have: of an interface, or abstract. */
function isDemand(graph: SymbolGraph, member: SymbolHandle): boolean {
  const type = typeOfMember(graph, member);
  if (type !== undefined && isInterface(graph, type)) return true;
  const isWithoutBody = graph.kindOf(member) === "method" && graph.details(member).bodyPrint === undefined;
  return (
    isWithoutBody ||
    graph.unresolved(member).some(({ name }) => /(?:^|\.)abstract(?:method|property)$/.test(name ?? ""))
  );
}

/**
 * Whether objects of a class that has lost a member are no objects any more of the type above that has it. Of a base class they have it all the
 * same; but where no object can be made without it, as in Python, none is.
 */
function isBound(graph: SymbolGraph, member: SymbolHandle): boolean {
  const type = typeOfMember(graph, member);
  const isPython = /\.pyi?$/.test(graph.fileOf(member));
  return (type !== undefined && isInterface(graph, type)) || (isPython && isDemand(graph, member));
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

/** Whether a function's parameters, or those of a class's constructor, are of the type of that name; a class without one may be anything. */
function takes(graph: SymbolGraph, symbol: SymbolHandle, name: string): boolean {
  if (graph.kindOf(symbol) === "class") {
    const constructors = membersNamed(graph, symbol, "constructor");
    return constructors.length === 0 || constructors.some((one) => takes(graph, one, name));
  }
  return (graph.details(symbol).signature?.params ?? []).some(({ type = "" }) => mentions(type, name));
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

function mentions(type: string, name: string): boolean {
  return type.split(/[^\p{L}\p{N}_$]+/u).includes(name);
}

function callersOf(graph: SymbolGraph, { symbol, confidence }: Step): Step[] {
  return usersOf(graph, symbol)
    .filter(({ kind }) => kind === "call")
    .map((caller) => ({ ...caller, confidence: caller.confidence * confidence * INDIRECT }));
}

interface HandingOn extends MemberChange {
  readonly words: SourceWords;
}

/** Who makes or names objects of a class, or of one below that has the member from it, and knows a type that they are to be. */
function handersOf(graph: SymbolGraph, type: SymbolHandle, { symbol, isGone, words }: HandingOn): Step[] {
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
  found.push(...selfHanders(graph, family, types), ...usersHandingOn(graph, promised, words));
  const holders = holdersOf(graph, found, promised);
  return [
    ...found,
    ...usersHandingOn(graph, holders, words).map(({ confidence, ...step }) => ({
      ...step,
      confidence: confidence * INDIRECT,
    })),
  ];
}

function usersHandingOn(graph: SymbolGraph, promised: Promised, words: SourceWords): Step[] {
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
      for (const user of carriedBy(graph, step.symbol, words)) {
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
    graph
      .fileSymbols(graph.fileOf(type))
      .filter((symbol) => graph.symbol(symbol).container === type && calledBy(graph, symbol).some(isTaken))
      .map((symbol): Step => ({ symbol, kind: "typed", confidence: INDIRECT })),
  );
}

/** What a symbol calls, and the constructors of classes that it makes objects of. */
function calledBy(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle[] {
  const { start, length, shared } = graph.outgoing(symbol);
  const found: SymbolHandle[] = [];
  for (let i = start; i < start + length; i++) {
    if (EDGE_KINDS[shared.kinds[i] as number] !== "call") continue;
    const target = shared.symbols[i] as SymbolHandle;
    found.push(...(graph.kindOf(target) === "class" ? membersNamed(graph, target, "constructor") : [target]));
  }
  return found;
}

/** Who gets at what a symbol holds: a class's members at its fields. */
function carriedBy(graph: SymbolGraph, symbol: SymbolHandle, words: SourceWords): Step[] {
  if (words.carries(symbol)) return usersOf(graph, symbol);
  if (graph.kindOf(symbol) !== "class") return [];
  return graph
    .fileSymbols(graph.fileOf(symbol))
    .filter((member) => graph.symbol(member).container === symbol)
    .map((member) => ({ symbol: member, kind: "typed", confidence: 1 }));
}

/** What objects of some classes are to be. */
interface Promised {
  readonly types: ReadonlySet<SymbolHandle>;
  readonly family: ReadonlySet<SymbolHandle>;
}

function isInterface(graph: SymbolGraph, type: SymbolHandle): boolean {
  return graph.kindOf(type) === "interface";
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
    for (const member of membersOf(graph, at)) names.add(member);
    if (types.size < MAX_TYPES) for (const { symbol } of typesAbove(graph, at)) types.add(symbol);
  }
  return graph.symbolsNamed(name).flatMap((member) => {
    const { container } = graph.symbol(member);
    if (container === undefined || types.has(container) || !isInterface(graph, container)) return [];
    return membersOf(graph, container).every((other) => names.has(other)) ? container : [];
  });
}

function membersOf(graph: SymbolGraph, type: SymbolHandle): string[] {
  return graph
    .fileSymbols(graph.fileOf(type))
    .map((symbol) => graph.symbol(symbol))
    .filter(({ container }) => container === type)
    .map(({ name }) => name);
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

function targetsOf(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle[] {
  const { start, length, shared } = graph.outgoing(symbol);
  return Array.from(shared.symbols.subarray(start, start + length)) as SymbolHandle[];
}

function containersOf(graph: SymbolGraph, symbol: SymbolHandle): SymbolHandle[] {
  const found: SymbolHandle[] = [];
  for (let at = graph.symbol(symbol).container; at !== undefined; at = graph.symbol(at).container) found.push(at);
  return found;
}

/** Who names a symbol or calls it; a class is called by its constructor's name too. Types below it are none. */
function usersOf(graph: SymbolGraph, symbol: SymbolHandle): Step[] {
  const constructors = membersNamed(graph, symbol, "constructor").flatMap((at) => referrers(graph, at));
  return [...referrers(graph, symbol), ...constructors].filter(({ symbol: user, kind }) => {
    return kind === "uses" || kind === "call" || (kind === "import" && graph.kindOf(user) !== "module");
  });
}

/** Classes below that have the member from this one. */
function inheritors(graph: SymbolGraph, type: SymbolHandle, name: string): SymbolHandle[] {
  const found = new Set<SymbolHandle>([type]);
  for (const at of found) {
    if (found.size >= MAX_TYPES) break;
    for (const { symbol } of typesBelow(graph, at))
      if (membersNamed(graph, symbol, name).length === 0) found.add(symbol);
  }
  found.delete(type);
  return [...found];
}

function asTyped(step: Step): Step {
  return { ...step, kind: "typed" };
}
