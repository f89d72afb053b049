/**
 * Facts of one file, indexed for linking: tables, members by name, exports by name, and cached steps. Knows one file;
 * its callers record lookups.
 */
import { type FileHandle, KIND_CODE, SymbolFlag } from "@sdl/model";
import {
  EXPORTS,
  EXPRS,
  type FactsPage,
  FIELDS,
  HERITAGE,
  IMPORTS,
  LOCAL_VALUES,
  LOCALS,
  PARAMS,
  PUBLIC_NAMES,
  RETURNS,
  STARS,
  SYMBOLS,
} from "@sdl/model/facts";
import { combineHashes, hash32 } from "@sdl/model/text";
import { hashId } from "../lookups.js";
import type { Step } from "../recorder.js";
import { declaration, type Value } from "../values/target.js";
import { ambientModulesOf } from "./ambient-modules.js";
import { isConfiguration } from "./configuration-paths.js";
import { FileSteps } from "./file-steps.js";
import { MergedDeclarations } from "./merged-declarations.js";
import type { NameTable } from "./name-table.js";

/** Kinds whose direct child symbols are members reachable with `.`. */
const HOLDS_MEMBERS = new Set([KIND_CODE.class, KIND_CODE.interface, KIND_CODE.type, KIND_CODE.variable]);
/** Kinds of symbols that code in a function assigns to it or to its `this`; others it declares for itself. */
const ASSIGNED = new Set([KIND_CODE.method, KIND_CODE.variable]);
/** Maximum number of overloads and redefinitions of one member that are considered. The last one is always included: it has the body, or it wins. */
const MAX_NAMESAKES = 64;
/** Owners with more rows than this have their row list cached. */
const MANY_ROWS = 16;
/** Initial capacity, in names. */
const FIRST_NAMES = 16;

/** Path, handle and facts of a file. */
export interface FileIdentity {
  readonly handle: FileHandle;
  readonly path: string;
  readonly page: FactsPage;
  /** Ids of the symbols, two 32-bit words each. */
  readonly symbolIds: Uint32Array;
}

/** A file's facts with their indexes. */
export class FileContext {
  readonly handle: FileHandle;
  readonly path: string;
  readonly page: FactsPage;
  readonly pathHash: number;
  readonly isPython: boolean;
  /** The package whose names the file shares with others of its folder. */
  readonly packageName: string | undefined;
  /** Whether the file's variables are settings. */
  readonly isConfiguration: boolean;
  /** The folder of the Python package whose `__init__` is this file. */
  readonly packageFolder: string | undefined;
  /** Resolved modules of the page's specifiers, by string. */
  readonly modules = new Map<number, Step<Value>>();
  readonly symbols;
  readonly exprs;
  readonly imports;
  readonly locals;
  readonly fields;
  readonly params;
  private readonly localValueTable;
  private readonly returnTable;
  readonly steps = new FileSteps();
  /** What each function returns of its first argument, by ordinal. */
  readonly argumentResults = new Map<number, number>();
  /** By row in the file's earlier facts: the row of the same record in these facts. */
  readonly recordRows = new Map<FactsPage, { readonly rowOf: (row: number) => number }>();
  private readonly symbolIds: Uint32Array;
  /** Number of the link that used the file last. */
  usedAt = 0;
  /** Run-wide name numbers by string, plus one; 0 for names not used yet. */
  private nameNumbers = new Int32Array(FIRST_NAMES);
  private readonly declarations: (Value | undefined)[];
  private exportIndex: Map<number, number[]> | undefined;
  private memberIndex: Map<number, Map<number, number[]>> | undefined;
  private fieldIndex: Map<number, Map<number, number>> | undefined;
  private publicIndex: Set<number> | undefined;
  private merged: MergedDeclarations | undefined;
  private wholeHash: number | undefined;
  private ambientIndex: readonly number[] | undefined;
  private starTexts: readonly string[] | undefined;
  private readonly groups = new Map<Uint32Array, RowsByOwner>();

