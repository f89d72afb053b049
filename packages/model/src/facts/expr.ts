/**
 * Expression language in which the facts of a file state what a name or call refers to.
 *
 * Extraction resolves everything that one file determines (scopes, hoisting, `this`) and stores the rest as small expression trees, which linking
 * evaluates against other files. Rows are hash-consed: within a file, equal expressions have equal row numbers, and operands precede the
 * expressions that use them.
 */

/** Operators of an expression row `[op, a, b]`. Each comment states the meaning of `a` and `b`. */
export const ExprOp = {
  /** Unknown value. Always row 0 of a page. */
  Unknown: 0,
  /** The declared symbol itself. a: symbol ordinal. */
  Symbol: 1,
  /** The target of an import binding. a: row of `imports`. */
  Import: 2,
  /** A parameter or local variable that is not a symbol. a: row of `locals`. */
  Local: 3,
  /** The instance inside a class body: `this`, `self`. a: class ordinal. */
  This: 4,
  /** The base-class view: `super`, `super()`. a: class ordinal. */
  Super: 5,
  /** The class inside itself: `cls`, `this` in a static member. a: class ordinal. */
  Class: 6,
  /** Attribute access. a: object expression, b: string index of the name. */
  Member: 7,
  /** The result of a call. a: callee expression, b: expression of the first argument, or 0. */
  Call: 8,
  /** The result of `new`. a: class expression. */
  New: 9,
  /** The result of awaiting. a: expression. */
  Await: 10,
  /** A free name that no scope of the file binds: a builtin, a global, or from a star import. a: string index of the name. */
  Global: 11,
  /** A value whose declared type is the expression. a: type expression. */
  Instance: 12,
  /** One of two values. a, b: expressions. */
  Union: 13,
  /** An item of a container, by iteration or subscript. a: expression, b: string index of a literal key plus 1, or 0. */
  Element: 14,
  /** A literal of a builtin type. a: string index of `string`, `number`, `boolean`, `array`, `object`, `function`, `regexp`, `null`. */
  Literal: 15,
  /**
   * A type applied to an argument: `Promise<T>`, `list[T]`; in TypeScript to the arguments in a Tuple. a: type expression, b: argument's type
   * expression.
   */
  Apply: 16,
  /** A whole module: `require("m")`, `await import("m")`. a: string index of the specifier. */
  Module: 17,
  /** The value that a context manager returns on entry. a: expression. */
  Enter: 18,
  /**
   * A function type. a: Tuple of its parameters' types, or 0; the type of a rest parameter is a Property named `...`. b: type expression of its
   * result, or 0.
   */
  Function: 19,
  /** The value that a parameter of a function gets. a: expression of the function or of the function type, b: parameter index, from 0. */
  Handed: 20,
  /** A container of values: a list literal, or the values of a generator. a: expression of its items. */
  Items: 21,
  /** A tuple as a linked list. a: expression of the first part, b: a further Tuple, or 0. */
  Tuple: 22,
  /** A part of a tuple, or an item of another container. a: expression, b: index, from 0. */
  Part: 23,
  /** A type parameter. a: type expression of its bound or default, or 0, b: 2 × its index, plus 1 if a function declares it. */
  TypeParameter: 24,
  /** An object literal or object type as a linked list. a: a Property, b: a further Record, or 0. */
  Record: 25,
  /** A property of a Record. a: string index of its name, `...` for a spread, b: expression of its value. */
  Property: 26,
  /**
   * The type that a callee's parameter declares, as a value of that type. a: Call or New expression, b: argument index, from 0.
   * The operand of a script's Call is here a Tuple of its arguments, 0 for unknown ones.
   */
  Parameter: 27,
  /** What pytest passes for a parameter of a test or fixture: the value of the fixture with its name. a: string index of the name. */
  Fixture: 28,
  /** What a generic call's result has of its second argument: `U` in `(target: T, source: U): T & U`. a: callee, b: expression of the argument. */
  Merged: 29,
  /** The indexed access type `T[K]` whose key is a type parameter. a: expression of an object of type T, b: type expression of the key. */
  Indexed: 30,
} as const;

/** Kinds of a row of `refs`: how the owner uses the named target. */
export const RefKind = {
  /** `f()`, `o.m()`, a tagged template. */
  Call: 0,
  /** `new C()`. */
  New: 1,
  /** `<Component/>`. */
  Jsx: 2,
  /** `@decorator`. */
  Decorator: 3,
  /** A value that is read or passed on, not called. */
  Read: 4,
  /** A name used as a type. */
  Type: 5,
  /** An assignment to the name. */
  Write: 6,
  /** An attribute of a local value: a call if it is an accessor, otherwise no edge. */
  Accessor: 7,
  /** `<Component/>` in the template of a component file: the template names the component, the framework calls it. */
  Tag: 8,
} as const;

/** Forms of a row of `imports`. */
export const ImportForm = {
  /** `import { a as b } from "m"`, `from m import a as b`: one exported name. */
  Named: 0,
  /** `import d from "m"`: the name `default`. */
  Default: 1,
  /** `import * as ns from "m"`, `import m`, `import a.b as c`: the module itself. */
  Namespace: 2,
  /** `import "m"`: for its side effects only. */
  SideEffect: 3,
  /** `const x = require("m")`: CommonJS; the module's `module.exports`. */
  Require: 4,
  /** `await import("m")`. */
  Dynamic: 5,
  /** `from m import *`. */
  Star: 6,
  /** `import a.b.c` (Python): binds `a`; the specifier is the whole dotted name. */
  DottedModule: 7,
} as const;

/** Relation of a row of `heritage`. */
export const HeritageKind = { Extends: 0, Implements: 1 } as const;

/** Bits of a row of `imports`. */
export const ImportFlag = { TypeOnly: 1, Conditional: 2, Nested: 4 } as const;

/** Bits of a row of `params`. */
export const ParamFlag = {
  Optional: 1,
  Rest: 2,
  KeywordRest: 4,
  Property: 8,
  KeywordOnly: 16,
  PositionalOnly: 32,
} as const;
