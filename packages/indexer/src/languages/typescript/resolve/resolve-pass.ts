/** Frames of pass two: opens and closes scopes, and sets the owner and the meaning of `this` and `super`. */
import { KIND_CODE } from "@sdl/model";
import { ExprOp, SYMBOLS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { looksLikeConstructor } from "../declare/functions.js";
import { TargetForm, targetOf } from "../declare/targets.js";
import { isModuleWrapper } from "../declare/wrappers.js";
import { Resolving, type SavedFrame } from "../resolving.js";
import { Jsdoc } from "../types/jsdoc.js";
import { type Signature, signatureOf, typeExpr, typeOfSignatures } from "../types/type-expressions.js";
import { writeTypedefs } from "../types/typedefs.js";
import type { TypescriptFile } from "../typescript-file.js";
import { isCommonJsName } from "./commonjs.js";
import { Exports } from "./exports.js";
import { evaluatorsOf, valueExpr } from "./expressions.js";
import { writeScope } from "./locals.js";
import { References } from "./references.js";
import { thisValue } from "./this-values.js";

/** Maximum number of overloads, or call signatures of a type, that are stored. */
const MAX_SIGNATURES = 64;

/** Walk state of pass two, with the writers that its handlers use. */
export class ResolvePass extends Resolving {
  readonly references: References;
  readonly exports: Exports;
  /** Overloads and call signatures, by the function or type they belong to. */
  readonly signatures = new Map<number, Signature[]>();
  private nextScope = 1;

  constructor(file: TypescriptFile) {
    super(file, evaluatorsOf(file.tree.grammar));
    this.references = new References(this, file);
    this.exports = new Exports(this);
    const jsdoc = file.extraction.language === "javascript" ? new Jsdoc(this) : undefined;
    this.comments = jsdoc;
    const module = file.scopes[0];
    if (module !== undefined) this.environment.enter(module);
    if (jsdoc !== undefined) writeTypedefs(this, jsdoc);
    this.openPart(0, true, false);
  }

  override enter(row: number): void {
    const { file } = this;
    const scope = file.scopes[this.nextScope];
    const isScope = scope !== undefined && scope.node === row;
    const symbol = file.symbolOf.get(row);
    const isFunction = isScope && scope.functionScope === undefined;
    this.openPart(row, isScope, isFunction);
    if (symbol !== undefined) this.owner = symbol;
    this.setThis(row, symbol, isFunction);
    if (!isScope) return;
    this.nextScope++;
    this.environment.enter(scope);
  }

  override thisAt(node: number): number {
    return thisValue(this, node);
  }

  /** Writes the type of a function without a symbol, if an expression refers to it. */
  describeFunction(fn: number): void {
    const local = this.functionTypes.get(fn);
    if (local === undefined) return;
    const signature = signatureOf(this, fn);
    const type = typeOfSignatures(this, [{ ...signature, result: signature.result || this.resultOf(fn) }]);
    this.file.extraction.addLocalValue(local, type);
  }

  /** Records a signature. @param node an overload or a call signature of the symbol */
  addSignature(symbol: number, node: number): void {
    const known = this.signatures.get(symbol) ?? [];
    if (known.length < MAX_SIGNATURES) known.push(signatureOf(this, node));
    this.signatures.set(symbol, known);
  }

  private openPart(row: number, hasScope: boolean, isFunction: boolean): void {
    const { owner, self, base, classOwner, returning, callback, part } = this;
    const end = this.file.next(row);
    const isInner = isFunction && !isModuleWrapper(this.file, row);
    this.open({ end, parent: part, hasScope, isInner, owner, self, base, classOwner, returning, callback });
    if (isInner) this.functionDepth++;
  }

  protected override closed(part: SavedFrame): void {
    const scope = part.hasScope ? this.environment.innermost() : undefined;
    if (scope !== undefined) {
      writeScope(this, scope);
      this.environment.leave();
    }
    if (part.isInner) this.functionDepth--;
    this.owner = part.owner;
    this.self = part.self;
    this.base = part.base;
    this.classOwner = part.classOwner;
    this.returning = part.returning;
    this.callback = part.callback;
  }

  private setThis(row: number, symbol: number | undefined, isFunction: boolean): void {
    const { file } = this;
    const { k } = file;
    const kind = file.kind(row);
    if (kind === k.class_declaration || kind === k.abstract_class_declaration || kind === k.class) {
      this.inClass(symbol ?? -1);
    } else if (kind === k.interface_declaration) this.classOwner = symbol ?? -1;
    else if (kind === k.public_field_definition || kind === k.field_definition || kind === k.class_static_block) {
      this.inMember(row);
    }
    if (!isFunction || kind === k.class_static_block) return;
    this.returning = this.returningAt(row, symbol);
    this.callback = symbol === undefined ? row : -1;
    if (kind === k.arrow_function) return;
    this.inFunction(row, symbol);
  }

  private returningAt(row: number, symbol: number | undefined): number {
    if (symbol === undefined) return -1;
    return this.file.mainNode[symbol] === row || this.file.mainNode[symbol] === this.file.parent(row)
      ? symbol
      : this.bodyOf(row, symbol);
  }

  /** The body of a symbol. The symbol's main node may be the statement around the function. */
  private bodyOf(row: number, symbol: number): number {
    const { file } = this;
    return file.child(row, file.k.in_body) === NO_NODE ? -1 : symbol;
  }

  private inClass(symbol: number): void {
    this.classOwner = symbol;
    this.self = symbol < 0 ? 0 : this.file.expr(ExprOp.This, symbol);
    this.base = symbol < 0 ? 0 : this.file.expr(ExprOp.Super, symbol);
  }

  private inMember(row: number): void {
    const { k } = this.file;
    if (this.classOwner < 0) return;
    const isStatic = this.file.kind(row) === k.class_static_block || this.file.has(row, k.static_token);
    this.self = this.file.expr(isStatic ? ExprOp.Class : ExprOp.This, this.classOwner);
  }

  /** The type that a function declares for its `this`, as a value; 0 for none. */
  private declaredThis(row: number): number {
    const { file } = this;
    const { k } = file;
    const list = file.child(row, k.in_parameters);
    const first = list === NO_NODE ? NO_NODE : file.firstNamed(list);
    if (first === NO_NODE || file.kind(file.child(first, k.in_pattern)) !== k.this) return 0;
    const type = typeExpr(this, file.child(first, k.in_type));
    return type === 0 ? 0 : file.expr(ExprOp.Instance, type);
  }

  /** `this` in a function that belongs to a symbol: in `F.make = function () { … }` the function `F`, not what it makes. */
  private receiverOf(symbol: number | undefined, owner: number): number {
    const symbols = this.file.facts.table(SYMBOLS);
    const isProperty = symbol !== undefined && symbols.get(symbol, "kind") === KIND_CODE.function;
    const kind = symbols.get(owner, "kind");
    const isStatic = isProperty && (kind === KIND_CODE.function || kind === KIND_CODE.class);
    return isStatic ? this.file.expr(ExprOp.Class, owner) : this.selfOf(owner);
  }

  /** `this` in a function that is no member: what a constructor makes, or the exports in `exports.a = function () { … }`. */
  private plainThis(parent: number, symbol: number | undefined): number {
    const { file } = this;
    if (symbol !== undefined && looksLikeConstructor(file, symbol)) return file.expr(ExprOp.This, symbol);
    return this.isExported(parent) ? file.global(file.names.of("exports")) : 0;
  }

  /** Whether an assignment is `exports.a = …`. */
  private isExported(assignment: number): boolean {
    const { file } = this;
    if (file.kind(assignment) !== file.k.assignment_expression) return false;
    const target = targetOf(file, file.child(assignment, file.k.in_left));
    return target?.form === TargetForm.Export && isCommonJsName(this, target.owner);
  }

  private inFunction(row: number, symbol: number | undefined): void {
    const { file } = this;
    const { k } = file;
    const declared = this.declaredThis(row);
    if (declared !== 0) {
      this.self = declared;
      return;
    }
    const parent = file.parent(row);
    const owner = file.memberOwner.get(parent);
    const isMethod = file.kind(row) === k.method_definition;
    if (isMethod && owner !== undefined && file.kind(parent) !== k.object) {
      const isStatic = file.has(row, k.static_token) || file.has(row, k.staticGet_token);
      this.self = file.expr(isStatic ? ExprOp.Class : ExprOp.This, owner);
      return;
    }
    this.base = 0;
    const receiver = owner ?? file.thisOf.get(row);
    if (receiver === 0) this.self = valueExpr(this, isMethod ? parent : file.parent(parent));
    else if (receiver !== undefined) this.self = this.receiverOf(symbol, receiver);
    else this.self = this.plainThis(parent, symbol);
  }
}