  constructor(
    identity: FileIdentity,
    readonly names: NameTable,
  ) {
    this.handle = identity.handle;
    this.path = identity.path;
    this.page = identity.page;
    this.symbolIds = identity.symbolIds;
    this.pathHash = hash32(identity.path);
    this.isConfiguration = isConfiguration(identity.path);
    this.isPython = identity.page.language === "python";
    this.packageName = packageNameOf(identity.page);
    this.packageFolder = /^(.*?)\/?__init__\.pyi?$/s.exec(identity.path)?.[1];
    this.symbols = identity.page.table(SYMBOLS);
    this.exprs = identity.page.table(EXPRS);
    this.imports = identity.page.table(IMPORTS);
    this.locals = identity.page.table(LOCALS);
    this.fields = identity.page.table(FIELDS);
    this.params = identity.page.table(PARAMS);
    this.localValueTable = identity.page.table(LOCAL_VALUES);
    this.returnTable = identity.page.table(RETURNS);
    this.declarations = new Array(this.symbols.rows);
  }

  /** A context of the file's earlier facts, with the same symbols. */
  before(page: FactsPage): FileContext {
    return new FileContext({ handle: this.handle, path: this.path, page, symbolIds: this.symbolIds }, this.names);
  }

  /** The run-wide number of a string of the page. */
  name(string: number): number {
    const known = this.nameNumbers[string] ?? 0;
    if (known > 0) return known - 1;
    const number = this.names.number(this.page.string(string));
    if (string >= this.nameNumbers.length) {
      const grown = new Int32Array(Math.max(string + 1, this.nameNumbers.length * 2));
      grown.set(this.nameNumbers);
      this.nameNumbers = grown;
    }
    this.nameNumbers[string] = number + 1;
    return number;
  }

  /** The symbol itself, as a value. */
  declaration(ordinal: number): Value {
    const known = this.declarations[ordinal];
    if (known !== undefined) return known;
    const value = [declaration(this.handle, ordinal)];
    this.declarations[ordinal] = value;
    return value;
  }

  kind(ordinal: number): number {
    return this.symbols.kind[ordinal] ?? 0;
  }

  hasFlag(ordinal: number, flag: number): boolean {
    return ((this.symbols.flags[ordinal] ?? 0) & flag) !== 0;
  }

  idHash(ordinal: number): number {
    return hashId(this.symbolIds[2 * ordinal] ?? 0, this.symbolIds[2 * ordinal + 1] ?? 0);
  }

  /** Whether `.` on the symbol reaches its child symbols. */
  holdsMembers(ordinal: number): boolean {
    return HOLDS_MEMBERS.has(this.kind(ordinal)) || this.hasFlag(ordinal, SymbolFlag.Namespace);
  }

  /** Whether `.` on its container reaches the symbol. */
  isMember(ordinal: number, owner: number): boolean {
    if (this.holdsMembers(owner)) return true;
    const isAssigned = !this.hasFlag(ordinal, SymbolFlag.Nested) || ASSIGNED.has(this.kind(ordinal));
    return this.kind(owner) === KIND_CODE.function && !this.isPython && isAssigned;
  }

  /** Ordinals of the members with this name, in source order; of very many, the first ones and the last. */
  members(owner: number, name: number): readonly number[] {
    this.memberIndex ??= this.indexMembers();
    return this.memberIndex.get(owner)?.get(name) ?? NO_ROWS;
  }

  /** Names of the symbols that `.` on the symbol reaches. */
  memberNames(owner: number): Iterable<number> {
    this.memberIndex ??= this.indexMembers();
    return this.memberIndex.get(owner)?.keys() ?? [];
  }

  /** The merged declaration of the same symbol that has a member with this name. */
  mergedHolder(ordinal: number, name: number): number | undefined {
    if (this.isPython) return undefined;
    this.merged ??= this.mergeDeclarations();
    return this.merged.holder(ordinal, name);
  }

  /** The declarations that merge with the symbol, itself among them; `undefined` if there is no other. */
  mergedGroup(ordinal: number): readonly number[] | undefined {
    if (!this.merges(ordinal)) return undefined;
    this.merged ??= this.mergeDeclarations();
    return this.merged.group(ordinal);
  }

