/** Components in pass two: what the tags of a template name, and the component that the file exports. */
import { ExprOp } from "@sdl/model/facts";
import { componentSpecifier } from "@sdl/model/paths";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { writeProperties } from "../declare/components/declared-interface.js";
import type { Resolving } from "../resolving.js";
import { moduleExpr } from "../types/type-expressions.js";
import type { Exports } from "./exports.js";
import { valueExpr } from "./expressions.js";

/** Writes the component's parameters, and exports it as the file's default. */
export function writeComponent(state: Resolving, exports: Exports): void {
  const { component, extraction } = state.file;
  if (component === undefined) return;
  writeProperties(state.file, component.symbol, component.declared);
  const held = exports.value("default");
  const expr = state.file.expr(ExprOp.Symbol, component.symbol);
  if (held !== undefined && held !== expr) extraction.setValue(component.symbol, held);
  exports.addValue("default", expr);
}

/** The expression of the component that a tag names; 0 if it is unknown. */
export function componentExpr(state: Resolving, node: number): number {
  const { file, environment } = state;
  const { component } = file;
  const name = component?.tagAt(node);
  if (component === undefined || name === undefined) return 0;
  const written = file.tree.text(node);
  const names = namesOf(written, name);
  for (const known of names) {
    const binding = environment.value(file.names.of(known));
    if (binding !== undefined) return state.bound(binding);
  }
  const value = names.map((known) => component.registered.get(known)).find((it) => it !== undefined);
  const registered = value === undefined ? 0 : registeredExpr(state, value);
  if (registered !== 0) return registered;
  if (name === component.component.name) return file.expr(ExprOp.Symbol, component.symbol);
  if (!component.component.format.findsByName) return file.global(file.names.of(name));
  return defaultOf(state, componentSpecifier(name));
}

/** The names that a tag may mean. As in Vue's compiler, only a tag that begins with a small letter means a name that does. */
function namesOf(written: string, pascal: string): readonly string[] {
  if (written.charAt(0) === pascal.charAt(0)) return [pascal];
  return [pascal, pascal.charAt(0).toLowerCase() + pascal.slice(1), written];
}

/** The component that a value of the option `components` holds: itself, or the module that it loads when it is used. */
function registeredExpr(state: Resolving, value: number): number {
  const { file, k } = state;
  const end = file.next(value);
  for (let row = value; row < end; row++) {
    if (file.kind(row) !== k.call_expression || !file.isText(file.child(row, k.in_function), "import")) continue;
    const argument = file.firstNamed(file.child(row, k.in_arguments));
    if (argument !== NO_NODE && file.kind(argument) === k.string) return defaultOf(state, file.stringText(argument));
  }
  return valueExpr(state, value);
}

function defaultOf(state: Resolving, specifier: string): number {
  const { file } = state;
  return file.expr(ExprOp.Member, moduleExpr(state, specifier), file.facts.string("default"));
}
