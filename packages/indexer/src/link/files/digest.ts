/**
 * Hashes of what linking may read about a symbol of another file, computed from names and ids, never from ordinals,
 * rows or lines. An expression's hash covers each local that it uses once, numbered in order of occurrence. A very
 * large expression is hashed as the whole facts page instead: then it changes with every edit of its file, which only
 * costs a relink.
 */
import { ExprOp } from "@sdl/model/facts";
import { combineHashes } from "@sdl/model/text";
import type { FileContext } from "./file-context.js";

/** Maximum number of expressions covered by one hash. */
const MAX_EXPRESSIONS = 1024;

/** Combines expressions into one hash. */
export class ExpressionDigest {
  hash = 0x5d1;
  private left = MAX_EXPRESSIONS;
  private readonly locals = new Map<number, number>();
  private readonly pending: number[] = [];

  constructor(private readonly ctx: FileContext) {}

  /** Adds an optional expression. @param exprOpt row plus one, 0 for none */
  addOptional(exprOpt: number): void {
    this.fold(exprOpt === 0 ? 0 : 1);
    if (exprOpt > 0) this.add(exprOpt - 1);
  }

  add(row: number): void {
    this.addTree(row);
    for (let local = this.pending.pop(); local !== undefined; local = this.pending.pop()) this.addValuesOf(local);
  }

  private addValuesOf(local: number): void {
    const type = this.ctx.locals.typeOpt[local] ?? 0;
    this.fold(type === 0 ? 0 : 1);
    if (type > 0) this.addTree(type - 1);
    for (const value of this.ctx.localValues(local)) {
      if (this.left <= 0) return;
      this.addTree(value);
    }
  }

  fold(value: number): void {
    this.hash = combineHashes(this.hash, value);
  }

  /** Adds an expression with its operands. Operands precede their users, so the loop ends; an explicit stack allows deep trees. */
  private addTree(row: number): void {
    const { exprs } = this.ctx;
    const open = [row];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (this.left-- <= 0) {
        this.pending.length = 0;
        this.fold(this.ctx.pageHash);
        return;
      }
      const op = exprs.op[at] ?? 0;
      this.fold(op);
      if (!this.addLeaf(op, exprs.a[at] ?? 0)) this.addOperands(at, op, open);
    }
  }

  /** Adds an operator without expression operands. @returns false for an operator with operands */
  private addLeaf(op: number, a: number): boolean {
    if (isTextual(op)) this.fold(this.nameHash(a));
    else if (isSymbolic(op)) this.fold(this.ctx.idHash(a));
    else if (op === ExprOp.Import) this.addImport(a);
    else if (op === ExprOp.Local) this.addLocal(a);
    else return op === ExprOp.Unknown;
    return true;
  }

  private addOperands(row: number, op: number, open: number[]): void {
    const { exprs } = this.ctx;
    const second = exprs.b[row] ?? 0;
    if (op === ExprOp.Property) {
      this.fold(this.nameHash(exprs.a[row] ?? 0));
      open.push(second);
      return;
    }
    open.push(exprs.a[row] ?? 0);
    if (op === ExprOp.Member) this.fold(this.nameHash(second));
    else if (isPair(op)) open.push(second);
    else if (hasNumber(op)) this.fold(second);
    else if (hasOptional(op)) {
      this.fold(second === 0 ? 0 : 1);
      if (second === 0) return;
      if (op === ExprOp.Element) this.fold(this.nameHash(second - 1));
      else open.push(second);
    }
  }

  private addImport(row: number): void {
    const { imports } = this.ctx;
    this.fold(imports.form[row] ?? 0);
    this.fold(this.nameHash(imports.specifier[row] ?? 0));
    this.fold(this.nameHash(imports.imported[row] ?? 0));
  }

  private addLocal(local: number): void {
    const known = this.locals.get(local);
    const number = known ?? this.locals.size;
    this.fold(number);
    if (known !== undefined) return;
    this.locals.set(local, number);
    this.pending.push(local);
  }

  private nameHash(string: number): number {
    return this.ctx.names.hash(this.ctx.name(string));
  }
}

function isTextual(op: number): boolean {
  return op === ExprOp.Global || op === ExprOp.Literal || op === ExprOp.Module || op === ExprOp.Fixture;
}

function isPair(op: number): boolean {
  return (
    op === ExprOp.Union ||
    op === ExprOp.Apply ||
    op === ExprOp.Function ||
    op === ExprOp.Merged ||
    op === ExprOp.Indexed
  );
}

/** Whether the second operand is a number rather than an expression. */
function hasNumber(op: number): boolean {
  return op === ExprOp.Handed || op === ExprOp.Parameter || op === ExprOp.Part || op === ExprOp.TypeParameter;
}

/** Whether the second operand may be missing. */
function hasOptional(op: number): boolean {
  return op === ExprOp.Call || op === ExprOp.Tuple || op === ExprOp.Record || op === ExprOp.Element;
}

function isSymbolic(op: number): boolean {
  return op === ExprOp.Symbol || op === ExprOp.This || op === ExprOp.Super || op === ExprOp.Class;
}