  /** A hash of all facts of the file. */
  get pageHash(): number {
    this.wholeHash ??= hashBytes(this.page.bytes);
    return this.wholeHash;
  }

  /** The hash that lookups of the symbol's members use; merged declarations share it. */
  memberHash(ordinal: number): number {
    if (!this.merges(ordinal)) return this.idHash(ordinal);
    const { container, name } = this.symbols;
    return combineHashes(this.idHash(container[ordinal] ?? 0), this.names.hash(this.name(name[ordinal] ?? 0)));
  }

  private mergeDeclarations(): MergedDeclarations {
    const { container, name, rows } = this.symbols;
    this.memberIndex ??= this.indexMembers();
    this.fieldIndex ??= this.indexFields();
    const { memberIndex, fieldIndex } = this;
    return new MergedDeclarations({
      rows,
      merges: (ordinal) => this.merges(ordinal),
      container: (ordinal) => container[ordinal] ?? 0,
      name: (ordinal) => this.name(name[ordinal] ?? 0),
      memberNames: (ordinal) => [
        ...(memberIndex.get(ordinal)?.keys() ?? []),
        ...(fieldIndex.get(ordinal)?.keys() ?? []),
      ],
    });
  }

  /** Whether other declarations with the same name and container merge with the symbol. */
  private merges(ordinal: number): boolean {
    if (this.isPython) return false;
    const kind = this.kind(ordinal);
    if (kind === KIND_CODE.interface || kind === KIND_CODE.class || kind === KIND_CODE.type) return true;
    return kind === KIND_CODE.function || this.hasFlag(ordinal, SymbolFlag.Namespace);
  }

  /** Row of `fields`, or `undefined`. */
  field(owner: number, name: number): number | undefined {
    this.fieldIndex ??= this.indexFields();
    return this.fieldIndex.get(owner)?.get(name);
  }

  /** Names of the class's fields with a declared type, in source order. */
  declaredFields(owner: number): readonly number[] {
    const { fields } = this;
    const rows = this.rowsOf(fields.owner, owner).filter((row) => (fields.typeOpt[row] ?? 0) > 0);
    return rows.map((row) => this.name(fields.name[row] ?? 0));
  }

  /** Expressions that the module exports under the name; several when a type and a value share the name. */
  exported(name: number): readonly number[] {
    this.exportIndex ??= this.indexExports();
    return this.exportIndex.get(name) ?? [];
  }

  /** Names of the exports, without duplicates. */
  exportedNames(): Iterable<number> {
    this.exportIndex ??= this.indexExports();
    return this.exportIndex.keys();
  }

  /** Whether `from m import *` imports the name. */
  isPublic(name: number): boolean {
    const table = this.page.table(PUBLIC_NAMES);
    if (table.rows === 0) return !this.names.text(name).startsWith("_");
    this.publicIndex ??= new Set(Array.from(table.name, (string) => this.name(string)));
    return this.publicIndex.has(name);
  }

  /** Modules that a declaration file declares by name (`declare module "m"`), whose members it exports. */
  ambientModules(): readonly number[] {
    if (!this.path.endsWith(".d.ts")) return NO_ROWS;
    this.ambientIndex ??= ambientModulesOf(this.page);
    return this.ambientIndex;
  }

  /** Specifiers of the module's star exports, in source order. */
  stars(): readonly string[] {
    this.starTexts ??= Array.from(this.page.table(STARS).specifier, (string) => this.page.string(string));
    return this.starTexts;
  }

  /** Rows of `heritage` of a symbol. */
  heritage(ordinal: number): readonly number[] {
    return this.rowsOf(this.page.table(HERITAGE).symbol, ordinal);
  }

  /** Rows of `params` of a function. */
  parameters(ordinal: number): readonly number[] {
    return this.rowsOf(this.params.symbol, ordinal);
  }

  /** Expressions that the function returns. */
  returned(ordinal: number): readonly number[] {
    const table = this.returnTable;
    return this.rowsOf(table.symbol, ordinal).map((row) => table.expr[row] ?? 0);
  }

