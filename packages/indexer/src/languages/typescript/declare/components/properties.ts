/** Properties and events of a component, read from the nodes that declare them: types, or objects of options. */
import { NO_NODE } from "../../../../parse/syntax-tree.js";
import type { Property } from "../../component-state.js";
import type { TypescriptFile } from "../../typescript-file.js";
import { textOf, typeText } from "../signatures.js";

/** Maximum number of properties, and of events, of a component. */
const MAX_MEMBERS = 80;
/** Deepest chain of types that are read: aliases, bases, intersections. */
const MAX_TYPES = 8;
/** Types that the constructors of runtime declarations stand for. */
const TYPE_OF_CONSTRUCTOR: Readonly<Record<string, string>> = {
  String: "string",
  Number: "number",
  Boolean: "boolean",
  Symbol: "symbol",
  BigInt: "bigint",
  Object: "object",
  Array: "unknown[]",
};
const EVENT_NAME = /["'`]([\w:.-]+)["'`]/g;

/** Properties by name; a later declaration only adds what an earlier one leaves open. */
export class Properties {
  readonly byName = new Map<string, Property>();

  add({ name, type, isOptional, preset }: Property): void {
    const known = this.byName.get(name);
    if (known === undefined && this.byName.size >= MAX_MEMBERS) return;
    this.byName.set(name, {
      name,
      type: known?.type ?? type,
      isOptional: known?.isOptional ?? isOptional,
      preset: known?.preset ?? preset,
    });
  }
}

/** Members of an object type, an interface, an alias or an intersection of them. */
export function typeMembers(file: TypescriptFile, type: number, types: ReadonlyMap<string, number>): readonly number[] {
  const { k, tree } = file;
  const members: number[] = [];
  let level: readonly number[] = [type];
  for (let depth = 0; depth < MAX_TYPES && level.length > 0 && members.length < MAX_MEMBERS; depth++) {
    const bodies = level.filter((node) => file.kind(node) === k.object_type || file.kind(node) === k.interface_body);
    members.push(...bodies.flatMap((node) => tree.namedChildren(node)));
    level = level.flatMap((node) => partsOf(file, node, types)).filter((node) => node !== NO_NODE);
  }
  return members;
}

/** The types that a type is made of. */
function partsOf(file: TypescriptFile, node: number, types: ReadonlyMap<string, number>): readonly number[] {
  const { k, tree } = file;
  switch (file.kind(node)) {
    case k.type_identifier:
      return [types.get(tree.text(node)) ?? NO_NODE];
    case k.interface_declaration: {
      const bases = tree.childOfKind(node, k.extends_type_clause);
      return [file.child(node, k.in_body), ...(bases === NO_NODE ? [] : tree.namedChildren(bases))];
    }
    case k.type_alias_declaration:
      return [file.child(node, k.in_value)];
    case k.intersection_type:
    case k.parenthesized_type:
    case k.generic_type:
    case k.type_arguments:
    case k.type_annotation:
      return tree.namedChildren(node);
    default:
      return [];
  }
}

/** Adds the properties that a type declares. */
export function addTypeProperties(properties: Properties, file: TypescriptFile, members: readonly number[]): void {
  const { k } = file;
  for (const member of members) {
    const kind = file.kind(member);
    if (kind !== k.property_signature && kind !== k.method_signature) continue;
    const name = file.child(member, k.in_name);
    if (name === NO_NODE) continue;
    const isMethod = kind === k.method_signature;
    properties.add({
      name: file.propertyName(name),
      type: isMethod ? "function" : typeText(file, file.child(member, k.in_type)),
      isOptional: file.has(member, k.question_token),
      preset: undefined,
    });
  }
}

/** Adds the properties that `{ name: String, size: { type: Number, default: 3 } }` or `["name"]` declares. */
export function addRuntimeProperties(properties: Properties, file: TypescriptFile, declaration: number): void {
  for (const name of listedNames(file, declaration))
    properties.add({ name, type: undefined, isOptional: true, preset: undefined });
  for (const { name, value } of pairsOf(file, declaration)) properties.add(runtimeProperty(file, name, value));
}

function runtimeProperty(file: TypescriptFile, name: string, value: number): Property {
  const { k } = file;
  if (file.kind(file.unwrap(value)) !== k.object)
    return { name, type: runtimeType(file, value), isOptional: true, preset: undefined };
  const options = new Map(pairsOf(file, value).map((pair) => [pair.name, pair.value]));
  const type = options.get("type") ?? NO_NODE;
  const required = options.get("required");
  const preset = options.get("default");
  return {
    name,
    type: type === NO_NODE ? undefined : runtimeType(file, type),
    isOptional: required === undefined || !file.isText(required, "true"),
    preset: preset === undefined ? undefined : textOf(file, preset),
  };
}

/** The type that `Number`, `[String, Number]`, `Object as PropType<User>` declares. */
function runtimeType(file: TypescriptFile, node: number): string | undefined {
  const { k } = file;
  const kind = file.kind(node);
  if (kind === k.as_expression) {
    const text = textOf(file, file.lastNamed(node));
    return /^(?:Prop|PropType)<(.*)>$/s.exec(text)?.[1] ?? text;
  }
  if (kind === k.array) {
    const types = [...file.tree.namedChildren(node)].map((child) => runtimeType(file, child) ?? "unknown");
    return types.length === 0 ? undefined : types.join(" | ");
  }
  if (kind !== k.identifier) return undefined;
  const name = file.tree.text(node);
  return TYPE_OF_CONSTRUCTOR[name] ?? name;
}

/** Adds the presets of a pattern `{ size = 3, name: label }` or of an object `{ size: 3 }`. */
export function addPresets(properties: Properties, file: TypescriptFile, node: number): void {
  const { k } = file;
  for (const child of node === NO_NODE ? [] : file.tree.namedChildren(node)) {
    const kind = file.kind(child);
    if (kind === k.shorthand_property_identifier_pattern) addNamed(properties, file.tree.text(child), undefined);
    else if (kind === k.object_assignment_pattern)
      addNamed(properties, file.tree.text(file.child(child, k.in_left)), textOf(file, file.child(child, k.in_right)));
    else if (kind === k.pair_pattern) {
      const value = file.child(child, k.in_value);
      const preset =
        file.kind(value) === k.assignment_pattern ? textOf(file, file.child(value, k.in_right)) : undefined;
      addNamed(properties, file.propertyName(file.child(child, k.in_key)), preset);
    } else if (kind === k.pair)
      addNamed(properties, file.propertyName(file.firstNamed(child)), textOf(file, file.child(child, k.in_value)));
  }
}

function addNamed(properties: Properties, name: string, preset: string | undefined): void {
  properties.add({ name, type: undefined, isOptional: preset !== undefined, preset });
}

/** Names of events in a type: of its members, and in the first parameter of its call signatures. */
export function typeEvents(file: TypescriptFile, type: number, types: ReadonlyMap<string, number>): readonly string[] {
  const { k } = file;
  if (file.kind(type) === k.function_type) return literalNames(firstParameter(file, type));
  return typeMembers(file, type, types).flatMap((member) => {
    if (file.kind(member) === k.call_signature) return literalNames(firstParameter(file, member));
    const name = file.child(member, k.in_name);
    return name === NO_NODE ? [] : [file.propertyName(name)];
  });
}

/** Names of events in `["change"]` or `{ change: null }`. */
export function runtimeEvents(file: TypescriptFile, node: number): readonly string[] {
  return [...listedNames(file, node), ...pairsOf(file, node).map(({ name }) => name)];
}

function firstParameter(file: TypescriptFile, node: number): string {
  const parameters = file.child(node, file.k.in_parameters);
  return parameters === NO_NODE ? "" : file.tree.text(file.firstNamed(parameters));
}

function literalNames(text: string): string[] {
  return Array.from(text.matchAll(EVENT_NAME), ([, name = ""]) => name);
}

/** The strings of an array. */
function listedNames(file: TypescriptFile, node: number): string[] {
  const { k } = file;
  const array = file.unwrap(node);
  if (file.kind(array) !== k.array) return [];
  return [...file.tree.namedChildren(array)]
    .filter((child) => file.kind(child) === k.string)
    .map((child) => file.stringText(child));
}

/** The properties of an object, methods included. */
export function pairsOf(file: TypescriptFile, node: number): { readonly name: string; readonly value: number }[] {
  const { k } = file;
  const object = file.unwrap(node);
  if (file.kind(object) !== k.object) return [];
  return [...file.tree.namedChildren(object)].flatMap((child) => {
    const kind = file.kind(child);
    if (kind === k.pair) {
      const key = file.firstNamed(child);
      return file.kind(key) === k.computed_property_name
        ? []
        : [{ name: file.propertyName(key), value: file.child(child, k.in_value) }];
    }
    if (kind === k.shorthand_property_identifier) return [{ name: file.tree.text(child), value: child }];
    const name = kind === k.method_definition ? file.child(child, k.in_name) : NO_NODE;
    return name === NO_NODE ? [] : [{ name: file.propertyName(name), value: child }];
  });
}
