/** List and object literals as expressions: their parts by index and by name. */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Resolving } from "../resolving.js";
import { recordOf } from "../types/type-expressions.js";

/** Maximum number of items of a list, and of properties of an object, that are read. */
const MAX_ITEMS = 8;
const MAX_PROPERTIES = 60;
/** The same for an object that is a module's export, whose methods call each other through `this`. */
const MAX_EXPORTED = 200;
/** Property name that stands for a spread object. */
export const SPREAD = "...";

/** Evaluates a node. */
type Evaluate = (node: number) => number;

/** The expression of a list: a short list by its parts, a longer one by the type of its items. */
export function listValue(state: Resolving, node: number, evaluate: Evaluate): number {
  const { file, k } = state;
  const items = [...file.tree.namedChildren(node)].filter((child) => file.kind(child) !== k.comment);
  const parts = items.slice(0, MAX_ITEMS).map((item) => itemValue(state, item, evaluate));
  if (parts.every((part) => part === 0)) return file.literal("array");
  const isExact = items.length <= MAX_ITEMS && items.every((item) => file.kind(item) !== k.spread_element);
  if (isExact) return file.tuple(parts);
  return file.expr(
    ExprOp.Items,
    parts.reduce((sum, part) => file.union(sum, part), 0),
  );
}

function itemValue(state: Resolving, item: number, evaluate: Evaluate): number {
  const { file } = state;
  if (file.kind(item) !== file.k.spread_element) return informative(state, evaluate(item));
  const spread = evaluate(file.firstNamed(item));
  return spread === 0 ? 0 : file.expr(ExprOp.Element, spread);
}

/** The expression if it names a function, class or instance, else 0. */
export function informative(state: Resolving, expr: number): number {
  return expr === 0 || state.file.op(expr) === ExprOp.Literal ? 0 : expr;
}

/**
 * The expression of an object by its properties. For an object that belongs to a symbol, only properties that are
 * neither fields nor members of the symbol; a module's exported object has no symbol to hold them.
 */
export function objectValue(state: Resolving, node: number, evaluate: Evaluate): number {
  const { file, k } = state;
  const owner = file.memberOwner.get(node);
  const isOwned = owner !== undefined && owner > 0;
  const limit = owner === 0 ? MAX_EXPORTED : MAX_PROPERTIES;
  const properties: number[] = [];
  for (const child of file.tree.namedChildren(node)) {
    if (properties.length === limit) break;
    const kind = file.kind(child);
    if (isOwned && kind !== k.spread_element && kind !== k.shorthand_property_identifier) continue;
    const property = propertyValue(state, child, evaluate);
    if (property !== 0) properties.push(property);
  }
  const all = [...properties, ...addedProperties(state, node, evaluate)];
  return recordOf(state, all.slice(0, limit)) || file.literal("object");
}

/** The properties that statements add to an object: `api.run = …`. */
function addedProperties(state: Resolving, object: number, evaluate: Evaluate): number[] {
  const { file } = state;
  const added = file.addedProperties.get(object)?.slice(0, MAX_PROPERTIES) ?? [];
  return added.flatMap(({ nameNode, value }) => {
    const symbol = file.symbolOf.get(value);
    const held = symbol === undefined ? informative(state, evaluate(value)) : file.expr(ExprOp.Symbol, symbol);
    return held === 0 ? [] : [file.expr(ExprOp.Property, file.facts.string(file.tree.text(nameNode)), held)];
  });
}

function propertyValue(state: Resolving, node: number, evaluate: Evaluate): number {
  const name = propertyName(state, node);
  if (name === undefined) return 0;
  const value = informative(state, valueIn(state, node, evaluate));
  if (value === 0 || state.file.op(value) === ExprOp.Global) return 0;
  return state.file.expr(ExprOp.Property, state.file.facts.string(name), value);
}

function propertyName({ file, k }: Resolving, node: number): string | undefined {
  const kind = file.kind(node);
  if (kind === k.spread_element) return SPREAD;
  if (kind === k.shorthand_property_identifier) return file.tree.text(node);
  const key = kind === k.method_definition ? file.child(node, k.in_name) : file.firstNamed(node);
  if ((kind !== k.pair && kind !== k.method_definition) || key === NO_NODE) return undefined;
  return file.kind(key) === k.computed_property_name ? undefined : file.propertyName(key);
}

function valueIn(state: Resolving, node: number, evaluate: Evaluate): number {
  const { file, k } = state;
  const kind = file.kind(node);
  if (kind === k.pair) return evaluate(file.child(node, k.in_value));
  if (kind === k.spread_element) return evaluate(file.firstNamed(node));
  if (kind === k.shorthand_property_identifier) return evaluate(node);
  const symbol = file.symbolOf.get(node);
  return symbol === undefined ? 0 : file.expr(ExprOp.Symbol, symbol);
}
