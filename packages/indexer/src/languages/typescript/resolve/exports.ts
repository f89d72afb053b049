/**
 * Exports in pass two: ES modules and CommonJS. Types are written before values of the same name: the last row of a
 * name wins, and a name that is both is mostly looked up as a value.
 */
import { SymbolFlag } from "@sdl/model";
import { EXPORTS, ExprOp, ImportFlag, ImportForm, STARS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { requireSpecifier } from "../declare/imports.js";
import { assignedValue, TargetForm, targetOf } from "../declare/targets.js";
import type { Resolving } from "../resolving.js";
import { type Binding, BindingKind } from "../scopes.js";
import { addedExports, definedExport, isCommonJsName, isExportsObject } from "./commonjs.js";
import { assignedObjects, valueExpr } from "./expressions.js";

/** Collects and writes the exports of a file. */
export class Exports {
  private readonly types = new Map<string, number>();
  private readonly values = new Map<string, number>();
  /** Number of the module's bindings that {@link variables} has passed. */
  private reached = 0;

  private hasStatement = false;

  constructor(private readonly state: Resolving) {}

  /** Whether the file exports anything in any form; types declared in comments do not count. */
  get isUsed(): boolean {
    return this.hasStatement || this.values.size > 0;
  }

  addValue(name: string, expr: number): void {
    if (name !== "") this.values.set(name, expr);
  }

  /** The expression that is exported under a name so far. */
  value(name: string): number | undefined {
    return this.values.get(name);
  }

  addType(name: string, expr: number): void {
    if (name !== "") this.types.set(name, expr);
  }

  write(): void {
    const { file } = this.state;
    const { facts } = file;
    for (const nameNode of file.exportedNames) {
      const binding = file.scopes[0]?.findValue(file.name(nameNode));
      if (binding !== undefined) this.addValue(file.tree.text(nameNode), this.state.bound(binding));
    }
    this.addAliases();
    this.addTypedefs();
    for (const rows of [this.types, this.values]) {
      for (const [name, expr] of rows) facts.table(EXPORTS).append({ name: facts.string(name), expr });
    }
  }

  /** Exports what is assigned to a variable that holds the exports: `const api = exports`, `const api = module.exports = {}`. */
  private addAliases(): void {
    const { file, k } = this.state;
    for (const binding of file.scopes[0]?.bindings ?? []) {
      if (binding.kind !== BindingKind.Symbol || file.kind(binding.declaration) !== k.variable_declarator) continue;
      const value = file.child(binding.declaration, k.in_value);
      if (!this.holdsExports(value)) continue;
      if (file.kind(value) === k.assignment_expression) this.addValue("export=", this.state.bound(binding));
      for (const [name, member] of file.members.get(binding.target) ?? []) this.addAliasMember(name, -member);
    }
  }

  private addAliasMember(name: number, symbol: number): void {
    const { file } = this.state;
    const text = file.names.text(name);
    if (symbol <= 0 || this.values.has(text)) return;
    this.addValue(text, file.expr(ExprOp.Symbol, symbol));
    this.markSymbol(symbol);
  }

  /** Whether a value is `exports` or `module.exports`, or is assigned to it: `exports = module.exports = {}`. */
  private holdsExports(value: number): boolean {
    const { file, k } = this.state;
    let at = value;
    while (file.kind(at) === k.assignment_expression) {
      if (isExportsObject(this.state, file.child(at, k.in_left))) return true;
      at = file.child(at, k.in_right);
    }
    return isExportsObject(this.state, at);
  }

  /** Exports the types that comments declare. */
  private addTypedefs(): void {
    const { state } = this;
    for (const { name, symbol } of state.file.typedefs) {
      if (symbol >= 0) this.addType(name, state.file.expr(ExprOp.Symbol, symbol));
    }
    if (state.file.typedefs.length === 0) return;
    for (const { name, expr } of state.comments?.passedOn() ?? []) this.addType(name, expr);
  }

  /** Reads `export { a, b as c }` in a namespace: its members under these names. @param namespace its symbol; -1 for none */
  inNamespace(node: number, namespace: number): void {
    const { state } = this;
    const { file, k } = state;
    const clause = file.tree.childOfKind(node, k.export_clause);
    if (clause === NO_NODE || namespace <= 0 || file.child(node, k.in_source) !== NO_NODE) return;
    for (const { name, alias } of this.specifiers(clause)) {
      const values = [...this.meanings(name)].map((binding) => state.bound(binding));
      const value = values.reduce((sum, one) => file.union(sum, one), 0);
      if (value !== 0) state.addNamedField(namespace, file.names.of(this.nameOf(alias)), { value });
    }
  }

  /** Reads an export statement of the module itself. */
  statement(node: number): void {
    this.hasStatement = true;
    const { file } = this.state;
    const { k } = file;
    const source = file.child(node, k.in_source);
    const clause = file.tree.childOfKind(node, k.export_clause);
    if (source !== NO_NODE) {
      this.reExport(node, source, clause);
      return;
    }
    if (clause !== NO_NODE) {
      this.clause(clause);
      return;
    }
    const declaration = file.child(node, k.in_declaration);
    const isDefault = file.has(node, k.default_token);
    if (declaration !== NO_NODE) this.declaration(declaration, isDefault);
    else if (isDefault || file.has(node, k.equals_token)) this.expression(node, isDefault);
  }

  /** Reads `export default e`, `export = e`. */
  private expression(node: number, isDefault: boolean): void {
    const { state } = this;
    const { file } = state;
    const value = file.unwrap(isDefault ? file.child(node, file.k.in_value) : file.firstNamed(node));
    if (value === NO_NODE) return;
    const symbol = file.symbolOf.get(node) ?? file.symbolOf.get(value);
    const expr = symbol === undefined ? valueExpr(state, value) : this.holder(symbol, value);
    this.addValue(isDefault ? "default" : "export=", expr);
    if (file.kind(value) === file.k.identifier) this.markBindings(value, isDefault);
  }

  /** The symbol created for a statement's value; a function or class is that value itself. */
  private holder(symbol: number, value: number): number {
    const { state } = this;
    const expr = state.file.expr(ExprOp.Symbol, symbol);
    const held = valueExpr(state, value);
    if (held !== expr) state.file.extraction.setValue(symbol, held);
    return expr;
  }

  private markBindings(identifier: number, isDefault: boolean): void {
    for (const binding of this.meanings(identifier)) {
      this.mark(binding);
      if (isDefault && binding.kind === BindingKind.Symbol) {
        this.state.file.extraction.addFlags(binding.target, SymbolFlag.DefaultExport);
      }
    }
  }

  private mark(binding: Binding): void {
    if (binding.kind === BindingKind.Symbol && binding.scope.node === 0) this.markSymbol(binding.target);
  }

  private markSymbol(symbol: number): void {
    const { extraction } = this.state.file;
    extraction.addFlags(symbol, SymbolFlag.Exported);
    extraction.setVisibility(symbol, "exported");
  }

  /** The type, namespace and value meanings of a name, the value last; a binding with several meanings appears once. */
  private meanings(identifier: number): Set<Binding> {
    const { environment, file } = this.state;
    const name = file.name(identifier);
    const found = [environment.type(name), environment.namespace(name), environment.value(name)];
    const result = new Set<Binding>();
    for (const binding of found) if (binding !== undefined) result.add(binding);
    return result;
  }

  /** Reads `export { a, b as c }`. */
  private clause(clause: number): void {
    const { state } = this;
    const { file } = state;
    for (const { name, alias } of this.specifiers(clause)) {
      const offered = this.nameOf(alias);
      const { environment } = state;
      const number = file.name(name);
      const type = environment.type(number) ?? environment.namespace(number);
      const value = environment.value(number);
      if (type !== undefined && type !== value) this.addType(offered, state.bound(type));
      if (value !== undefined) this.addValue(offered, state.bound(value));
      if (type === undefined && value === undefined) this.addValue(offered, file.global(number));
      for (const binding of this.meanings(name)) this.mark(binding);
      if (offered === "default") this.markBindings(name, true);
    }
  }

  private specifiers(clause: number): { name: number; alias: number }[] {
    const { file } = this.state;
    const { k } = file;
    const result: { name: number; alias: number }[] = [];
    for (const child of file.tree.namedChildren(clause)) {
      if (file.kind(child) !== k.export_specifier) continue;
      const name = file.child(child, k.in_name);
      const alias = file.child(child, k.in_alias);
      if (name !== NO_NODE) result.push({ name, alias: alias === NO_NODE ? name : alias });
    }
    return result;
  }

  private nameOf(node: number): string {
    const { file } = this.state;
    return file.kind(node) === file.k.string ? file.stringText(node) : file.tree.text(node);
  }

  /** Reads `export { a } from "m"`, `export * from "m"`, `export * as n from "m"`. */
  private reExport(node: number, source: number, clause: number): void {
    const { state } = this;
    const { file, k } = state;
    const specifier = file.stringText(source);
    const flags = file.has(node, k.type_token) ? ImportFlag.TypeOnly : 0;
    const row = (form: number, imported: string, typeOnly = flags): number =>
      file.extraction.addImport({ form, specifier, imported, local: "", node, flags: typeOnly });
    if (clause !== NO_NODE) {
      for (const { name, alias } of this.specifiers(clause)) {
        const imported = this.nameOf(name);
        const own = file.has(file.parent(name), k.type_token) ? ImportFlag.TypeOnly : flags;
        const form = imported === "default" ? ImportForm.Default : ImportForm.Named;
        this.addValue(this.nameOf(alias), file.expr(ExprOp.Import, row(form, imported, own)));
      }
      return;
    }
    const namespace = file.tree.childOfKind(node, k.namespace_export);
    if (namespace === NO_NODE) {
      file.facts.table(STARS).append({ specifier: file.facts.string(specifier) });
      return;
    }
    const name = file.lastNamed(namespace);
    this.addValue(this.nameOf(name), file.expr(ExprOp.Import, row(ImportForm.Namespace, "")));
  }

  /** Reads `export class C {}`, `export const a = 1, { b } = c`, `export declare …`. */
  private declaration(declaration: number, isDefault: boolean): void {
    const { state } = this;
    const { file, k } = state;
    const inner = file.kind(declaration) === k.ambient_declaration ? file.firstNamed(declaration) : declaration;
    const isVariables = file.kind(file.firstNamed(inner)) === k.variable_declarator;
    if (isVariables) {
      this.variables(inner);
      return;
    }
    const symbol = file.symbolOf.get(inner);
    let nameNode = file.child(inner, k.in_name);
    if (file.kind(inner) === k.import_alias) nameNode = file.firstNamed(inner);
    while (file.kind(nameNode) === k.nested_identifier) nameNode = file.firstNamed(nameNode);
    if (symbol === undefined || nameNode === NO_NODE) return;
    const name = isDefault ? "default" : file.tree.text(nameNode);
    const isType = file.kind(inner) === k.interface_declaration || file.kind(inner) === k.type_alias_declaration;
    const binding = isType ? undefined : state.environment.value(file.name(nameNode));
    const expr = binding === undefined ? file.expr(ExprOp.Symbol, symbol) : state.bound(binding);
    if (isType) this.addType(name, expr);
    else this.addValue(name, expr);
  }

  /** Exports all names that the declarators bind. Statements arrive in source order, as do the module's bindings. */
  private variables(declaration: number): void {
    const { file } = this.state;
    const bindings = file.scopes[0]?.bindings ?? [];
    const end = file.tree.next[declaration] ?? 0;
    for (
      let binding = bindings[this.reached];
      binding !== undefined && binding.node < end;
      binding = bindings[++this.reached]
    ) {
      if (binding.node < declaration || binding.kind > BindingKind.Import) continue;
      this.addValue(file.names.text(binding.name), this.state.bound(binding));
    }
  }

  /** Reads `module.exports = …`, `exports.a = …` if the file does not bind `module` or `exports`. */
  assignment(node: number): void {
    const { state } = this;
    const { file } = state;
    const target = targetOf(file, file.child(node, file.k.in_left));
    if (target === undefined || target.owner === NO_NODE) return;
    if (target.form !== TargetForm.Module && target.form !== TargetForm.Export) return;
    if (!isCommonJsName(state, target.owner)) return;
    const value = assignedValue(file, node);
    const kind = file.kind(value);
    if (value === NO_NODE || kind === file.k.unary_expression) return;
    const symbol = file.symbolOf.get(value);
    const expr = symbol === undefined ? this.named(value) : file.expr(ExprOp.Symbol, symbol);
    if (symbol !== undefined) this.markSymbol(symbol);
    if (target.form === TargetForm.Export) {
      const own = file.symbolOf.get(file.wholeStatement(node));
      this.addValue(file.tree.text(target.nameNode), own === undefined ? expr : this.holder(own, value));
      return;
    }
    this.addValue("export=", expr);
    for (const object of this.exportedObjects(value)) this.members(object);
  }

  /** The object that is a module's export, or that a call hands on: `module.exports = wrap({ … })`. */
  private exportedObjects(value: number): number[] {
    const { file } = this.state;
    const { k } = file;
    if (file.kind(value) === k.object) return [value];
    if (file.kind(value) !== k.call_expression) return [];
    const list = file.child(value, k.in_arguments);
    return [...file.tree.namedChildren(list)].filter((argument) => file.memberOwner.get(argument) === 0);
  }

  /** The expression of a value; if it is a name, the name is marked as exported. */
  private named(value: number): number {
    const { state } = this;
    const { k } = state;
    const kind = state.file.kind(value);
    if (kind === k.identifier || kind === k.shorthand_property_identifier) this.markBindings(value, false);
    return valueExpr(state, value);
  }

  /** Reads `module.exports = { a, b: c, d() {} }`: each property is an export. */
  private members(object: number): void {
    const { state } = this;
    const { file, k } = state;
    for (const child of file.tree.namedChildren(object)) {
      const kind = file.kind(child);
      if (kind === k.shorthand_property_identifier) this.addValue(file.tree.text(child), this.named(child));
      if (kind !== k.pair && kind !== k.method_definition) continue;
      const key = kind === k.pair ? file.firstNamed(child) : file.child(child, k.in_name);
      const value = kind === k.pair ? file.unwrap(file.child(child, k.in_value)) : child;
      const symbol = file.symbolOf.get(value) ?? file.symbolOf.get(child);
      const expr = symbol === undefined ? this.named(value) : file.expr(ExprOp.Symbol, symbol);
      if (key !== NO_NODE) this.addValue(file.propertyName(key), expr);
    }
  }

  /** Reads calls that export: `Object.assign(exports, …)`, `Object.defineProperty(exports, …)`, `__exportStar(…)`. */
  call(node: number): void {
    const { state } = this;
    if (state.functionDepth > 0) return;
    const defined = definedExport(state, node);
    if (defined !== undefined) this.addValue(defined.name, this.named(defined.value));
    const list = addedExports(state, node);
    if (list !== NO_NODE) this.added(list);
    this.compiledStar(node);
  }

  /** Reads the objects whose properties are added to the exports. */
  private added(list: number): void {
    const { state } = this;
    const { file } = state;
    const known = this.values.get("export=") ?? 0;
    this.addValue("export=", file.union(known, assignedObjects(state, list)));
    for (const object of file.tree.namedChildren(list)) if (file.memberOwner.get(object) === 0) this.members(object);
  }

  /** Reads `__exportStar(require("./m"), exports)`, the compiled form of `export *`. */
  private compiledStar(call: number): void {
    const { file } = this.state;
    const { k } = file;
    const callee = file.child(call, k.in_function);
    if (!file.isText(callee, "__exportStar") && !file.isText(callee, "tslib_1.__exportStar")) return;
    const specifier = requireSpecifier(file, file.firstNamed(file.child(call, k.in_arguments)));
    if (specifier === undefined) return;
    file.facts.table(STARS).append({ specifier: file.facts.string(specifier) });
  }
}
