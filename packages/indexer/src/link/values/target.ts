/**
 * Values of expressions: a small set of targets, each with the confidence and the rule of its weakest step. Knows
 * numbers and texts only; does not evaluate. Invariant: a value holds a target at most once, and at most
 * {@link MAX_TARGETS} targets, in the order found.
 */
import type { FileHandle } from "@sdl/model";
import type { FactsPage } from "@sdl/model/facts";
import { RULE, type Rule } from "./rule-table.js";

/** Kinds of targets to which a name or expression can lead. */
export const TargetKind = {
  /** A symbol itself: a function, a class, a variable, a type. */
  Declaration: 0,
  /** An instance of a class or interface of the repository. */
  Instance: 1,
  /** A module as a value. */
  Module: 2,
  /** A folder that only holds modules: a Python namespace package. `text` is its path. */
  Folder: 3,
  /** A value of a package outside the repository. `text` is the package, `name` the path in the package. */
  External: 4,
  /** A builtin of the language or its standard library, given by `name`. */
  Builtin: 5,
  /** A class as `super` sees it. */
  Base: 6,
  /** A type parameter without an argument. `symbol` is its number in a `TypeParameter` row, `item` the value of its bound. */
  TypeParameter: 7,
  /** An object literal. `symbol` is the first row of its Record in `page`. */
  Record: 8,
  /** A function type. `symbol` is a hash of its text, `parts` are its result, then its parameters. */
  Function: 9,
  /** A package that is a folder of files. `text`: its path. */
  Package: 10,
} as const;

/** One possible meaning of an expression. */
export interface Target {
  readonly kind: number;
  /** File handle; -1 unless the target is in a file of the repository. */
  readonly file: FileHandle;
  readonly symbol: number;
  readonly text: string;
  readonly name: string;
  /** The type of the first type argument. */
  readonly item: Value | undefined;
  /** Parts of a tuple; for a function type, its result and parameters; for a function, the type arguments that a call writes. */
  readonly parts: readonly Value[] | undefined;
  /** Values of the enclosing class's type parameters: for an instance its own class, for a method the declaring class. */
  readonly args: readonly Value[] | undefined;
  /** The facts that contain a Record's row: the file may have been read again since. */
  readonly page: FactsPage | undefined;
  /** The object that a method was taken from. */
  readonly receiver: Target | undefined;
  /** Whether the target is the instance or class in which the code runs. */
  readonly isSelf: boolean;
  /** Confidence in hundredths, 1..98. */
  readonly confidence: number;
  /** Index in `RESOLVERS`. */
  readonly resolver: number;
}

/** The possible targets of an expression. */
export type Value = readonly Target[];

/** The value of an unknown expression. */
export const NOTHING: Value = [];

const MAX_TARGETS = 8;
/** Confidence lost, in hundredths, by an inference from an inferred value. */
const CHAIN_COST = 2;
/** Rules below this confidence infer (results, conventions); rules above read (names, declared types, constructions). */
const INFERRED_BELOW = RULE.construction.confidence;
/** Longest name of an external target, in UTF-16 units. */
const MAX_NAME_LENGTH = 120;
/** Prefix of the package text of a configuration file's target; no package has such a name. */
export const SETTINGS = "config:";

function make(kind: number, file: FileHandle, symbol: number, rule: Rule): Target {
  return {
    kind,
    file,
    symbol,
    text: "",
    name: "",
    item: undefined,
    parts: undefined,
    args: undefined,
    page: undefined,
    receiver: undefined,
    isSelf: false,
    confidence: rule.confidence,
    resolver: rule.resolver,
  };
}

/** A symbol itself as target. */
export function declaration(file: FileHandle, symbol: number, rule: Rule = RULE.lexical): Target {
  return make(TargetKind.Declaration, file, symbol, rule);
}

/** An instance of a class as target. */
export function instance(file: FileHandle, symbol: number, rule: Rule = RULE.lexical): Target {
  return make(TargetKind.Instance, file, symbol, rule);
}

/** The target as the instance or class in which the code runs. */
export function self(target: Target): Target {
  return { ...target, isSelf: true };
}

/** A class as `super` sees it. */
export function baseView(file: FileHandle, symbol: number): Target {
  return make(TargetKind.Base, file, symbol, RULE.lexical);
}

/** The module that a file is, used as a value. */
export function moduleTarget(file: FileHandle, rule: Rule): Target {
  return make(TargetKind.Module, file, 0, rule);
}

