/** Uses of names in pass two: calls, constructions, JSX tags, decorators, reads, writes, types. */
import { ExprOp, ImportFlag, ImportForm, RefKind } from "@sdl/model/facts";
import { perGrammar } from "../../../parse/grammar.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Resolving } from "../resolving.js";
import { BindingKind } from "../scopes.js";
import { importSpecifier, moduleExpr, typeExpr } from "../types/type-expressions.js";
import type { TypescriptFile } from "../typescript-file.js";
import { componentExpr } from "./components.js";
import { readEnvironment, readSettingsFile } from "./config-reads.js";
import { unboundRequire, valueExpr } from "./expressions.js";
import { typedTag } from "./typed-tags.js";

/** Parents under which an identifier is a binding name, or is read by the parent's handler. */
const silentParents = perGrammar((grammar) =>
  grammar.kindSet([
    "array_pattern",
    "decorator",
    "export_specifier",
    "extends_clause",
    "class_heritage",
    "formal_parameters",
    "import_alias",
    "import_clause",
    "import_require_clause",
    "import_specifier",
    "namespace_export",
    "namespace_import",
    "nested_identifier",
    "nested_type_identifier",
    "object_pattern",
    "pair_pattern",
    "rest_pattern",
    "type_predicate",
    "jsx_opening_element",
    "jsx_self_closing_element",
    "enum_body",
  ]),
);

/** Writes references for the nodes of a file. */
export class References {
  private readonly silent: Uint8Array;

  constructor(
    private readonly state: Resolving,
    private readonly file: TypescriptFile,
  ) {
    this.silent = silentParents(file.tree.grammar);
  }

  /** Reads an identifier in any position; most are locals, which need no reference. */
  identifier(node: number): void {
    const { state, file } = this;
    if (file.component?.tagAt(node) !== undefined) {
      this.componentTag(node);
      return;
    }
    const binding = state.environment.value(file.name(node));
    if (binding === undefined || binding.kind === BindingKind.Local || binding.kind === BindingKind.TypeParameter)
      return;
    if (binding.node === node) return;
    const parent = file.parent(node);
    if (!this.isRead(node, parent)) return;
    this.emit(node, parent, state.bound(binding));
  }

  /** Reads `{ name }` in an object literal. */
  shorthand(node: number): void {
    const { state, file } = this;
    const binding = state.environment.value(file.name(node));
    if (binding === undefined || binding.kind === BindingKind.Local) return;
    state.addRefOnce(RefKind.Read, state.bound(binding), node);
  }

  /** Whether the name is used as a value that no other handler reports. */
  private isRead(node: number, parent: number): boolean {
    const { file } = this;
    const { k } = file;
    const parentKind = file.kind(parent);
    if (this.silent[parentKind] === 1) return false;
    const field = file.tree.field[node];
    if (field === k.in_name || field === k.in_pattern || field === k.in_parameter || field === k.in_function)
      return false;
    if (field === k.in_constructor || field === k.in_alias) return false;
    if (field === k.in_object) return parentKind !== k.member_expression;
    if (field === k.in_left) {
      return (
        parentKind !== k.for_in_statement &&
        parentKind !== k.assignment_pattern &&
        parentKind !== k.object_assignment_pattern
      );
    }
    if (field === k.in_value && parentKind === k.export_statement) return false;
    return parentKind !== k.export_statement;
  }

  /** Writes the reference as a read, a write, or as a type after `typeof` in a type. */
  private emit(node: number, parent: number, expr: number): void {
    const { state, file } = this;
    const { k } = file;
    const parentKind = file.kind(parent);
    const isLeft = file.tree.field[node] === k.in_left;
    const isWrite =
      (isLeft && (parentKind === k.assignment_expression || parentKind === k.augmented_assignment_expression)) ||
      parentKind === k.update_expression;
    if (isWrite) {
      if (!this.declares(parent)) state.addRefOnce(RefKind.Write, expr, this.place(node));
    } else state.addRefOnce(parentKind === k.type_query ? RefKind.Type : RefKind.Read, expr, this.place(node));
  }

  /** Whether an assignment is itself a declaration: `k.in_extra = function () {}`. */
  private declares(assignment: number): boolean {
    return this.file.symbolOf.has(assignment) || this.file.symbolOf.has(this.file.parent(assignment));
  }

  /** The node at which a use of a name is reported: the last name of a chain. */
  private place(node: number): number {
    const { file } = this;
    if (file.kind(node) !== file.k.member_expression) return node;
    const property = file.child(node, file.k.in_property);
    return property === NO_NODE ? node : property;
  }

