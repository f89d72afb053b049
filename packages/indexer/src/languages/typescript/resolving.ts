/**
 * State of pass two: bindings in force, the owner, the meaning of `this`; writes expressions and references. Knows no
 * particular node kind.
 */
import { KIND_CODE } from "@sdl/model";
import { ExprOp, FIELDS, RETURNS, SYMBOLS } from "@sdl/model/facts";
import type { KindTable } from "../kit/kind-table.js";
import { ReferencePass } from "../kit/references.js";
import type { OpenPart } from "../kit/row-walk.js";
import { type Binding, BindingKind, Environment } from "./scopes.js";
import type { TypescriptFile } from "./typescript-file.js";

/** Maximum number of return values stored per function. */
const MAX_RETURNS = 4;
/** Maximum number of values that are kept of one field. */
const MAX_FIELD_VALUES = 4;

/** State restored when an open part of the file ends. */
export interface SavedFrame extends OpenPart<SavedFrame> {
  readonly hasScope: boolean;
  /** Whether it is a function that is no module wrapper. */
  readonly isInner: boolean;
  readonly owner: number;
  readonly self: number;
  readonly base: number;
  readonly classOwner: number;
  readonly returning: number;
  readonly callback: number;
}

/** Types that comments give to the code below them, as expressions; 0 for none. */
export interface CommentTypes {
  /** The type of a function's parameter. @param name empty for a pattern @param place from 0 */
  parameter(fn: number, name: string, place: number): number;
  returned(fn: number): number;
  /** The type of a variable, a field or an assignment. */
  declared(node: number): number;
  /** The type to which a comment before a parenthesis casts its content. */
  cast(node: number): number;
  /** A class's base, with the type arguments that the comment gives. */
  extended(node: number, base: number): number;
  /** Names of the file that stand for types of other files. */
  passedOn(): Iterable<{ readonly name: string; readonly expr: number }>;
}

/** Evaluates a node. @param depth nesting of the expression around */
export type Evaluator = (state: Resolving, node: number, depth: number) => number;

/** Walk state of pass two; see the header. */
export abstract class Resolving extends ReferencePass<TypescriptFile, SavedFrame> {
  readonly environment = new Environment();
  /** Expression of `this`; 0 if unknown. */
  self = 0;
  /** Expression of `super`. */
  base = 0;
  /** The class whose body the walk is in; -1 for none. */
  classOwner = -1;
  /** The function symbol that a `return` belongs to; -1 for a function without a name. */
  returning = -1;
  /** The node of the innermost function, if that has no symbol; -1 otherwise. */
  callback = -1;
  /**
   * The alias whose conditional type is being read; -1 for none. Its own name in it adds nothing: such a type is
   * recursive, and with every step of the recursion its arguments would grow.
   */
  conditionalAlias = -1;
  /** Names of type parameters that the function type being read binds itself. */
  unknownTypes: readonly number[] = [];
  /** Number of enclosing functions that are no module wrappers. */
  functionDepth = 0;
  /** Number of locals that got a row. */
  localCount = 0;
  /** Statements that leave a block on a condition, by block; see narrowing.ts. */
  readonly exits = new Map<number, readonly number[]>();
  /** Types in comments; `undefined` in TypeScript, where comments declare no types. */
  comments: CommentTypes | undefined;
  /** What the places of functions declare for their `this`, by function; 0 for nothing. */
  readonly placedThis = new Map<number, number>();
  /** Locals whose value is the type of a function without a symbol, by function. */
  protected readonly functionTypes = new Map<number, number>();
  private readonly returnCounts = new Map<number, number>();
  /** Values of fields that are set to several. */
  private readonly fieldValues = new Map<number, readonly number[]>();
  /** What functions without a symbol give: a local once an expression refers to it, the values until then. */
  private readonly results = new Map<number, { local: number; readonly values: number[] }>();

  constructor(
    file: TypescriptFile,
    readonly evaluators: KindTable<Evaluator>,
  ) {
    super(file, {
      end: file.tree.count + 1,
      parent: undefined,
      hasScope: false,
      isInner: false,
      owner: 0,
      self: 0,
      base: 0,
      classOwner: -1,
      returning: -1,
      callback: -1,
    });
  }

  /** The expression of a bound name; 0 for a type parameter. */
  bound(binding: Binding): number {
    if (binding.kind === BindingKind.Symbol) return this.file.expr(ExprOp.Symbol, binding.target);
    if (binding.kind === BindingKind.Import) return this.file.expr(ExprOp.Import, binding.target);
    if (binding.kind === BindingKind.TypeParameter) return 0;
    if (binding.local < 0) {
      const { file } = this;
      this.localCount++;
      binding.local = file.extraction.addLocal(binding.scope.owner, file.names.text(binding.name));
      for (const value of binding.values ?? []) file.extraction.addLocalValue(binding.local, value);
    }
    return this.file.expr(ExprOp.Local, binding.local);
  }