/** A type parameter as target. */
export function typeParameter(number: number, bound: Value): Target {
  return { ...make(TargetKind.TypeParameter, -1, number, RULE.annotation), item: bound };
}

/** An object literal as target. */
export function record(file: FileHandle, row: number, page: FactsPage): Target {
  return { ...make(TargetKind.Record, file, row, RULE.lexical), page };
}

/**
 * A function type as target.
 * @param digest hash of the type's text @param result empty if unknown
 * @param hasRest whether the last parameter is a rest parameter, whose type is that of a list
 */
export function functionType(file: FileHandle, { digest, result, parameters, hasRest }: FunctionParts): Target {
  const made = make(TargetKind.Function, file, digest, RULE.annotation);
  return { ...made, name: hasRest ? REST : "", parts: [result, ...parameters] };
}

interface FunctionParts {
  readonly digest: number;
  readonly result: Value;
  readonly parameters: readonly Value[];
  readonly hasRest: boolean;
}

const REST = "...";

/**
 * Whether a declared type determines a value. A function type does not: the assigned value determines the function. Nor does
 * a type that depends on a call.
 */
export function namesValue(declared: Value): boolean {
  return declared.some((target) => target.kind !== TargetKind.Function && !isIndexed(target) && !isThisType(target));
}

/** The result of a function type, as far as its text declares it. */
export function resultOfType({ parts }: Target): Value {
  return parts?.[0] ?? NOTHING;
}

/** The parameter of a function type that takes the argument; a list for a rest parameter, with the argument's place in it. */
export function parameterOfType({ name, parts = [] }: Target, argument: number): { value: Value; placeInRest: number } {
  const placeInRest = name === REST ? argument - parts.length + 2 : -1;
  return { value: parts[placeInRest >= 0 ? parts.length - 1 : argument + 1] ?? NOTHING, placeInRest };
}

/** A namespace package as target. */
export function folder(path: string, rule: Rule): Target {
  return { ...make(TargetKind.Folder, -1, 0, rule), text: path };
}

/** A folder of files that are one package. */
export function packageTarget(path: string, rule: Rule): Target {
  return { ...make(TargetKind.Package, -1, 0, rule), text: path };
}

/** A value of an outside package as target; empty for names that are too long. */
export function external(packageName: string, name: string): Target {
  return {
    ...make(TargetKind.External, -1, 0, RULE.external),
    text: packageName,
    name: name.slice(0, MAX_NAME_LENGTH),
  };
}

/** A configuration file of the repository as a value; its members are its keys. */
export function settings(path: string): Target {
  return { ...external(SETTINGS + path, ""), ...RULE.setting };
}

/** The path of the configuration file that the target is, or is a key of. */
export function settingsPath({ kind, text }: Target): string | undefined {
  return kind === TargetKind.External && text.startsWith(SETTINGS) ? text.slice(SETTINGS.length) : undefined;
}

/** A builtin of the language as target. */
export function builtin(name: string): Target {
  return { ...make(TargetKind.Builtin, -1, 0, RULE.builtin), name: name.slice(0, MAX_NAME_LENGTH) };
}

const INDEXED = "[]";

/** The indexed access type `T[K]`. @param object of type T @param key a type parameter, or what it stands for */
export function indexedType(object: Value, key: Value): Target {
  return { ...builtin(INDEXED), args: [object, key] };
}

/** Whether the target is `ThisType<T>`: no value, only what a place declares for `this`. */
export function isThisType({ kind, name, item }: Target): boolean {
  return kind === TargetKind.Builtin && name === "ThisType" && item !== undefined;
}

/** Whether the target is an indexed access type whose property is not known. */
export function isIndexed({ kind, name, args }: Target): boolean {
  return kind === TargetKind.Builtin && name === INDEXED && args !== undefined;
}

/** The text that a string literal as an argument names; `undefined` for other targets. */
export function keyOf({ kind, name }: Target): string | undefined {
  return kind === TargetKind.Builtin && name.startsWith('"') ? name.slice(1, -1) : undefined;
}

/** Whether the target is `Parameters<F>` or `ConstructorParameters<F>`, a tuple of what the functions of its item take. */
export function isParameterList({ kind, name, item }: Target): boolean {
  return kind === TargetKind.Builtin && /^(?:Constructor)?Parameters$/.test(name) && item !== undefined;
}

/** Whether the target is a type of classes: `type` or `Type`. */
export function isMetaType(target: Target): boolean {
  return /^(typing\.)?[tT]ype$/.test(target.name);
}