  /** Reads the longest chain of members, if it starts at a declaration of the file, at `this`, or at an expression with a value. */
  member(node: number): void {
    const { state, file } = this;
    if (readEnvironment(state, node)) return;
    if (file.component?.tagAt(node) !== undefined) {
      state.addRef(RefKind.Tag, valueExpr(state, node), this.place(node));
      return;
    }
    const parent = file.parent(node);
    if (!this.isRead(node, parent)) return;
    const root = this.rootNode(node);
    const isAssigned = file.tree.field[node] === file.k.in_left;
    if (this.isKnown(root) || (isAssigned && this.isDescribedLocal(root)))
      this.emit(node, parent, valueExpr(state, node));
    else if (this.isDescribedLocal(root) || this.isMade(root))
      state.addRefOnce(RefKind.Accessor, valueExpr(state, node), this.place(node));
  }

  /** Whether the root is an item, what a call gives, or another expression whose members may be accessors. */
  private isMade(root: number): boolean {
    const { state, file } = this;
    const { k } = file;
    const kind = file.kind(root);
    // The members of a module are read where it is loaded.
    if (kind === k.call_expression)
      return importSpecifier(state, root) === undefined && unboundRequire(state, root) === undefined;
    return kind === k.subscript_expression || kind === k.new_expression || kind === k.parenthesized_expression;
  }

  private rootNode(node: number): number {
    const { file } = this;
    const { k } = file;
    let root = node;
    while (file.kind(root) === k.member_expression || file.kind(root) === k.non_null_expression) root++;
    return root;
  }

  /** Whether the root is a local with a known type or value: other locals have no accessors that could be found. */
  private isDescribedLocal(root: number): boolean {
    const { state, file } = this;
    if (file.kind(root) !== file.k.identifier) return false;
    const binding = state.environment.value(file.name(root));
    return binding !== undefined && binding.kind === BindingKind.Local && isDescribed(file, binding.declaration);
  }

  private isKnown(root: number): boolean {
    const { state, file } = this;
    const { k } = file;
    const kind = file.kind(root);
    if (kind === k.this) return state.self !== 0;
    if (kind === k.super) return state.base !== 0;
    if (kind !== k.identifier) return false;
    const binding = state.environment.value(file.name(root));
    return binding !== undefined && (binding.kind === BindingKind.Symbol || binding.kind === BindingKind.Import);
  }

  /** Reads calls, tagged templates, `super()`, `import()`, `require()`. */
  call(node: number): void {
    const { state, file } = this;
    const { k } = file;
    const callee = file.child(node, k.in_function);
    if (callee === NO_NODE) return;
    const specifier = importSpecifier(state, node);
    if (specifier !== undefined) {
      this.dynamicImport(node, specifier);
      return;
    }
    const required = unboundRequire(state, node);
    if (required !== undefined) {
      this.require(node, required);
      return;
    }
    if (file.kind(file.parent(node)) === k.decorator) return;
    const expr = valueExpr(state, callee);
    if (expr === 0 || file.op(expr) === ExprOp.Literal) return;
    const list = file.child(node, k.in_arguments);
    const isTemplate = file.kind(list) === k.template_string;
    state.addRef(RefKind.Call, expr, this.place(callee), isTemplate ? 1 : file.countNamed(list));
    readSettingsFile(state, callee, list);
  }

  private dynamicImport(node: number, specifier: string): void {
    const { state, file } = this;
    const { k } = file;
    const parent = file.parent(node);
    const isMember = file.kind(parent) === k.member_expression && file.tree.field[node] === k.in_object;
    const isType = isMember && file.tree.field[parent] !== k.in_function;
    this.addLooseImport(ImportForm.Dynamic, node, specifier, isType ? ImportFlag.TypeOnly : 0);
    if (!isType) return;
    const property = file.child(parent, k.in_property);
    if (property !== NO_NODE)
      state.addRefOnce(RefKind.Type, file.member(moduleExpr(state, specifier), property), property);
  }

  private require(node: number, specifier: string): void {
    const { state, file } = this;
    if (file.boundRequires.has(node)) return;
    this.addLooseImport(ImportForm.Require, node, specifier, 0);
    const parent = file.parent(node);
    if (file.kind(parent) !== file.k.member_expression || file.tree.field[parent] === file.k.in_function) return;
    const property = file.child(parent, file.k.in_property);
    if (property !== NO_NODE)
      state.addRefOnce(RefKind.Read, file.member(moduleExpr(state, specifier), property), property);
  }

