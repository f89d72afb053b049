/**
 * First pass: scopes, the names they bind, symbols and imports. Resolves nothing.
 * A walk over the rows in preorder, with the chain of open scopes: definitions inside error nodes are found like any other.
 */
import { SymbolFlag } from "@sdl/model";
import { perGrammar } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { kindTable } from "../../kit/kind-table.js";
import { vocabularyOf } from "../kinds.js";
import type { PythonFile } from "../python-file.js";
import { Scope, ScopeKind } from "../scopes.js";
import { assign } from "./assign.js";
import { declareClass } from "./classes.js";
import { Declaring } from "./declaring.js";
import { declareFunction, declareLambda } from "./functions.js";
import { declareFromImport, declareImport } from "./imports.js";
import { narrowByCall, narrowByCase } from "./narrowing.js";
import { bindCase } from "./patterns.js";
import { type Given, visitTargets } from "./targets.js";
import { declareAssignment, declareTypeAlias, declareVariable } from "./variables.js";
import { Wrap } from "./wraps.js";

const Action = {
  None: 0,
  Function: 1,
  Class: 2,
  Lambda: 3,
  Comprehension: 4,
  ForIn: 5,
  Assignment: 6,
  Named: 7,
  For: 8,
  AsPattern: 9,
  Except: 10,
  Import: 11,
  FromImport: 12,
  Skip: 13,
  Global: 14,
  Nonlocal: 15,
  Case: 16,
  TypeAlias: 17,
  Yield: 18,
  String: 19,
  Call: 20,
} as const;

const actionTable = perGrammar((grammar) => {
  const k = vocabularyOf(grammar);
  return kindTable([
    [k.function_definition, Action.Function],
    [k.class_definition, Action.Class],
    [k.lambda, Action.Lambda],
    [k.list_comprehension, Action.Comprehension],
    [k.set_comprehension, Action.Comprehension],
    [k.dictionary_comprehension, Action.Comprehension],
    [k.generator_expression, Action.Comprehension],
    [k.for_in_clause, Action.ForIn],
    [k.assignment, Action.Assignment],
    [k.named_expression, Action.Named],
    [k.for_statement, Action.For],
    [k.as_pattern, Action.AsPattern],
    [k.except_clause, Action.Except],
    [k.import_statement, Action.Import],
    [k.import_from_statement, Action.FromImport],
    [k.future_import_statement, Action.Skip],
    [k.global_statement, Action.Global],
    [k.nonlocal_statement, Action.Nonlocal],
    [k.case_clause, Action.Case],
    [k.type_alias_statement, Action.TypeAlias],
    [k.yield, Action.Yield],
    [k.string, Action.String],
    [k.call, Action.Call],
  ]);
});

/** Writes symbols and imports. @returns the module's scope, with all others hanging in the file's frames */
export function declare(file: PythonFile): Scope {
  return new Declarer(file).run();
}

class Declarer extends Declaring {
  run(): Scope {
    const { file } = this;
    const { kind, count } = file.tree;
    const actions = actionTable(file.tree.grammar);
    for (let node = 0; node < count; ) {
      if (node >= this.scope.end) this.closeUntil(node);
      if (file.mark(node) > 0) this.scope = file.frameAt(node)?.scope ?? this.scope;
      const action = actions[kind[node] as number] as number;
      node = action === Action.None ? node + 1 : this.visit(action, node);
    }
    return this.module;
  }

  private closeUntil(node: number): void {
    while (node >= this.scope.end && this.scope.parent !== undefined) this.scope = this.scope.parent;
  }

  /** @returns the row to go on with */
  private visit(action: number, node: number): number {
    if (action === Action.String) return this.afterString(node);
    if (action >= Action.Import && action <= Action.Nonlocal) {
      this.visitStatement(action, node);
      return this.file.next(node);
    }
    this.visitBinder(action, node);
    return node + 1;
  }

  private visitBinder(action: number, node: number): void {
    const { file, scope } = this;
    const { k } = file;
    switch (action) {
      case Action.Function:
        declareFunction(this, node);
        break;
      case Action.Class:
        declareClass(this, node);
        break;
      case Action.Lambda:
        declareLambda(this, node);
        break;
      case Action.Comprehension:
        this.openComprehension(node);
        break;
      case Action.ForIn:
        this.bindTargets(scope, file.child(node, k.in_left), {
          node: file.child(node, k.in_right),
          wrap: Wrap.Element,
        });
        break;
      case Action.Assignment:
        declareAssignment(this, node);
        break;
      case Action.Named:
        this.bindTargets(scope.assignable, file.child(node, k.in_name), {
          node: file.child(node, k.in_value),
          wrap: Wrap.Value,
        });
        break;
      case Action.For:
        this.bindTargets(scope, file.child(node, k.in_left), {
          node: file.child(node, k.in_right),
          wrap: Wrap.Element,
        });
        break;
      case Action.AsPattern:
        this.bindAs(node);
        break;
      case Action.Except:
        this.bindOldExcept(node);
        break;
      case Action.Call:
        narrowByCall(file, node);
        break;
      default:
        this.visitStatement(action, node);
        break;
    }
  }