const BIND = "Function.bind";

/** The value of `fn.bind`, whose call returns something called like `fn`. */
export function bindOf(fn: Target): Target {
  return { ...builtin(BIND), item: [fn] };
}

/** Whether the target is the `bind` of a function of the repository. */
export function isBind({ kind, name, item }: Target): boolean {
  return kind === TargetKind.Builtin && name === BIND && item !== undefined;
}

/** The member `name` of an external or builtin target. */
export function outsideMember(target: Target, name: string): Target {
  const full = target.name === "" ? name : `${target.name}.${name}`;
  return target.kind === TargetKind.External ? external(target.text, full) : builtin(full);
}

/**
 * `target` after one more step by `rule`: the lower confidence of both, with its rule, the later one on ties. The
 * minimum rather than the product: steps of a chain fail together (a wrong receiver makes all of it wrong), and
 * products understate long chains of declared types. Only an inference from an inferred value costs extra.
 */
export function refine(target: Target, rule: Rule): Target {
  const isChain = target.confidence < INFERRED_BELOW && rule.confidence < INFERRED_BELOW;
  if (!isChain && target.confidence < rule.confidence) return target;
  const weakest = rule.confidence <= target.confidence ? rule : target;
  const confidence = Math.max(1, weakest.confidence - (isChain ? CHAIN_COST : 0));
  if (confidence === target.confidence && weakest.resolver === target.resolver) return target;
  return copy(target, target.receiver, confidence, weakest.resolver);
}

/** Copies field by field: a spread is several times slower, and this is the most frequent allocation of linking. */
function copy(target: Target, receiver: Target | undefined, confidence: number, resolver: number): Target {
  return {
    kind: target.kind,
    file: target.file,
    symbol: target.symbol,
    text: target.text,
    name: target.name,
    item: target.item,
    parts: target.parts,
    args: target.args,
    page: target.page,
    receiver,
    isSelf: target.isSelf,
    confidence,
    resolver,
  };
}

/** `member` taken from `receiver`. */
export function takenFrom(receiver: Target, member: Target): Target {
  const reached = refine(member, receiver);
  if (member.kind !== TargetKind.Declaration) return reached;
  return copy(reached, receiver, reached.confidence, reached.resolver);
}

/** `target` reached through `source`: like {@link refine}, with the confidence and rule of `source`. */
export function reachedBy(source: Target, target: Target): Target {
  return refine(target, source);
}

/** The target with another item type. */
export function withItem(target: Target, item: Value): Target {
  return item.length === 0 ? target : { ...target, item };
}

/** Whether the target is outside the repository. */
export function isOutside(target: Target): boolean {
  return target.kind === TargetKind.External || target.kind === TargetKind.Builtin;
}

/** The union of two values; of equal targets the one with the higher confidence is kept. */
export function union(left: Value, right: Value): Value {
  if (left.length === 0 || left === right) return right;
  if (right.length === 0) return left;
  const result = [...left];
  for (const target of right) addTarget(result, target);
  return result;
}

/** Adds a target in place. */
function addTarget(targets: Target[], target: Target): void {
  const at = targets.findIndex((known) => isSame(known, target));
  if (at < 0) {
    if (targets.length < MAX_TARGETS) targets.push(target);
    return;
  }
  const known = targets[at] as Target;
  const best = known.confidence < target.confidence ? target : known;
  targets[at] = target.item === undefined || known.item === target.item ? best : joinItems(best, known, target);
}

/** Joins the items of two containers of one kind. Nested items are not joined, so that nesting ends. */
function joinItems(best: Target, known: Target, target: Target): Target {
  if (known.item === undefined) return { ...best, item: target.item, parts: undefined };
  const items = [...known.item];
  for (const item of target.item ?? NOTHING) {
    if (!items.some((it) => isSame(it, item)) && items.length < MAX_TARGETS) items.push(item);
  }
  return { ...best, item: items, parts: undefined };
}

function isSame(left: Target, right: Target): boolean {
  return (
    left.kind === right.kind &&
    left.file === right.file &&
    left.symbol === right.symbol &&
    left.name === right.name &&
    left.text === right.text
  );
}

/** Applies `step` to each target and joins the results. */
export function flatMapValue(value: Value, step: (target: Target) => Value): Value {
  if (value.length === 0) return NOTHING;
  const [only] = value;
  if (value.length === 1 && only !== undefined) return step(only);
  let result: Value = NOTHING;
  for (const target of value) result = union(result, step(target));
  return result;
}