  /** Expressions assigned to the local variable. */
  localValues(local: number): readonly number[] {
    const table = this.localValueTable;
    return this.rowsOf(table.local, local).map((row) => table.expr[row] ?? 0);
  }

  localName(local: number): string {
    return this.page.string(this.locals.name[local] ?? 0);
  }

  localType(local: number): number {
    return this.locals.typeOpt[local] ?? 0;
  }

  /** Rows of a table with this owner, in order. */
  private rowsOf(column: Uint32Array, owner: number): readonly number[] {
    let group = this.groups.get(column);
    if (group === undefined) {
      group = new RowsByOwner(column);
      this.groups.set(column, group);
    }
    return group.of(owner);
  }

  private indexMembers(): Map<number, Map<number, number[]>> {
    const index = new Map<number, Map<number, number[]>>();
    const { container, name, rows } = this.symbols;
    for (let ordinal = 1; ordinal < rows; ordinal++) {
      const owner = container[ordinal] ?? 0;
      if (owner === 0 || !this.isMember(ordinal, owner)) continue;
      const names = tableOf(index, owner);
      const namesakes = names.get(this.name(name[ordinal] ?? 0));
      if (namesakes?.length === MAX_NAMESAKES) namesakes[MAX_NAMESAKES - 1] = ordinal;
      else push(names, this.name(name[ordinal] ?? 0), ordinal);
    }
    return index;
  }

  private indexFields(): Map<number, Map<number, number>> {
    const index = new Map<number, Map<number, number>>();
    const { owner, name, rows } = this.fields;
    for (let row = rows - 1; row >= 0; row--) {
      tableOf(index, owner[row] ?? 0).set(this.name(name[row] ?? 0), row);
    }
    return index;
  }

  private indexExports(): Map<number, number[]> {
    const index = new Map<number, number[]>();
    const table = this.page.table(EXPORTS);
    for (let row = 0; row < table.rows; row++) {
      const name = this.name(table.name[row] ?? 0);
      if (this.isPython) index.set(name, [table.expr[row] ?? 0]);
      else push(index, name, table.expr[row] ?? 0);
    }
    return index;
  }
}

/** The module symbol's signature says it. */
function packageNameOf(page: FactsPage): string | undefined {
  const signature = page.stringOpt(page.table(SYMBOLS).signatureOpt[0] ?? 0);
  return signature === undefined ? undefined : /^package ?(.*)$/s.exec(signature)?.[1];
}

function hashBytes(bytes: Uint8Array): number {
  let hash = bytes.length;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >>> 0;
}

const NO_ROWS: readonly number[] = [];

/** Rows of each owner as linked lists in two arrays: cheap to build, since the rows of most owners are never read. */
class RowsByOwner {
  private readonly first: Int32Array;
  private readonly next: Int32Array;
  private readonly kept = new Map<number, readonly number[]>();

  constructor(column: Uint32Array) {
    let owners = 0;
    for (let row = 0; row < column.length; row++) owners = Math.max(owners, (column[row] ?? 0) + 1);
    this.first = new Int32Array(owners).fill(-1);
    this.next = new Int32Array(column.length);
    for (let row = column.length - 1; row >= 0; row--) {
      const owner = column[row] ?? 0;
      this.next[row] = this.first[owner] ?? -1;
      this.first[owner] = row;
    }
  }

  of(owner: number): readonly number[] {
    const first = this.first[owner] ?? -1;
    if (first < 0) return NO_ROWS;
    const known = this.kept.size === 0 ? undefined : this.kept.get(owner);
    if (known !== undefined) return known;
    const rows: number[] = [];
    for (let row = first; row >= 0; row = this.next[row] ?? -1) rows.push(row);
    if (rows.length > MANY_ROWS) this.kept.set(owner, rows);
    return rows;
  }
}

/** The inner map of a key; created if missing. */
export function tableOf<T>(index: Map<number, Map<number, T>>, key: number): Map<number, T> {
  const known = index.get(key);
  if (known !== undefined) return known;
  const made = new Map<number, T>();
  index.set(key, made);
  return made;
}

function push(index: Map<number, number[]>, key: number, value: number): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [value]);
  else known.push(value);
}