  /** Writes an import that binds no name. */
  private addLooseImport(form: number, node: number, specifier: string, flags: number): void {
    const { state, file } = this;
    const place = state.functionDepth > 0 ? ImportFlag.Nested : 0;
    file.extraction.addImport({ form, specifier, imported: "", local: "", node, flags: flags | place });
  }

  construction(node: number): void {
    const { state, file } = this;
    const { k } = file;
    const made = file.child(node, k.in_constructor);
    const expr = valueExpr(state, made);
    if (expr === 0) return;
    const list = file.child(node, k.in_arguments);
    state.addRef(RefKind.New, expr, this.place(made), list === NO_NODE ? 0 : file.countNamed(list));
  }

  /** Reads a tag with a type argument before a template. */
  typedTag(node: number): void {
    const { state, file } = this;
    const tagged = typedTag(file, node);
    const expr = tagged === undefined ? 0 : valueExpr(state, tagged.tag);
    if (tagged !== undefined && expr !== 0) state.addRef(RefKind.Call, expr, this.place(tagged.tag), 1);
  }

  /** Reads `<Component/>`; lower-case tags belong to the platform. */
  tag(node: number): void {
    const { state, file } = this;
    const { k } = file;
    const name = file.child(node, k.in_name);
    if (name === NO_NODE) return;
    const kind = file.kind(name);
    if (kind === k.identifier) {
      const first = file.tree.source.charCodeAt(file.tree.start[name] ?? 0);
      if (first >= 97 && first <= 122) return;
    } else if (kind !== k.member_expression && kind !== k.nested_identifier) return;
    const expr = valueExpr(state, name);
    if (expr !== 0) state.addRef(RefKind.Jsx, expr, this.place(name));
  }

  /** Reads the tag of a component in a template. The start of a chain `<a.b/>` is read with the chain. */
  private componentTag(node: number): void {
    const { state, file } = this;
    if (file.kind(file.parent(node)) === file.k.member_expression) return;
    const expr = componentExpr(state, node);
    if (expr !== 0) state.addRef(RefKind.Tag, expr, node);
  }

  decorator(node: number): void {
    const { state, file } = this;
    const { k } = file;
    const value = file.unwrap(file.firstNamed(node));
    if (value === NO_NODE) return;
    const named = file.kind(value) === k.call_expression ? file.child(value, k.in_function) : value;
    const expr = valueExpr(state, named);
    if (expr !== 0) state.addRef(RefKind.Decorator, expr, this.place(named));
  }

  /** Reads a type's name where it is used. */
  typeName(node: number): void {
    const { state, file } = this;
    const { k } = file;
    const binding = state.environment.type(file.name(node));
    if (binding === undefined || binding.kind === BindingKind.TypeParameter || binding.node === node) return;
    const parentKind = file.kind(file.parent(node));
    if (file.tree.field[node] === k.in_name && parentKind !== k.generic_type) return;
    state.addRefOnce(RefKind.Type, state.bound(binding), node);
  }

  /** Reads `A.B` as a type. */
  qualifiedTypeName(node: number): void {
    const { state, file } = this;
    const expr = typeExpr(state, node);
    if (expr === 0) return;
    const root = this.rootOf(expr);
    if (root === ExprOp.Symbol || root === ExprOp.Import) state.addRefOnce(RefKind.Type, expr, file.lastNamed(node));
  }

  private rootOf(expr: number): number {
    let row = expr;
    for (let depth = 0; depth < 64 && this.state.file.op(row) === ExprOp.Member; depth++)
      row = this.state.file.operand(row);
    return this.state.file.op(row);
  }
}

/** Whether a declaration has a type, a value, or a place whose type may say what is passed to it. */
function isDescribed(file: TypescriptFile, declaration: number): boolean {
  const { k } = file;
  const kind = file.kind(declaration);
  if (kind === k.for_in_statement) return true;
  if (kind === k.variable_declarator || kind === k.required_parameter || kind === k.optional_parameter) {
    if (file.child(declaration, k.in_type) !== NO_NODE || file.child(declaration, k.in_value) !== NO_NODE) return true;
  }
  if (kind === k.variable_declarator) return false;
  if (file.facts.language === "javascript") return true;
  const list = file.parent(declaration);
  const fn = file.kind(list) === k.formal_parameters ? file.parent(list) : list;
  const around = file.kind(file.parent(fn));
  return (
    around === k.arguments ||
    around === k.return_statement ||
    around === k.pair ||
    around === k.variable_declarator ||
    around === k.object
  );
}
