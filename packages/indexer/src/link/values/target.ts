/**
 * What an expression may stand for: a small set of targets, each with the confidence and the rule of its weakest step.
 * Knows numbers and texts only; refuses to evaluate.
 * Invariant: a value holds a target at most once and at most {@link MAX_TARGETS} of them, in the order in which they were found.
 */
import type { FileHandle } from "@sdl/model";
import type { FactsPage } from "@sdl/model/facts";
import { RULE, type Rule } from "./rule-table.js";

export const TargetKind = {
  /** A symbol itself: a function, a class, a variable, a type. */
  Declaration: 0,
  /** A value of a class or interface of the repository. */
  Instance: 1,
  /** A module as a value. */
  Module: 2,
  /** A folder that only holds modules: a Python namespace package. `text`: its path. */
  Folder: 3,
  /** Something of a package outside the repository. `text`: the package, `name`: what of it. */
  External: 4,
  /** Something of the language or its standard library. `name`: which. */
  Builtin: 5,
  /** A class seen from below: `super`. */
  Base: 6,
  /** A type parameter that nothing was put in for. `symbol`: its number in a `TypeParameter` row, `item`: what its bound allows. */
  TypeParameter: 7,
  /** An object written out. `symbol`: the first row of its Record in `page`. */
  Record: 8,
  /** A package that is a folder of files. `text`: its path. */
  Package: 9,
} as const;

export interface Target {
  readonly kind: number;
  /** -1 unless the target is in a file of the repository. */
  readonly file: FileHandle;
  readonly symbol: number;
  readonly text: string;
  readonly name: string;
  /** The first type argument's type. */
  readonly item: Value | undefined;
  /** A tuple's parts; of a function, the type arguments that a call writes. */
  readonly parts: readonly Value[] | undefined;
  /** What stands for the type parameters of the class around: of an instance its own class, of a method the one that declares it. */
  readonly args: readonly Value[] | undefined;
  /** The facts that a Record's row is of: a file may have been read anew since. */
  readonly page: FactsPage | undefined;
  /** The object that a method was taken from. */
  readonly receiver: Target | undefined;
  /** Whether it is the instance or class that the code itself runs in. */
  readonly isSelf: boolean;
  /** Hundredths, 1..98. */
  readonly confidence: number;
  /** Number of `RESOLVERS`. */
  readonly resolver: number;
}

export type Value = readonly Target[];

export const NOTHING: Value = [];

const MAX_TARGETS = 8;
/** A step that infers from what was inferred before costs this much more, in hundredths. */
const CHAIN_COST = 2;
/** Results and conventions are inferred; names, declared types and constructions are read. */
const INFERRED_BELOW = RULE.construction.confidence;
/** Longest name of an external thing, in UTF-16 units. */
const MAX_NAME_LENGTH = 120;
/** What the package of a configuration file's target begins with: no package is called so. */
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

export function declaration(file: FileHandle, symbol: number, rule: Rule = RULE.lexical): Target {
  return make(TargetKind.Declaration, file, symbol, rule);
}

export function instance(file: FileHandle, symbol: number, rule: Rule = RULE.lexical): Target {
  return make(TargetKind.Instance, file, symbol, rule);
}

export function self(target: Target): Target {
  return { ...target, isSelf: true };
}

export function baseView(file: FileHandle, symbol: number): Target {
  return make(TargetKind.Base, file, symbol, RULE.lexical);
}

export function moduleTarget(file: FileHandle, rule: Rule): Target {
  return make(TargetKind.Module, file, 0, rule);
}

export function typeParameter(number: number, bound: Value): Target {
  return { ...make(TargetKind.TypeParameter, -1, number, RULE.annotation), item: bound };
}

export function record(file: FileHandle, row: number, page: FactsPage): Target {
  return { ...make(TargetKind.Record, file, row, RULE.lexical), page };
}

export function folder(path: string, rule: Rule): Target {
  return { ...make(TargetKind.Folder, -1, 0, rule), text: path };
}

export function packageTarget(path: string, rule: Rule): Target {
  return { ...make(TargetKind.Package, -1, 0, rule), text: path };
}

export function external(packageName: string, name: string): Target {
  return {
    ...make(TargetKind.External, -1, 0, RULE.external),
    text: packageName,
    name: name.slice(0, MAX_NAME_LENGTH),
  };
}

/** A configuration file of the repository as a value: its members are its keys. */
export function settings(path: string): Target {
  return { ...external(SETTINGS + path, ""), ...RULE.setting };
}

/** The path of the configuration file that the target is, or is a key of. */
export function settingsPath({ kind, text }: Target): string | undefined {
  return kind === TargetKind.External && text.startsWith(SETTINGS) ? text.slice(SETTINGS.length) : undefined;
}

export function builtin(name: string): Target {
  return { ...make(TargetKind.Builtin, -1, 0, RULE.builtin), name: name.slice(0, MAX_NAME_LENGTH) };
}

const BIND = "Function.bind";

/** `fn.bind`: what calling it gives is called like `fn`. */
export function bindOf(fn: Target): Target {
  return { ...builtin(BIND), item: [fn] };
}

/** Whether the target is `bind` of a function of the repository. */
export function isBind({ kind, name, item }: Target): boolean {
  return kind === TargetKind.Builtin && name === BIND && item !== undefined;
}

/** The member `name` of an external or builtin thing. */
export function outsideMember(target: Target, name: string): Target {
  const full = target.name === "" ? name : `${target.name}.${name}`;
  return target.kind === TargetKind.External ? external(target.text, full) : builtin(full);
}

/**
 * `target` after one more step by `rule`: the weaker of both confidences and its rule, the later one when they are equal.
 * The minimum, not the product: the steps of a chain fail together (a wrong receiver makes all of it wrong), and products of
 * careful estimates understate long chains of declared types. Only a step of inference upon inference costs extra.
 */
export function refine(target: Target, rule: Rule): Target {
  const isChain = target.confidence < INFERRED_BELOW && rule.confidence < INFERRED_BELOW;
  if (!isChain && target.confidence < rule.confidence) return target;
  const weakest = rule.confidence <= target.confidence ? rule : target;
  const confidence = Math.max(1, weakest.confidence - (isChain ? CHAIN_COST : 0));
  if (confidence === target.confidence && weakest.resolver === target.resolver) return target;
  return copy(target, target.receiver, confidence, weakest.resolver);
}

/** Written out: a spread is several times slower, and this is the hottest allocation of linking. */
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

/** `member` as taken from `receiver`. */
export function takenFrom(receiver: Target, member: Target): Target {
  const reached = refine(member, receiver);
  if (member.kind !== TargetKind.Declaration) return reached;
  return copy(reached, receiver, reached.confidence, reached.resolver);
}

/** `target` reached by way of `source`: as {@link refine}, with the confidence and rule that `source` came with. */
export function reachedBy(source: Target, target: Target): Target {
  return refine(target, source);
}

export function withItem(target: Target, item: Value): Target {
  return item.length === 0 ? target : { ...target, item };
}

export function isOutside(target: Target): boolean {
  return target.kind === TargetKind.External || target.kind === TargetKind.Builtin;
}

/** The union; of equal targets the surer one stays. */
export function union(left: Value, right: Value): Value {
  if (left.length === 0 || left === right) return right;
  if (right.length === 0) return left;
  const result = [...left];
  for (const target of right) addTarget(result, target);
  return result;
}

/** Adds in place. */
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

/** Two containers of one kind hold what either holds. Beyond the first level the first is kept: nesting must end. */
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