  private visitStatement(action: number, node: number): void {
    const { file, scope } = this;
    switch (action) {
      case Action.Import:
        declareImport(file, scope, node);
        break;
      case Action.FromImport:
        declareFromImport(file, scope, node);
        break;
      case Action.Global:
        this.bindGlobals(node);
        break;
      case Action.Nonlocal:
        this.releaseNonlocals(node);
        break;
      case Action.Case:
        bindCase(file, scope, node);
        narrowByCase(file, node);
        break;
      case Action.TypeAlias:
        declareTypeAlias(this, node);
        break;
      case Action.Yield:
        this.markGenerator();
        break;
    }
  }

  /** Binds names that are no symbols: loop variables, `with … as x`, walrus. At module level those that `__all__` lists are symbols. */
  private bindTargets(scope: Scope, target: number, given: Given): void {
    const { file } = this;
    visitTargets(file, target, given, (node, { node: value, wrap }) => {
      if (file.kind(node) !== file.k.identifier) return;
      const name = file.name(node);
      if (scope.kind === ScopeKind.Module && file.listed.has(name)) {
        declareVariable(this, { name: node, statement: node, type: NO_NODE, value: NO_NODE });
        return;
      }
      const binding = scope.target(name);
      if (scope.kind === ScopeKind.Class && !binding.isDefined) binding.isField = true;
      assign(file, binding.alias ?? binding, node, { node: value, wrap });
    });
  }

  /** `with C() as x` and `except E as e`; patterns of `match` are read from their case clause. */
  private bindAs(node: number): void {
    const { file } = this;
    const { k } = file;
    const target = file.child(node, k.in_alias);
    if (target === NO_NODE) return;
    const isExcept = file.kind(file.parent(node)) === k.except_clause;
    this.bindTargets(this.scope.assignable, target, {
      node: file.firstNamed(node),
      wrap: isExcept ? Wrap.Instance : Wrap.Enter,
    });
  }

  /** Python 2: `except E, e:`. */
  private bindOldExcept(node: number): void {
    const { file } = this;
    const values = file.tree.children(node).filter((child) => file.field(child) === file.k.in_value);
    const [type, name] = values;
    if (values.length !== 2 || type === undefined || name === undefined) return;
    if (file.kind(name) === file.k.identifier && /^[a-z_]/.test(file.tree.text(name))) {
      this.bindTargets(this.scope, name, { node: type, wrap: Wrap.Instance });
      file.skip(name);
    }
  }

  private openComprehension(node: number): void {
    const { file } = this;
    const clause = file.tree.childOfKind(node, file.k.for_in_clause);
    const end = file.next(node);
    if (clause === NO_NODE) return;
    const scope = new Scope({ kind: ScopeKind.Comprehension, parent: this.scope, row: node, end });
    scope.firstFrom = file.child(clause, file.k.in_right);
    scope.firstTo = scope.firstFrom === NO_NODE ? 0 : file.next(scope.firstFrom);
    file.openAt(node + 1, { end, symbol: -1, scope });
  }

  private bindGlobals(node: number): void {
    const { file, scope } = this;
    for (const child of file.tree.namedChildren(node)) {
      const name = file.name(child);
      const target = this.module.bind(name);
      const own = scope.bind(name);
      target.isGlobal = true;
      if (own !== target) own.alias = target;
    }
  }

  private releaseNonlocals(node: number): void {
    const { file, scope } = this;
    scope.nonlocals ??= new Set();
    for (const child of file.tree.namedChildren(node)) scope.nonlocals.add(file.name(child));
  }

  private markGenerator(): void {
    let scope: Scope | undefined = this.scope;
    while (scope !== undefined && scope.kind !== ScopeKind.Function) scope = scope.parent;
    if (scope !== undefined && scope.symbol > 0) this.file.extraction.addFlags(scope.symbol, SymbolFlag.Generator);
  }

  /** Strings hold nothing to declare but lambdas, comprehensions and walruses in their interpolations. */
  private afterString(node: number): number {
    const { file } = this;
    return file.tree.childOfKind(node, file.k.interpolation) === NO_NODE ? file.next(node) : node + 1;
  }
}