  /** The value that a function without a symbol gives, which is known once its body has been walked. */
  resultOf(fn: number): number {
    const { extraction } = this.file;
    const known = this.resultsOf(fn);
    if (known.local < 0) {
      known.local = extraction.addLocal(this.owner, "");
      for (const value of known.values) extraction.addLocalValue(known.local, value);
    }
    return this.file.expr(ExprOp.Local, known.local);
  }

  /** The type of a function without a symbol, which is known once its parameters are in scope. */
  typeOfFunction(fn: number): number {
    const { extraction } = this.file;
    const known = this.functionTypes.get(fn) ?? extraction.addLocal(this.owner, "");
    this.functionTypes.set(fn, known);
    return this.file.expr(ExprOp.Local, known);
  }

  private resultsOf(fn: number): { local: number; readonly values: number[] } {
    const known = this.results.get(fn) ?? { local: -1, values: [] };
    this.results.set(fn, known);
    return known;
  }

  private addResult(expr: number): void {
    if (this.callback < 0 || this.file.op(expr) === ExprOp.Literal) return;
    const known = this.resultsOf(this.callback);
    if (known.local >= 0) this.file.extraction.addLocalValue(known.local, expr);
    else if (known.values.length < MAX_RETURNS) known.values.push(expr);
  }

  addReturn(expr: number): void {
    if (expr === 0) return;
    if (this.returning < 0) {
      this.addResult(expr);
      return;
    }
    const count = this.returnCounts.get(this.returning) ?? 0;
    if (count >= MAX_RETURNS) return;
    this.returnCounts.set(this.returning, count + 1);
    this.file.facts.table(RETURNS).append({ symbol: this.returning, expr });
  }

  /**
   * Adds a field of a class or interface: one row per name, with the first type and, in JavaScript, the union of the values.
   * In TypeScript the first value says what others may be. `null` gives way to any other value.
   */
  addField(
    owner: number,
    nameNode: number,
    facts: { readonly type?: number; readonly value?: number; readonly flags?: number },
  ): void {
    this.addNamedField(owner, this.file.names.of(this.file.propertyName(nameNode)), facts);
  }

  /** The same by the name's number. */
  addNamedField(
    owner: number,
    name: number,
    facts: { readonly type?: number; readonly value?: number; readonly flags?: number },
  ): void {
    const { file } = this;
    let members = file.members.get(owner);
    if (members === undefined) {
      members = new Map();
      file.members.set(owner, members);
    }
    const fields = file.facts.table(FIELDS);
    const known = members.get(name);
    const typeOpt = facts.type === undefined || facts.type === 0 ? 0 : facts.type + 1;
    const valueOpt = facts.value === undefined || facts.value === 0 ? 0 : facts.value + 1;
    if (known === undefined) {
      members.set(
        name,
        fields.append({ owner, name: file.names.string(name), typeOpt, valueOpt, flags: facts.flags ?? 0 }),
      );
    } else if (known >= 0) {
      if (typeOpt !== 0 && fields.get(known, "typeOpt") === 0) fields.set(known, "typeOpt", typeOpt);
      if (valueOpt !== 0) this.addFieldValue(known, valueOpt - 1);
    } else this.describeMade(-known, facts);
  }

  /** Writes the type and the value of a field that is a symbol, since a call makes it of an object with functions. */
  private describeMade(
    symbol: number,
    { type = 0, value = 0 }: { readonly type?: number; readonly value?: number },
  ): void {
    const { extraction, facts } = this.file;
    const op = this.file.op(value);
    const isNew = facts.table(SYMBOLS).get(symbol, "valueOpt") === 0;
    if (!isNew || (op !== ExprOp.Call && op !== ExprOp.New)) return;
    extraction.setType(symbol, type);
    extraction.setValue(symbol, value);
  }

  private addFieldValue(field: number, value: number): void {
    const { file } = this;
    const fields = file.facts.table(FIELDS);
    const known = fields.get(field, "valueOpt") - 1;
    if (known < 0 || this.isNull(known)) {
      fields.set(field, "valueOpt", value + 1);
      return;
    }
    const isJavaScript = this.comments !== undefined;
    const values = this.fieldValues.get(field) ?? [known];
    if (!isJavaScript || file.op(value) === ExprOp.Literal || values.includes(value)) return;
    if (values.length >= MAX_FIELD_VALUES) return;
    this.fieldValues.set(field, [...values, value]);
    fields.set(field, "valueOpt", file.expr(ExprOp.Union, known, value) + 1);
  }

  private isNull(expr: number): boolean {
    const { file } = this;
    return file.op(expr) === ExprOp.Literal && file.literal("null") === expr;
  }

  /** The expression of `this` at a node; 0 if unknown. */
  abstract thisAt(node: number): number;

  /** The value of `this` inside a function of `owner`: an object literal's own variable, else an instance. */
  selfOf(owner: number): number {
    if (owner <= 0) return 0;
    const kind = this.file.facts.table(SYMBOLS).get(owner, "kind");
    return this.file.expr(kind === KIND_CODE.variable ? ExprOp.Symbol : ExprOp.This, owner);
  }
}
