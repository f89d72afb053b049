/** Object types inside of other types, in pass one: their functions become members of what has the type. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { TRANSPARENT_TYPES } from "../transparent-types.js";
import type { TypescriptFile } from "../typescript-file.js";
import type { Declaration, Declaring } from "./declaring.js";

/** Deepest nesting of types that is searched for object types. */
const MAX_DEPTH = 8;
/** Maximum number of members of an object type that are searched for a function. */
const MAX_MEMBERS = 200;

/**
 * The object types whose members a type has, or may have, if they declare functions: `A & { m(): void }`, `{ m(): void } | B`,
 * `Readonly<{ m(): void }>`, both branches of a condition.
 */
export function objectTypesOf(file: TypescriptFile, type: number, depth = 0): number[] {
  const { k } = file;
  const kind = file.kind(type);
  if (type === NO_NODE || depth > MAX_DEPTH) return [];
  if (kind === k.object_type) return declaresFunctions(file, type) ? [type] : [];
  if (kind === k.conditional_type) {
    const branches = [file.child(type, k.in_consequence), file.child(type, k.in_alternative)];
    return branches.flatMap((part) => objectTypesOf(file, part, depth + 1));
  }
  if (kind === k.intersection_type || kind === k.union_type)
    return [...file.tree.namedChildren(type)].flatMap((part) => objectTypesOf(file, part, depth + 1));
  if (kind === k.parenthesized_type || kind === k.readonly_type)
    return objectTypesOf(file, file.firstNamed(type), depth + 1);
  if (kind !== k.generic_type || !TRANSPARENT_TYPES.has(file.tree.text(file.child(type, k.in_name)))) return [];
  return objectTypesOf(file, file.firstNamed(file.child(type, k.in_type_arguments)), depth + 1);
}

/**
 * Declares a property whose type is an object type with functions, as a variable that holds them. @returns its symbol;
 * -1 if it is none
 */
export function declareObjectProperty(state: Declaring, type: number, property: Declaration): number {
  const { file } = state;
  if (file.kind(type) !== file.k.object_type || !declaresFunctions(file, type)) return -1;
  const symbol = state.addSymbol(property);
  file.memberOwner.set(type, symbol);
  file.setSymbol(property.node, symbol);
  return symbol;
}

/** Opens such an object type: its members are those of the symbol that has the type. */
export function openObjectType(state: Declaring, node: number): void {
  const owner = state.file.memberOwner.get(node);
  if (owner === undefined || state.frame.body === node) return;
  state.openFrame(node, { body: node, members: owner, container: owner });
}

/** Whether the type, or an object type of a property, declares a function. Mapped types declare none. */
function declaresFunctions(file: TypescriptFile, type: number, depth = 0): boolean {
  const { tree } = file;
  const end = tree.next[type] ?? 0;
  let seen = 0;
  for (let child = type + 1; child < end && seen < MAX_MEMBERS; child = tree.next[child] ?? end) {
    if (!tree.isNamed(child)) continue;
    seen++;
    if (isFunctionMember(file, child, depth)) return true;
  }
  return false;
}

/** Whether a member is a method, a property with a function type, or one with an object type that declares functions. */
function isFunctionMember(file: TypescriptFile, member: number, depth: number): boolean {
  const { k } = file;
  if (file.kind(member) === k.method_signature) return true;
  const annotation = file.kind(member) === k.property_signature ? file.child(member, k.in_type) : NO_NODE;
  const type = annotation === NO_NODE ? NO_NODE : file.firstNamed(annotation);
  if (file.kind(type) !== k.object_type) return type !== NO_NODE && file.kind(type) === k.function_type;
  return depth < MAX_DEPTH && declaresFunctions(file, type, depth + 1);
}
