/** Decorators of a definition and the flags they imply. */
import { SymbolFlag } from "@sdl/model";
import type { PythonFile } from "../python-file.js";

/** Flags by the last name of a decorator. */
const DECORATOR_FLAGS: Readonly<Record<string, number>> = {
  staticmethod: SymbolFlag.Static,
  abstractstaticmethod: SymbolFlag.Static | SymbolFlag.Abstract,
  classmethod: SymbolFlag.ClassMethod,
  abstractclassmethod: SymbolFlag.ClassMethod | SymbolFlag.Abstract,
  abstractmethod: SymbolFlag.Abstract,
  abstractproperty: SymbolFlag.Getter | SymbolFlag.Abstract,
  getter: SymbolFlag.Getter,
  setter: SymbolFlag.Setter,
  deleter: SymbolFlag.Setter,
};

const ACCESSORS = new Set(["getter", "setter", "deleter"]);
const BUILTIN = new Set(["property", "staticmethod", "classmethod"]);
const DATACLASS_DECORATORS = new Set([
  "dataclass",
  "attrs",
  "attributes",
  "define",
  "frozen",
  "mutable",
  "attrs_define",
]);

/** Facts that a definition's decorators imply. */
export interface DecoratorFacts {
  readonly flags: number;
  readonly isOverload: boolean;
  readonly isDataclass: boolean;
  /** Whether it is a fixture of pytest. */
  readonly isFixture: boolean;
}

const NONE: DecoratorFacts = { flags: 0, isOverload: false, isDataclass: false, isFixture: false };

/** The decorated definition around a definition, or the definition itself. */
export function wholeDefinition(file: PythonFile, definition: number): number {
  const parent = file.parent(definition);
  return file.kind(parent) === file.k.decorated_definition ? parent : definition;
}

/** The decorators of a definition, in source order. @param whole see {@link wholeDefinition} */
export function decoratorsOf(file: PythonFile, whole: number): number[] {
  const decorators: number[] = [];
  for (let child = whole + 1; child < file.next(whole); child = file.next(child)) {
    if (file.kind(child) === file.k.decorator) decorators.push(child);
  }
  return decorators;
}

/** The expression after `@`, without the arguments. */
export function decoratorTarget(file: PythonFile, decorator: number): number {
  const expression = file.firstNamed(decorator);
  if (file.kind(expression) !== file.k.call) return expression;
  return file.child(expression, file.k.in_function);
}

/** Reads all decorators of a definition. @param whole see {@link wholeDefinition} */
export function readDecorators(file: PythonFile, whole: number): DecoratorFacts {
  const { k } = file;
  if (file.kind(whole) !== k.decorated_definition) return NONE;
  let flags: number = SymbolFlag.Decorated;
  let isOverload = false;
  let isDataclass = false;
  let isFixture = false;
  for (const decorator of decoratorsOf(file, whole)) {
    const target = decoratorTarget(file, decorator);
    const name = file.lastNameText(target);
    if (Object.hasOwn(DECORATOR_FLAGS, name)) flags |= DECORATOR_FLAGS[name] ?? 0;
    else if (name.endsWith("property")) flags |= SymbolFlag.Getter;
    isOverload ||= name === "overload";
    isFixture ||= name === "fixture";
    isDataclass ||= DATACLASS_DECORATORS.has(name) || isAttrS(file, target, name);
  }
  return { flags, isOverload, isDataclass, isFixture };
}

/** Whether a decorator is `@attr.s` or the like. */
function isAttrS(file: PythonFile, target: number, name: string): boolean {
  return (name === "s" || name === "dataclass") && file.tree.text(target).startsWith("attr.");
}

/** Whether a decorator only states what a definition is, so that it counts as no call: `@property`, `@x.setter`, `@Base.x.setter`. */
export function isStructural(file: PythonFile, target: number): boolean {
  const name = file.lastNameText(target);
  if (name === "overload") return true;
  if (file.kind(target) === file.k.identifier) return BUILTIN.has(name);
  const object = file.child(target, file.k.in_object);
  const kind = file.kind(object);
  return ACCESSORS.has(name) && (kind === file.k.identifier || kind === file.k.attribute);
}
