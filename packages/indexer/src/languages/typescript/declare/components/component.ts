/**
 * The component of a file in pass one: its symbol, and the parts of the tree that stand for its template. The symbol is
 * the default export where that is an object of options, else the template.
 */
import { SymbolFlag } from "@sdl/model";
import { SYMBOLS } from "@sdl/model/facts";
import { NO_NODE } from "../../../../parse/syntax-tree.js";
import type { ComponentState } from "../../component-state.js";
import { BindingKind, type Scope, Space } from "../../scopes.js";
import type { TypescriptFile } from "../../typescript-file.js";
import type { Declaring } from "../declaring.js";
import { componentSignature, readInterface } from "./declared-interface.js";
import { pairsOf } from "./properties.js";

/** Options whose functions templates and methods name as if they were members of the component. */
const MEMBER_OPTIONS = new Set(["methods", "computed", "filters"]);

/** Opens an array that stands for a part of a template; ignores others. */
export function openTemplate(state: Declaring, node: number): void {
  const { component } = state.file;
  if (component?.isPart(node) !== true) return;
  if (component.symbol < 0 && !hasOptions(state.file)) declareComponent(state, component, { node, value: NO_NODE });
  const container = Math.max(0, component.symbol);
  const scope = state.scopeAt(node, container, true);
  state.openFrame(node, { scope, nested: true, container });
  component.templates.push({ node, scope });
}

/** Binds the names that a template declares at a function which stands for their scope. */
export function bindTemplateNames(state: Declaring, node: number): void {
  const { component, names } = state.file;
  for (const name of component?.namesAt(node) ?? []) {
    const number = names.of(name);
    state.bind({ kind: BindingKind.Local, name: number, space: Space.Value, target: -1, node, declaration: node });
  }
}

/** Where a component is declared. */
interface ComponentPlace {
  readonly node: number;
  /** Value of the default export; {@link NO_NODE} if the template declares the component. */
  readonly value: number;
}

/** Declares the component's symbol. @returns its ordinal */
export function declareComponent(state: Declaring, component: ComponentState, { node, value }: ComponentPlace): number {
  const { file } = state;
  const { name, format } = component.component;
  const options = value === NO_NODE ? NO_NODE : optionsIn(file, value);
  component.declared = readInterface(file, format, options);
  component.symbol = state.addSymbol({
    ...{ node, nameNode: node, name, kind: "function", container: 0, visibility: "exported" },
    flags: SymbolFlag.Exported | SymbolFlag.DefaultExport,
    signature: componentSignature(name, component.declared),
    ...(value === NO_NODE && { doc: "" }),
  });
  for (const pair of pairsOf(file, options)) readOption(file, component, pair);
  return component.symbol;
}

/** Joins the template with the component's symbol, once all is declared. */
export function finishComponent(state: Declaring): void {
  const { file } = state;
  const { component } = file;
  if (component === undefined) return;
  if (component.symbol < 0) declareComponent(state, component, { node: firstNode(file, component), value: NO_NODE });
  for (const { node, scope } of component.templates) {
    file.setSymbol(node, component.symbol);
    bindMembers(file, component.symbol, scope);
  }
  bindPrefixed(file, component);
}

/** Binds functions of the options, which the template names without `this`. */
function bindMembers(file: TypescriptFile, component: number, scope: Scope): void {
  const containers = file.facts.table(SYMBOLS).column("container");
  file.symbolNames.forEach((name, symbol) => {
    if (containers[symbol] !== component || symbol <= component) return;
    const node = file.mainNode[symbol] ?? 0;
    const number = file.names.of(name);
    scope.add({ kind: BindingKind.Symbol, name: number, space: Space.Value, target: symbol, node, declaration: node });
  });
}

/** Binds `$count` beside `count`. */
function bindPrefixed(file: TypescriptFile, { component }: ComponentState): void {
  const prefix = component.format.valuePrefix;
  const [module] = file.scopes;
  if (prefix === undefined || module === undefined) return;
  for (const { kind, name, target, node, declaration, space } of [...module.bindings]) {
    const text = prefix + file.names.text(name);
    if (kind > BindingKind.Import || (space & Space.Value) === 0 || !file.tree.source.includes(text)) continue;
    module.add({ kind, name: file.names.of(text), space: Space.Value, target, node, declaration });
  }
}

function readOption(
  file: TypescriptFile,
  component: ComponentState,
  { name, value }: { readonly name: string; readonly value: number },
): void {
  const object = file.unwrap(value);
  if (file.kind(object) !== file.k.object) return;
  if (MEMBER_OPTIONS.has(name)) file.memberOwner.set(object, component.symbol);
  if (name !== "components") return;
  for (const pair of pairsOf(file, object)) component.registered.set(pair.name, pair.value);
}

/** The object of options in the value of a default export. */
function optionsIn(file: TypescriptFile, value: number): number {
  const { k } = file;
  if (file.kind(value) === k.object) return value;
  const list = file.kind(value) === k.call_expression ? file.child(value, k.in_arguments) : NO_NODE;
  const first = list === NO_NODE ? NO_NODE : file.firstNamed(list);
  return first !== NO_NODE && file.kind(first) === k.object ? first : NO_NODE;
}

/** Whether the script's default export is a value that becomes the component's symbol. */
function hasOptions(file: TypescriptFile): boolean {
  const { k } = file;
  return file.tree.namedChildren(0).some((node) => {
    if (file.kind(node) !== k.export_statement || !file.has(node, k.default_token)) return false;
    const value = file.unwrap(file.child(node, k.in_value));
    return value !== NO_NODE && isComponentValue(file, value);
  });
}

/** Whether the value of a default export is the component itself: no name, function or class with a symbol of its own. */
export function isComponentValue(file: TypescriptFile, value: number): boolean {
  return file.kind(value) !== file.k.identifier && !file.isFunctionValue(value) && !file.isClassValue(value);
}

/** The node at the template's first part, where the tree has no array there. */
function firstNode({ tree }: TypescriptFile, { component }: ComponentState): number {
  const [first = 0] = component.parts;
  let node = 1;
  while (node < tree.count - 1 && (tree.start[node] ?? 0) < first) node++;
  return Math.min(node, tree.count - 1);
}
