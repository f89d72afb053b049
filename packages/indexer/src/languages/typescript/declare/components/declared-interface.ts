/**
 * Interface of a component: its properties and events, from the calls and declarations at the script's top level by
 * which frameworks declare them, and from an object of options.
 */
import { ParamFlag } from "@sdl/model/facts";
import { NO_NODE } from "../../../../parse/syntax-tree.js";
import type { ComponentFormat } from "../../../component.js";
import type { ComponentInterface } from "../../component-state.js";
import type { TypescriptFile } from "../../typescript-file.js";
import { textOf, typeText } from "../signatures.js";
import {
  addPresets,
  addRuntimeProperties,
  addTypeProperties,
  Properties,
  pairsOf,
  runtimeEvents,
  typeEvents,
  typeMembers,
} from "./properties.js";

/** Reads the interface. @param options object of options, or {@link NO_NODE} */
export function readInterface(file: TypescriptFile, format: ComponentFormat, options: number): ComponentInterface {
  const reader = new InterfaceReader(file, format);
  reader.readStatements();
  reader.readOptions(options);
  return { properties: [...reader.properties.byName.values()], events: [...reader.events] };
}

/** The component on one line: `UserCard(user: User, size?: number = 3) emits change, save`. */
export function componentSignature(name: string, { properties, events }: ComponentInterface): string {
  const parts = properties.map(({ name: property, type, isOptional, preset }) => {
    const typed = `${property}${isOptional ? "?" : ""}${type === undefined ? "" : `: ${type}`}`;
    return preset === undefined ? typed : `${typed} = ${preset}`;
  });
  return `${name}(${parts.join(", ")})${events.length === 0 ? "" : ` emits ${events.join(", ")}`}`;
}

/** Writes the properties as the parameters of the component's symbol. */
export function writeProperties(file: TypescriptFile, symbol: number, { properties }: ComponentInterface): void {
  for (const { name, type, isOptional, preset } of properties) {
    const flags = isOptional ? ParamFlag.Optional : 0;
    file.extraction.addParam(symbol, { name, typeText: type, defaultText: preset, flags });
  }
}

class InterfaceReader {
  readonly properties = new Properties();
  readonly events = new Set<string>();
  /** Interfaces and aliases of the script, by name. */
  private readonly types = new Map<string, number>();

  constructor(
    private readonly file: TypescriptFile,
    private readonly format: ComponentFormat,
  ) {}

  readStatements(): void {
    const { file, format } = this;
    const statements = file.tree.namedChildren(0);
    for (const statement of statements) this.noteType(statement);
    const type = this.types.get(format.propertiesType ?? "");
    if (type !== undefined) this.addType(type);
    for (const statement of statements) this.readStatement(statement);
  }

  readOptions(options: number): void {
    for (const { name, value } of options === NO_NODE ? [] : pairsOf(this.file, options)) {
      if (name === "props") addRuntimeProperties(this.properties, this.file, value);
      else if (name === "emits") this.addEvents(runtimeEvents(this.file, value));
    }
  }

  private noteType(statement: number): void {
    const { file } = this;
    const { k } = file;
    const node = file.kind(statement) === k.export_statement ? file.child(statement, k.in_declaration) : statement;
    const kind = file.kind(node);
    if (node === NO_NODE || (kind !== k.interface_declaration && kind !== k.type_alias_declaration)) return;
    const name = file.child(node, k.in_name);
    if (name !== NO_NODE) this.types.set(file.tree.text(name), node);
  }

  private readStatement(statement: number): void {
    const { file, format } = this;
    const { k } = file;
    if (file.kind(statement) === k.expression_statement) {
      this.readCall(file.firstNamed(statement), NO_NODE);
      return;
    }
    const isExported = file.kind(statement) === k.export_statement;
    const declaration = isExported ? file.child(statement, k.in_declaration) : statement;
    if (declaration === NO_NODE) return;
    const isProperty = isExported && format.exportsProperties && !file.has(declaration, k.const_token);
    for (const declarator of file.tree.namedChildren(declaration)) {
      if (file.kind(declarator) !== k.variable_declarator) continue;
      if (isProperty) this.addExported(declarator);
      else this.readCall(file.child(declarator, k.in_value), declarator);
    }
  }

