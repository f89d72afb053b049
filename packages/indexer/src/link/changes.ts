/**
 * Lookups whose answers changed with a file. Lists every answer that a linking rule can get about a file, under the key
 * that the recorder uses. Invariant: the result contains every lookup with a different answer; extra lookups only cost
 * a relink.
 */
import { KIND_CODE, SymbolFlag } from "@sdl/model";
import { type FileView, HERITAGE, PUBLIC_NAMES } from "@sdl/model/facts";
import { goModulePath } from "@sdl/model/paths";
import { combineHashes, hash32 } from "@sdl/model/text";
import { isBuildConfig } from "../workspace/content/file-kind.js";
import { ExpressionDigest } from "./files/digest.js";
import { FileContext } from "./files/file-context.js";
import { NameTable } from "./files/name-table.js";
import { overloadType } from "./files/overloads.js";
import { globalDeclarations } from "./global-names.js";
import {
  aliasLookup,
  basesLookup,
  classesLookup,
  componentLookup,
  configLookup,
  existsLookup,
  exportLookup,
  folderLookup,
  folderNameLookup,
  globalLookup,
  holdersLookup,
  memberLookup,
  methodsLookup,
  packageHoldersLookup,
  packageLookup,
  packageMethodLookup,
  packageNameLookup,
  packageNamesLookup,
  pageLookup,
  paramsLookup,
  starsLookup,
  symbolLookup,
  topLevelLookup,
  valueLookup,
} from "./lookups.js";
import { baseName, parentPath } from "./modules/paths.js";
import { aliasParts, componentNames, manifestName, pythonBase } from "./modules/repository-files.js";
import { packageMembers } from "./package-scopes.js";
import { resultOfArgument } from "./rules/arguments.js";

/** The symbol flags that linking rules read. */
const LINKED_FLAGS =
  SymbolFlag.Static |
  SymbolFlag.Getter |
  SymbolFlag.Setter |
  SymbolFlag.Ambient |
  SymbolFlag.Abstract |
  SymbolFlag.Protocol |
  SymbolFlag.Dataclass |
  SymbolFlag.Namespace |
  SymbolFlag.Nested;

/**
 * Lookups that two states of a file answer differently, ascending, without duplicates.
 * @param before `undefined` for a new file
 * @param after `undefined` for a deleted one
 */
export function changedLookups(before: FileView | undefined, after: FileView | undefined): Uint32Array {
  const old = answersOf(before);
  const now = answersOf(after);
  const changed = new Set<number>();
  for (const [lookup, answer] of old) if (now.get(lookup) !== answer) changed.add(lookup);
  for (const lookup of now.keys()) if (!old.has(lookup)) changed.add(lookup);
  const path = (after ?? before)?.path;
  if (path !== undefined && (before === undefined) !== (after === undefined)) addPresence(path, changed);
  return Uint32Array.from(changed).sort();
}

/**
 * Lookups whose cached answers are invalid for another state of the file: those with a different answer, or all if a
 * symbol's ordinal changed. Answers name symbols by ordinal.
 */
export function outdatedLookups(before: FileView, after: FileView): Iterable<number> {
  if (startsAlike(before.symbolIds, after.symbolIds)) return changedLookups(before, after);
  return new Set([...answersOf(before).keys(), ...answersOf(after).keys()]);
}

function startsAlike(one: Uint32Array, other: Uint32Array): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every((word, i) => word === long[i]);
}

/** How a configuration file says what its folder is called. */
const NAMES_IN: Readonly<Record<string, ((text: string) => string | undefined) | undefined>> = {
  "package.json": manifestName,
  "go.mod": goModulePath,
};

/** Changed lookups of a configuration file's text, as {@link changedLookups}. */
export function changedConfigLookups(path: string, before: string | undefined, after: string | undefined): Uint32Array {
  if (before === after) return new Uint32Array(0);
  const changed = new Set([configLookup(path)]);
  const nameIn = NAMES_IN[baseName(path)];
  for (const text of nameIn === undefined ? [] : [before, after]) {
    const name = text === undefined ? undefined : nameIn?.(text);
    if (name !== undefined) changed.add(packageNameLookup(name));
  }
  if (isBuildConfig(baseName(path)))
    for (const part of [before, after].flatMap((text) => aliasParts(text ?? ""))) changed.add(aliasLookup(part));
  return Uint32Array.from(changed).sort();
}

