/** Opens and closes the parts of a file in pass two: scopes, the symbol around, and what `this` and `super` mean. */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { looksLikeConstructor } from "../declare/functions.js";
import type { Resolving } from "../resolving.js";
import type { Scope } from "../scopes.js";
import type { Jsdoc } from "../types/jsdoc.js";
import { describeTypedefs } from "../types/typedefs.js";
import { describeScope } from "./locals.js";

/** Follows the walk of pass two: {@link open} at a row that may open something, {@link closeUntil} at {@link closesAt}. */
export class Opener {
  closesAt = 0;
  private nextScope = 0;

  constructor(private readonly state: Resolving) {}

  /** @param jsdoc reads the types that comments declare */
  openModule(jsdoc: Jsdoc | undefined): void {
    const module = this.state.file.scopes[0];
    if (module !== undefined) this.state.environment.enter(module);
    this.nextScope = 1;
    if (jsdoc !== undefined) describeTypedefs(this.state, jsdoc);
    this.push(0, true, false);
  }

  open(row: number): void {
    const { state } = this;
    const { file } = state;
    const scope = file.scopes[this.nextScope];
    const isScope = scope !== undefined && scope.node === row;
    const symbol = file.symbolOf.get(row);
    const isFunction = isScope && scope.functionScope === undefined;
    if (!isScope && symbol === undefined && !this.changesThis(row)) return;
    this.push(row, isScope, isFunction);
    if (symbol !== undefined) state.owner = symbol;
    this.setThis(row, symbol, isFunction);
    if (isScope) this.enter(scope);
  }

  private enter(scope: Scope): void {
    this.nextScope++;
    this.state.environment.enter(scope);
  }

  private push(row: number, hasScope: boolean, isFunction: boolean): void {
    const { state } = this;
    const end = state.file.tree.next[row] ?? 0;
    const { owner, self, base, classOwner, returning } = state;
    state.frames.push({ end, hasScope, isFunction, owner, self, base, classOwner, returning });
    if (isFunction) state.functionDepth++;
    this.closesAt = end;
  }

  closeUntil(row: number): void {
    const { state } = this;
    for (let frame = state.frames.at(-1); frame !== undefined && frame.end <= row; frame = state.frames.at(-1)) {
      const scope = frame.hasScope ? state.environment.innermost() : undefined;
      if (scope !== undefined) {
        describeScope(state, scope);
        state.environment.leave();
      }
      state.frames.pop();
      if (frame.isFunction) state.functionDepth--;
      state.owner = frame.owner;
      state.self = frame.self;
      state.base = frame.base;
      state.classOwner = frame.classOwner;
      state.returning = frame.returning;
    }
    this.closesAt = state.frames.at(-1)?.end ?? Number.MAX_SAFE_INTEGER;
  }

  /** Fields and static blocks of classes, whose initialisers see the instance or the class. */
  private changesThis(row: number): boolean {
    const { k } = this.state.file;
    const kind = this.state.file.kind(row);
    return kind === k.public_field_definition || kind === k.field_definition || kind === k.class;
  }

  private setThis(row: number, symbol: number | undefined, isFunction: boolean): void {
    const { state } = this;
    const { file } = state;
    const { k } = file;
    const kind = file.kind(row);
    if (kind === k.class_declaration || kind === k.abstract_class_declaration || kind === k.class) {
      this.inClass(symbol ?? -1);
    } else if (kind === k.public_field_definition || kind === k.field_definition || kind === k.class_static_block) {
      this.inMember(row);
    }
    if (!isFunction || kind === k.class_static_block) return;
    state.returning = this.returningAt(row, symbol);
    if (kind === k.arrow_function) return;
    this.inFunction(row, symbol);
  }

  private returningAt(row: number, symbol: number | undefined): number {
    if (symbol === undefined) return -1;
    return this.state.file.mainNode[symbol] === row || this.state.file.mainNode[symbol] === this.state.file.parent(row)
      ? symbol
      : this.bodyOf(row, symbol);
  }

  /** The declaration proper may be the statement around the function. */
  private bodyOf(row: number, symbol: number): number {
    const { file } = this.state;
    return file.child(row, file.k.in_body) === NO_NODE ? -1 : symbol;
  }

  private inClass(symbol: number): void {
    const { state } = this;
    state.classOwner = symbol;
    state.self = symbol < 0 ? 0 : state.file.expr(ExprOp.This, symbol);
    state.base = symbol < 0 ? 0 : state.file.expr(ExprOp.Super, symbol);
  }

  private inMember(row: number): void {
    const { state } = this;
    const { k } = state.file;
    if (state.classOwner < 0) return;
    const isStatic = state.file.kind(row) === k.class_static_block || state.file.has(row, k.static_token);
    state.self = state.file.expr(isStatic ? ExprOp.Class : ExprOp.This, state.classOwner);
  }

  private inFunction(row: number, symbol: number | undefined): void {
    const { state } = this;
    const { file } = state;
    const { k } = file;
    const parent = file.parent(row);
    const owner = file.memberOwner.get(parent);
    const isMethod = file.kind(row) === k.method_definition;
    if (isMethod && owner !== undefined && file.kind(parent) !== k.object) {
      const isStatic = file.has(row, k.static_token) || file.has(row, k.staticGet_token);
      state.self = file.expr(isStatic ? ExprOp.Class : ExprOp.This, owner);
      return;
    }
    state.base = 0;
    const receiver = owner ?? file.thisOf.get(row);
    if (receiver !== undefined) state.self = state.selfOf(receiver);
    else state.self = symbol !== undefined && looksLikeConstructor(file, symbol) ? file.expr(ExprOp.This, symbol) : 0;
  }
}
