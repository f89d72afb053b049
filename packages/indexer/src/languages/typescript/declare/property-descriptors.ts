/**
 * Members that a script defines by descriptors, in pass one: `Object.defineProperty(C.prototype, "size", { get() { … } })`,
 * `Object.defineProperties(C.prototype, { size: { get() { … } } })`.
 */
import { SymbolFlag } from "@sdl/model";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { TypescriptFile } from "../typescript-file.js";
import type { Declaring } from "./declaring.js";
import { declareNamedFunction } from "./functions.js";
import { prototypeOwner } from "./objects.js";

/** What the functions of a descriptor are, by their keys. */
const FLAGS: ReadonlyMap<string, number> = new Map([
  ["get", SymbolFlag.Getter],
  ["set", SymbolFlag.Setter],
  ["value", 0],
]);

/** Declares the accessors or the method that an object describes, if it is a descriptor of a prototype's property. */
export function declareDescribed(state: Declaring, object: number): void {
  const { file } = state;
  const described = describedProperty(file, object);
  const owner = described === undefined ? undefined : prototypeOwner(state, described.target);
  if (described === undefined || owner === undefined) return;
  const { nameNode } = described;
  for (const property of file.tree.namedChildren(object)) {
    const { key, value } = functionOf(file, property);
    const flags = FLAGS.get(key);
    if (value === NO_NODE || flags === undefined) continue;
    const place = { value, node: property, nameNode, name: file.propertyName(nameNode), container: owner };
    const symbol = declareNamedFunction(state, { ...place, flags, kind: "method", visibility: "public" });
    file.thisOf.set(value, owner);
    state.recordMember(owner, nameNode, symbol);
  }
}

interface DescribedProperty {
  /** The object that gets the property. */
  readonly target: number;
  readonly nameNode: number;
}

function describedProperty(file: TypescriptFile, object: number): DescribedProperty | undefined {
  const { k } = file;
  const around = file.parent(object);
  if (file.kind(around) === k.pair) {
    const [target, properties] = argumentsOf(file, file.parent(file.parent(around)), "Object.defineProperties");
    const isDescriptor = properties !== undefined && properties === file.parent(around);
    return isDescriptor && target !== undefined ? { target, nameNode: file.firstNamed(around) } : undefined;
  }
  const [target, nameNode, descriptor] = argumentsOf(file, around, "Object.defineProperty");
  if (target === undefined || nameNode === undefined || descriptor !== object) return undefined;
  return file.kind(nameNode) === k.string ? { target, nameNode } : undefined;
}

/** The arguments in a list, if it is that of a call of `callee`. */
function argumentsOf(file: TypescriptFile, list: number, callee: string): readonly number[] {
  const { k } = file;
  const call = file.parent(list);
  const isCall = file.kind(list) === k.arguments && file.kind(call) === k.call_expression;
  return isCall && file.isText(file.child(call, k.in_function), callee) ? [...file.tree.namedChildren(list)] : [];
}

/** The key of a property and the function that is its value; {@link NO_NODE} for other values. */
function functionOf(file: TypescriptFile, property: number): { readonly key: string; readonly value: number } {
  const { k } = file;
  if (file.kind(property) === k.method_definition)
    return { key: file.propertyName(file.child(property, k.in_name)), value: property };
  if (file.kind(property) !== k.pair) return { key: "", value: NO_NODE };
  const value = file.unwrap(file.child(property, k.in_value));
  return { key: file.propertyName(file.firstNamed(property)), value: file.isFunctionValue(value) ? value : NO_NODE };
}
