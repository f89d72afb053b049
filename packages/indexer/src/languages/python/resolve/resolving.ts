/** State of the second pass: open scopes, the owner of references, the evaluators; writes references. */
import { SymbolFlag } from "@sdl/model";
import { ExprOp, RETURNS, RefKind, SYMBOLS } from "@sdl/model/facts";
import { perGrammar } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { ReferencePass } from "../../kit/references.js";
import type { OpenPart } from "../../kit/row-walk.js";
import type { PythonFile } from "../python-file.js";
import { OpenScopes, type Scope, ScopeKind } from "../scopes.js";
import { Types } from "../types/type-expressions.js";
import { Expressions } from "./expressions.js";
import { Fields } from "./fields.js";
import { Locals } from "./locals.js";
import { PassedValues } from "./passed-values.js";

/** Maximum number of return expressions stored per function. */
const MAX_RETURNS = 4;

/** Builtin names of the language: no star import provides them. */
const BUILTINS = new Set(
  (
    "abs aiter all any anext ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir " +
    "divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass " +
    "iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr " +
    "slice sorted staticmethod str sum super tuple type vars zip __import__ NotImplemented Ellipsis __name__ __file__ __doc__ " +
    "basestring unicode xrange long raw_input reduce unichr"
  ).split(" "),
);

/** Parents whose identifier children are not reads: bound names, and parts of types. */
const bindingParents = perGrammar((grammar) =>
  grammar.kindSet([
    "pattern_list",
    "tuple_pattern",
    "list_pattern",
    "list_splat_pattern",
    "dictionary_splat_pattern",
    "parameters",
    "lambda_parameters",
    "typed_parameter",
    "keyword_pattern",
    "splat_pattern",
    "generic_type",
  ]),
);

/** Rows of a statement. */
export interface RowRange {
  readonly first: number;
  /** The row after the last. */
  readonly end: number;
}

/** An enclosing symbol, scope or both to restore, with the owner of references around it. */
interface SavedFrame extends OpenPart<SavedFrame> {
  readonly owner: number;
  readonly scope: Scope | undefined;
}

/** Walk state of the resolving pass. */
export class Resolving extends ReferencePass<PythonFile, SavedFrame> {
  readonly scopes: OpenScopes;
  readonly locals: Locals;
  readonly expressions: Expressions;
  readonly types: Types;
  readonly fields: Fields;
  readonly handed: PassedValues;
  /** 1 for kinds whose identifier children are not reads. */
  readonly bindsNames: Uint8Array;
  /** Number of values stored, by module variable. */
  readonly valueCounts = new Map<number, number>();
  /** Top-level statements under `if __name__ == "__main__":`; computed at first use. */
  mainGuards: readonly RowRange[] | undefined;

  constructor(
    file: PythonFile,
    readonly module: Scope,
  ) {
    super(file, { end: file.tree.count + 1, parent: undefined, owner: 0, scope: undefined });
    this.bindsNames = bindingParents(file.tree.grammar);
    this.scopes = new OpenScopes(module);
    this.locals = new Locals(file);
    this.expressions = new Expressions(file, this.scopes, this.locals);
    this.types = new Types(file, this.expressions);
    this.fields = new Fields(file);
    this.handed = new PassedValues(file, this.expressions);
    this.expressions.typeOf = (node) => this.types.read(node);
    this.locals.evaluateWith({
      value: (node) => this.expressions.value(node),
      typeOf: (node) => this.typeNode(node),
    });
    this.types.onType((expr, node) => this.addRefOnce(RefKind.Type, expr, node));
  }

  override enter(row: number): void {
    const frame = this.file.frameAt(row);
    if (frame === undefined) return;
    const { scope, symbol } = frame;
    this.open({ end: Math.min(frame.end, this.closesAt), parent: this.part, owner: this.owner, scope });
    if (symbol >= 0) this.owner = symbol;
    if (scope === undefined) return;
    scope.owner = this.owner;
    this.scopes.enter(scope);
    if (scope.symbol >= 0) this.handed.openFunction(scope.symbol, scope);
    if (scope.isLambda) this.addReturn(row);
  }

  protected override closed({ scope, owner }: SavedFrame): void {
    if (scope !== undefined) {
      this.locals.settle(scope);
      this.scopes.leave();
    }
    this.owner = owner;
  }

