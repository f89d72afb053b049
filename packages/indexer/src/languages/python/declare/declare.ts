/**
 * First pass over a Python file: scopes, the names they bind, symbols and imports. Resolves nothing. Walks the rows in
 * preorder with the chain of open scopes, so definitions inside error nodes are found too.
 */
import { SymbolFlag } from "@sdl/model";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { rowWalk } from "../../kit/row-walk.js";
import { type PythonVocabulary, vocabularyOf } from "../kinds.js";
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

const walk = rowWalk<PythonVocabulary, Declaring>(vocabularyOf, {
  as_pattern: bindAs,
  assignment: declareAssignment,
  call: ({ file }, node) => narrowByCall(file, node),
  case_clause: bindCaseClause,
  class_definition: declareClass,
  dictionary_comprehension: openComprehension,
  except_clause: bindOldExcept,
  for_in_clause: bindLoop,
  for_statement: bindLoop,
  function_definition: declareFunction,
  future_import_statement: ({ file }, node) => file.next(node),
  generator_expression: openComprehension,
  global_statement: bindGlobals,
  import_from_statement: ({ file, scope }, node) => {
    declareFromImport(file, scope, node);
    return file.next(node);
  },
  import_statement: ({ file, scope }, node) => {
    declareImport(file, scope, node);
    return file.next(node);
  },
  lambda: declareLambda,
  list_comprehension: openComprehension,
  named_expression: bindNamed,
  nonlocal_statement: releaseNonlocals,
  set_comprehension: openComprehension,
  string: ({ file }, node) => file.afterString(node),
  type_alias_statement: declareTypeAlias,
  yield: markGenerator,
});

/** Writes symbols and imports. @returns the module's scope; the file's frames hold the other scopes */
export function declare(file: PythonFile): Scope {
  const state = new Declaring(file);
  walk(state);
  return state.module;
}

/** Binds names that are no symbols: loop variables, `with … as x`, walrus. Names at module level that `__all__` lists become symbols. */
function bindTargets(state: Declaring, scope: Scope, target: number, given: Given): void {
  const { file } = state;
  visitTargets(file, target, given, (node, { node: value, wrap }) => {
    if (file.kind(node) !== file.k.identifier) return;
    const name = file.name(node);
    if (scope.kind === ScopeKind.Module && file.listed.has(name)) {
      declareVariable(state, { name: node, statement: node, type: NO_NODE, value: NO_NODE });
      return;
    }
    const binding = scope.target(name);
    if (scope.kind === ScopeKind.Class && !binding.isDefined) binding.isField = true;
    assign(file, binding.alias ?? binding, node, { node: value, wrap });
  });
}

/** Binds the targets of `for x in xs`, as a statement or in a comprehension. */
function bindLoop(state: Declaring, node: number): void {
  const { k } = state;
  const items = state.file.child(node, k.in_right);
  bindTargets(state, state.scope, state.file.child(node, k.in_left), { node: items, wrap: Wrap.Element });
}

function bindNamed(state: Declaring, node: number): void {
  const { k } = state;
  const value = state.file.child(node, k.in_value);
  bindTargets(state, state.scope.assignable, state.file.child(node, k.in_name), { node: value, wrap: Wrap.Value });
}

function bindCaseClause({ file, scope }: Declaring, node: number): void {
  bindCase(file, scope, node);
  narrowByCase(file, node);
}

/** Binds the targets of `with C() as x` and `except E as e`. Patterns of `match` are read at their case clause. */
function bindAs(state: Declaring, node: number): void {
  const { file, k } = state;
  const target = file.child(node, k.in_alias);
  if (target === NO_NODE) return;
  const isExcept = file.kind(file.parent(node)) === k.except_clause;
  bindTargets(state, state.scope.assignable, target, {
    node: file.firstNamed(node),
    wrap: isExcept ? Wrap.Instance : Wrap.Enter,
  });
}

/** Binds the name of Python 2's `except E, e:`. */
function bindOldExcept(state: Declaring, node: number): void {
  const { file } = state;
  const values = file.tree.children(node).filter((child) => file.field(child) === file.k.in_value);
  const [type, name] = values;
  if (values.length !== 2 || type === undefined || name === undefined) return;
  if (file.kind(name) === file.k.identifier && /^[a-z_]/.test(file.tree.text(name))) {
    bindTargets(state, state.scope, name, { node: type, wrap: Wrap.Instance });
    file.skip(name);
  }
}

function openComprehension(state: Declaring, node: number): void {
  const { file } = state;
  const clause = file.tree.childOfKind(node, file.k.for_in_clause);
  const end = file.next(node);
  if (clause === NO_NODE) return;
  const scope = new Scope({ kind: ScopeKind.Comprehension, parent: state.scope, row: node, end });
  scope.firstFrom = file.child(clause, file.k.in_right);
  scope.firstTo = scope.firstFrom === NO_NODE ? 0 : file.next(scope.firstFrom);
  file.openAt(node + 1, { end, symbol: -1, scope });
}

function bindGlobals(state: Declaring, node: number): number {
  const { file, scope } = state;
  for (const child of file.tree.namedChildren(node)) {
    const name = file.name(child);
    const target = state.module.bind(name);
    const own = scope.bind(name);
    target.isGlobal = true;
    if (own !== target) own.alias = target;
  }
  return file.next(node);
}

function releaseNonlocals(state: Declaring, node: number): number {
  const { file, scope } = state;
  scope.nonlocals ??= new Set();
  for (const child of file.tree.namedChildren(node)) scope.nonlocals.add(file.name(child));
  return file.next(node);
}

function markGenerator(state: Declaring): void {
  let scope: Scope | undefined = state.scope;
  while (scope !== undefined && scope.kind !== ScopeKind.Function) scope = scope.parent;
  if (scope !== undefined && scope.symbol > 0) state.file.extraction.addFlags(scope.symbol, SymbolFlag.Generator);
}