  /** Adds `export let name: Type = preset`. */
  private addExported(declarator: number): void {
    const { file } = this;
    const { k } = file;
    const name = file.child(declarator, k.in_name);
    const preset = file.child(declarator, k.in_value);
    if (file.kind(name) !== k.identifier) return;
    this.properties.add({
      name: file.tree.text(name),
      type: typeText(file, file.child(declarator, k.in_type)),
      isOptional: preset !== NO_NODE,
      preset: preset === NO_NODE ? undefined : textOf(file, preset),
    });
  }

  /** Reads `defineProps<Props>()`, `createEventDispatcher()` and the like. @param declarator of the variable that holds the result */
  private readCall(value: number, declarator: number): void {
    const { file } = this;
    const { k } = file;
    const node = value === NO_NODE ? NO_NODE : file.unwrap(value);
    const pattern = declarator === NO_NODE ? NO_NODE : file.child(declarator, k.in_name);
    if (file.kind(node) === k.member_expression && file.isText(node, "Astro.props"))
      addPresets(this.properties, file, pattern);
    if (file.kind(node) !== k.call_expression) return;
    const argument = file.firstNamed(file.child(node, k.in_arguments));
    switch (file.tree.text(file.child(node, k.in_function))) {
      case "defineProps":
        this.addDeclared(node, argument);
        addPresets(this.properties, file, this.patternOf(pattern));
        break;
      case "withDefaults":
        this.readCall(argument, declarator);
        addPresets(this.properties, file, file.unwrap(this.secondArgument(node)));
        break;
      case "defineEmits":
        this.addEvents(this.declaredEvents(node, argument));
        break;
      case "defineModel":
        this.addModel(node, argument);
        break;
      case "$props":
        this.addType(file.child(declarator, k.in_type));
        addPresets(this.properties, file, this.patternOf(pattern));
        break;
      case "createEventDispatcher":
        this.addEvents(this.declaredEvents(node, NO_NODE));
        break;
    }
  }

  private patternOf(pattern: number): number {
    return this.file.kind(pattern) === this.file.k.object_pattern ? pattern : NO_NODE;
  }

  private secondArgument(call: number): number {
    const { file } = this;
    return file.tree.namedChildren(file.child(call, file.k.in_arguments))[1] ?? NO_NODE;
  }

  /** The first type argument of a call. */
  private typeArgument(call: number): number {
    const { file } = this;
    const list = file.child(call, file.k.in_type_arguments);
    return list === NO_NODE ? NO_NODE : file.firstNamed(list);
  }

  private addDeclared(call: number, argument: number): void {
    const type = this.typeArgument(call);
    if (type !== NO_NODE) this.addType(type);
    else if (argument !== NO_NODE) addRuntimeProperties(this.properties, this.file, argument);
  }

  /** Adds a type's members; of a type from another file, one property that stands for them. */
  private addType(type: number): void {
    const { file } = this;
    if (type === NO_NODE) return;
    const members = typeMembers(file, type, this.types);
    addTypeProperties(this.properties, file, members);
    if (members.length > 0 || this.types.has(file.tree.text(type))) return;
    const written = typeText(file, type);
    if (written !== undefined && file.kind(type) !== file.k.object_type)
      this.properties.add({ name: "...props", type: written, isOptional: false, preset: undefined });
  }

  private declaredEvents(call: number, argument: number): readonly string[] {
    const type = this.typeArgument(call);
    if (type !== NO_NODE) return typeEvents(this.file, type, this.types);
    return argument === NO_NODE ? [] : runtimeEvents(this.file, argument);
  }

  private addEvents(names: readonly string[]): void {
    for (const name of names) this.events.add(name);
  }

  private addModel(call: number, argument: number): void {
    const { file } = this;
    const isNamed = argument !== NO_NODE && file.kind(argument) === file.k.string;
    const name = isNamed ? file.stringText(argument) : "modelValue";
    const type = this.typeArgument(call);
    const typed = type === NO_NODE ? undefined : textOf(file, type);
    this.properties.add({ name, type: typed, isOptional: true, preset: undefined });
    this.events.add(`update:${name}`);
  }
}