function addPresence(path: string, changed: Set<number>): void {
  changed.add(existsLookup(path));
  for (const name of componentNames(path)) changed.add(componentLookup(name));
  const base = pythonBase(path);
  if (base !== undefined) changed.add(topLevelLookup(baseName(base)));
  if (path.endsWith(".go")) changed.add(topLevelLookup(baseName(parentPath(path))));
  for (let dir = parentPath(path); dir !== ""; dir = parentPath(dir)) {
    changed.add(folderLookup(dir));
    changed.add(folderNameLookup(baseName(dir)));
  }
  changed.add(folderLookup(""));
}

type Answers = ReadonlyMap<number, number>;

/** Answers of the files changed last: the new state of one edit is the old state of the next. */
const recentAnswers: { readonly view: FileView; readonly answers: Answers }[] = [];
const MAX_RECENT = 8;
const NO_ANSWERS: Answers = new Map();

/** Every lookup about the file's content, with a hash of its answer; an absent lookup has the answer "nothing". */
function answersOf(view: FileView | undefined): Answers {
  if (view === undefined) return NO_ANSWERS;
  const known = recentAnswers.find((one) => one.view.facts === view.facts && one.view.path === view.path);
  if (known !== undefined) return known.answers;
  const answers = new Map<number, number>();
  const identity = { handle: 0, path: view.path, page: view.facts, symbolIds: view.symbolIds };
  const ctx = new FileContext(identity, new NameTable());
  addExports(ctx, answers);
  addSymbols(ctx, answers);
  addMembers(ctx, answers);
  addPackage(ctx, answers);
  addParams(ctx, answers);
  recentAnswers.unshift({ view, answers });
  recentAnswers.length = Math.min(recentAnswers.length, MAX_RECENT);
  return answers;
}

function put(answers: Map<number, number>, lookup: number, answer: number): void {
  answers.set(lookup, combineHashes(answers.get(lookup) ?? 0, answer));
}

function addExports(ctx: FileContext, answers: Map<number, number>): void {
  for (const name of ctx.exportedNames()) {
    const digest = new ExpressionDigest(ctx);
    for (const row of ctx.exported(name)) digest.add(row);
    put(answers, exportLookup(ctx.pathHash, ctx.names.hash(name)), digest.hash);
  }
  const ambient = new Set(ctx.ambientModules());
  for (let ordinal = 1; ambient.size > 0 && ordinal < ctx.symbols.rows; ordinal++) {
    if (!ambient.has(ctx.symbols.container[ordinal] ?? 0)) continue;
    put(answers, exportLookup(ctx.pathHash, nameHashOf(ctx, ordinal)), ctx.idHash(ordinal));
  }
  let stars = 0;
  for (const specifier of ctx.stars()) stars = combineHashes(stars, ctx.names.hash(ctx.names.number(specifier)));
  const publics = ctx.page.table(PUBLIC_NAMES).name;
  stars = combineHashes(stars, publics.length);
  for (const string of publics) stars = combineHashes(stars, ctx.names.hash(ctx.name(string)));
  put(answers, starsLookup(ctx.pathHash), stars);
}

function nameHashOf(ctx: FileContext, ordinal: number): number {
  return ctx.names.hash(ctx.name(ctx.symbols.name[ordinal] ?? 0));
}

function addSymbols(ctx: FileContext, answers: Map<number, number>): void {
  const { symbols } = ctx;
  for (let ordinal = 0; ordinal < symbols.rows; ordinal++) {
    const id = ctx.idHash(ordinal);
    if (ctx.hasFlag(ordinal, SymbolFlag.Page)) put(answers, pageLookup(nameHashOf(ctx, ordinal)), id);
    if (ctx.kind(ordinal) === KIND_CODE.class) put(answers, classesLookup(ctx.pathHash), id);
    put(
      answers,
      symbolLookup(id),
      combineHashes(symbols.kind[ordinal] ?? 0, (symbols.flags[ordinal] ?? 0) & LINKED_FLAGS),
    );
    put(answers, valueLookup(id), valueAnswer(ctx, ordinal));
  }
  for (const ordinal of globalDeclarations(ctx)) {
    put(answers, globalLookup(nameHashOf(ctx, ordinal)), ctx.idHash(ordinal));
  }
  const heritage = ctx.page.table(HERITAGE);
  for (let row = 0; row < heritage.rows; row++) {
    const digest = new ExpressionDigest(ctx);
    digest.add(heritage.expr[row] ?? 0);
    put(answers, basesLookup(ctx.memberHash(heritage.symbol[row] ?? 0)), digest.hash);
  }
}