  /** Reads a name or chain in value position. @param root its first identifier, or `node` itself */
  read(node: number, root: number): void {
    const { file, expressions } = this;
    const name = file.name(root);
    const binding = expressions.findName(name, root);
    if (!expressions.isShared(binding)) {
      if (node !== root && binding !== undefined)
        this.readAccessor(node, expressions.chain(node, root, expressions.ofName(binding, root)));
      return;
    }
    if (binding === undefined && BUILTINS.has(file.names.text(name))) return;
    const op = binding?.candidates[0];
    if (node === root && (op === ExprOp.This || op === ExprOp.Class)) return;
    const expr = expressions.chain(node, root, expressions.ofName(binding, root));
    if (expr !== 0) this.addRefOnce(RefKind.Read, expr, node);
  }

  /** Reads an attribute of a local or of a call's result: an accessor counts as a call, other attributes are ignored. */
  readAccessor(node: number, expr: number): void {
    if (expr !== 0 && this.file.op(expr) === ExprOp.Member) this.addRefOnce(RefKind.Accessor, expr, node);
  }

  /** The node at the root of an attribute chain. */
  chainRoot(node: number): number {
    const { file } = this;
    let root = node;
    while (file.kind(root) === file.k.attribute) root = file.child(root, file.k.in_object);
    return root;
  }

  /** The node at which a reference through `node` is reported: the last name of a chain. */
  nameAt(node: number): number {
    const { file } = this;
    return file.kind(node) === file.k.attribute ? file.child(node, file.k.in_attribute) || node : node;
  }

  /** The row to continue with after the callee `node`. */
  afterCallee(node: number): number {
    const { file } = this;
    const root = this.chainRoot(node);
    if (root === NO_NODE) return node + 1;
    return file.kind(root) === file.k.identifier ? file.next(node) : root;
  }

  /** Reads an expression that names a type or a tuple of types: `isinstance(x, (A, B))`, `except A`. */
  readTypeNames(node: number): void {
    const { file } = this;
    const { k } = file;
    const kind = file.kind(node);
    if (kind === k.identifier || kind === k.attribute) {
      if (file.kind(this.chainRoot(node)) !== k.identifier) return;
      this.types.read(node);
      file.skip(node);
    } else if (kind === k.tuple) {
      for (const item of file.tree.namedChildren(node)) {
        if (file.kind(item) !== k.tuple) this.readTypeNames(item);
      }
    }
  }

  /** The type that a node names; the node may be a dotted name in a pattern. */
  typeNode(node: number): number {
    return this.file.kind(node) === this.file.k.dotted_name ? this.typeOfDotted(node) : this.types.read(node);
  }

  typeOfDotted(node: number): number {
    return this.dotted(node, RefKind.Type);
  }

  /** The expression of the dotted name `a.b.c`; adds a reference of `kind` if the file binds `a`. */
  dotted(node: number, kind: number): number {
    const { file, expressions } = this;
    const [first, ...rest] = file.tree.namedChildren(node);
    if (first === undefined) return 0;
    const binding = expressions.find(first);
    let expr = expressions.ofBinding(binding, file.name(first));
    for (const part of rest) expr = file.member(expr, part);
    if (expr !== 0 && expressions.isShared(binding)) this.addRefOnce(kind, expr, node);
    return expr;
  }

  /** @param value node of a return value */
  addReturn(value: number): void {
    const scope = this.scopes.top;
    if (value === NO_NODE || scope.kind !== ScopeKind.Function || scope.symbol < 0) return;
    if ((this.file.facts.table(SYMBOLS).get(scope.symbol, "flags") & SymbolFlag.Generator) !== 0) return;
    this.addResult(scope, this.expressions.value(value));
  }

  /** Adds a yielded value: a generator returns a container of them. */
  addYield(node: number): void {
    const { file } = this;
    const scope = this.scopes.functionScope;
    const value = this.expressions.value(file.firstNamed(node));
    if (scope.symbol < 0 || value === 0) return;
    const isFrom = file.has(node, file.k.from_token);
    this.addResult(scope, isFrom ? value : file.expr(ExprOp.Items, value));
  }

  private addResult(scope: Scope, expr: number): void {
    scope.returns ??= [];
    if (expr === 0 || scope.returns.length >= MAX_RETURNS || scope.returns.includes(expr)) return;
    scope.returns.push(expr);
    this.file.facts.table(RETURNS).append({ symbol: scope.symbol, expr });
  }
}