function addParams(ctx: FileContext, answers: Map<number, number>): void {
  const { params, symbols, page } = ctx;
  const text = (stringOpt: number) => (stringOpt === 0 ? 0 : hash32(page.string(stringOpt - 1)));
  for (let row = 0; row < params.rows; row++) {
    const symbol = params.symbol[row] ?? 0;
    const digest = new ExpressionDigest(ctx);
    digest.addOptional(params.typeOpt[row] ?? 0);
    digest.fold(text(params.typeTextOpt[row] ?? 0));
    digest.fold(text(symbols.returnsOpt[symbol] ?? 0));
    digest.fold(text(symbols.genericsOpt[symbol] ?? 0));
    put(answers, paramsLookup(ctx.idHash(symbol)), digest.hash);
  }
}

/** The answer about a symbol's declared type, initial value, results and overloads; for a data class also the order of its fields. */
function valueAnswer(ctx: FileContext, ordinal: number): number {
  const { symbols } = ctx;
  const digest = new ExpressionDigest(ctx);
  digest.addOptional(symbols.typeOpt[ordinal] ?? 0);
  digest.addOptional(symbols.valueOpt[ordinal] ?? 0);
  digest.addOptional(overloadType(ctx, ordinal));
  for (const row of ctx.returned(ordinal)) digest.add(row);
  digest.fold(resultOfArgument(ctx, ordinal));
  if (ctx.hasFlag(ordinal, SymbolFlag.Dataclass))
    for (const name of ctx.declaredFields(ordinal)) digest.fold(ctx.names.hash(name));
  return digest.hash;
}

function addMembers(ctx: FileContext, answers: Map<number, number>): void {
  const { symbols } = ctx;
  for (let ordinal = 1; ordinal < symbols.rows; ordinal++) {
    const owner = symbols.container[ordinal] ?? 0;
    if (owner === 0 || !ctx.isMember(ordinal, owner)) continue;
    const name = nameHashOf(ctx, ordinal);
    put(answers, memberLookup(ctx.memberHash(owner), name), ctx.idHash(ordinal));
    addHolder(ctx, answers, owner, name);
    const isAsked = ctx.isPython || ctx.packageName !== undefined || ctx.kind(owner) === KIND_CODE.variable;
    if (isAsked && ctx.kind(ordinal) === KIND_CODE.method) put(answers, methodsLookup(ctx.idHash(owner)), name);
  }
  const fields = ctx.fields;
  for (let row = 0; row < fields.rows; row++) {
    const digest = new ExpressionDigest(ctx);
    digest.addOptional(fields.typeOpt[row] ?? 0);
    digest.addOptional(fields.valueOpt[row] ?? 0);
    const name = ctx.names.hash(ctx.name(fields.name[row] ?? 0));
    put(answers, memberLookup(ctx.memberHash(fields.owner[row] ?? 0), name), digest.hash);
    addHolder(ctx, answers, fields.owner[row] ?? 0, name);
  }
}

/** What the file adds to its package, whose other files and importers ask the folder for it. */
function addPackage(ctx: FileContext, answers: Map<number, number>): void {
  if (ctx.packageName === undefined) return;
  const folder = hash32(parentPath(ctx.path));
  const packageHash = combineHashes(hash32(ctx.packageName), ctx.pathHash);
  put(answers, packageNamesLookup(folder), packageHash);
  for (const { ordinal, name, owner } of packageMembers(ctx)) {
    const nameHash = ctx.names.hash(name);
    const answer = combineHashes(ctx.idHash(ordinal), packageHash);
    if (owner === undefined) put(answers, packageLookup(folder, nameHash), answer);
    else {
      put(answers, packageMethodLookup(folder, combineHashes(hash32(owner), nameHash)), answer);
      put(answers, packageHoldersLookup(folder, nameHash), answer);
    }
  }
}

/** Lookups of the classes that declare a member, which only protocols use. */
function addHolder(ctx: FileContext, answers: Map<number, number>, owner: number, name: number): void {
  if (ctx.isPython) put(answers, holdersLookup(ctx.pathHash, name), ctx.idHash(owner));
}
