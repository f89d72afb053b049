/**
 * JSDoc types as expressions: names, unions, arrays, type arguments, `import("m").T`, written object and function
 * types. Other types are unknown. Knows texts and the names in force at the comment.
 */
import { ExprOp } from "@sdl/model/facts";
import type { Resolving } from "../resolving.js";
import { moduleExpr, recordOf } from "./type-expressions.js";

const IMPORT = /^(typeof\s+)?import\(\s*(["'])([^"']+)\2\s*\)((?:\.[\w$]+)*)/;
const NAME = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/;
const PRIMITIVES = new Set(["string", "number", "boolean", "symbol", "bigint"]);
/** Type names that mean any value. */
const ANY_TYPES = new Set([
  "any",
  "unknown",
  "void",
  "undefined",
  "null",
  "never",
  "object",
  "Object",
  "function",
  "Function",
]);
/** Utility types that keep the members of their argument. */
const TRANSPARENT_TYPES = new Set(["Readonly", "Partial", "Required", "NonNullable", "Omit", "Pick"]);
const MAX_TYPE_LENGTH = 600;
const MAX_DEPTH = 8;
const MAX_ARGUMENTS = 8;

/** Resolves a name that no scope binds: a template parameter, a typedef of the file; `undefined` for others. */
export type Lookup = (name: string, depth: number) => number | undefined;

/** Reads JSDoc types. */
export class JsdocTypes {
  /**
   * Whether the type that was just read uses a name bound by a function, which may refer to something else in another
   * place.
   */
  private isLocal = false;

  /** @param known cache of rows by type text, for all comments in which names have the same meaning */
  constructor(
    private readonly state: Resolving,
    private readonly lookup: Lookup,
    private readonly known: Map<string, number> | undefined,
  ) {}

  /** The row of a type's text; 0 if unknown. */
  read(text: string, depth = 0): number {
    const known = depth === 0 ? this.known?.get(text) : undefined;
    if (known !== undefined) return known;
    if (depth === 0) this.isLocal = false;
    const type = this.union(text, depth);
    if (depth === 0 && !this.isLocal) this.known?.set(text, type);
    return type;
  }

  private union(text: string, depth: number): number {
    const written = text
      .trim()
      .replace(/^(?:[?!]|\.\.\.)/, "")
      .replace(/=$/, "")
      .trim();
    if (written === "" || written.length > MAX_TYPE_LENGTH || depth > MAX_DEPTH) return 0;
    if (!/[|&]/.test(written)) return this.single(written, depth);
    const parts = splitTop(written, "|").flatMap((part) => splitTop(part, "&"));
    if (parts.length > 1) {
      return parts.reduce((sum, part) => this.state.file.union(sum, this.read(part, depth + 1)), 0);
    }
    return this.single(written, depth);
  }

  /** A type applied to type arguments; the type itself if the arguments are unknown. */
  applied(base: number, written: readonly string[], depth = 0): number {
    const types = written.slice(0, MAX_ARGUMENTS).map((text) => this.read(text, depth + 1));
    const [only = 0] = types;
    if (base === 0 || types.every((type) => type === 0)) return base;
    const isSingle = types.length === 1 && this.state.file.op(only) !== ExprOp.Tuple;
    return this.state.file.expr(ExprOp.Apply, base, isSingle ? only : this.state.file.tuple(types));
  }

  private single(written: string, depth: number): number {
    if (written.endsWith("[]")) return this.applied(this.global("Array"), [written.slice(0, -2)], depth);
    if (written.startsWith("{") && written.endsWith("}")) return this.object(written.slice(1, -1), depth);
    if (written.startsWith("[") && written.endsWith("]")) {
      const parts = splitTop(written.slice(1, -1), ",").slice(0, MAX_ARGUMENTS);
      return this.state.file.tuple(parts.map((part) => this.read(part, depth + 1)));
    }
    const fn = /^(?:function\s*)?\(([\s\S]*)\)\s*(?:=>|:)/.exec(written) ?? /^function\s*\(([\s\S]*)\)$/.exec(written);
    if (fn !== null) return this.function(fn[1] ?? "", written.slice(fn[0].length), depth);
    if (written.startsWith("(") && written.endsWith(")")) return this.read(written.slice(1, -1), depth + 1);
    return this.imported(written, depth) ?? this.named(written, depth);
  }

  private imported(text: string, depth: number): number | undefined {
    const match = IMPORT.exec(text);
    const [whole = "", query, , specifier, path = ""] = match ?? [];
    if (specifier === undefined) return undefined;
    const module = moduleExpr(this.state, specifier);
    const named = path
      .split(".")
      .slice(1)
      .reduce((object, name) => this.member(object, name), module);
    if (query !== undefined) return this.state.file.expr(ExprOp.Apply, this.state.file.literal("type"), named);
    return this.withRest(named, text.slice(whole.length), depth);
  }

  private named(text: string, depth: number): number {
    const query = /^typeof\s+([\w$]+)$/.exec(text);
    if (query !== null) return this.query(query[1] ?? "");
    const [path = ""] = NAME.exec(text) ?? [];
    if (path === "" || ANY_TYPES.has(path)) return path === "object" || path === "Object" ? this.keyed(text, depth) : 0;
    if (PRIMITIVES.has(path)) return path === text ? this.state.file.literal(path) : 0;
    const rest = text.slice(path.length).replace(/^\.</, "<");
    if (TRANSPARENT_TYPES.has(path) && rest.startsWith("<"))
      return this.read(splitTop(rest.slice(1, -1), ",")[0] ?? "", depth + 1);
    const [root = "", ...members] = path.split(".");
    const base = members.reduce((object, name) => this.member(object, name), this.root(root, depth));
    return this.withRest(base, rest, depth);
  }

  /** The type `Object<string, T>`. */
  private keyed(text: string, depth: number): number {
    const match = /^[Oo]bject\.?<([\s\S]*)>$/.exec(text);
    return match === null ? 0 : this.applied(this.global("Record"), splitTop(match[1] ?? "", ","), depth);
  }

  /** The text after a name: nothing, or type arguments. */
  private withRest(base: number, rest: string, depth: number): number {
    if (rest === "") return base;
    if (!rest.startsWith("<") || !rest.endsWith(">")) return 0;
    return this.applied(base, splitTop(rest.slice(1, -1), ","), depth);
  }

  private root(name: string, depth: number): number {
    const { classOwner, environment, file } = this.state;
    if (name === "this") {
      this.isLocal = true;
      return classOwner > 0 ? file.expr(ExprOp.Class, classOwner) : 0;
    }
    const number = file.names.of(name);
    const binding = environment.type(number) ?? environment.value(number);
    if (binding !== undefined) {
      this.isLocal ||= binding.scope.node !== 0;
      return this.state.bound(binding);
    }
    return this.lookup(name, depth) ?? this.global(name);
  }

  private query(name: string): number {
    const { environment, file } = this.state;
    const binding = environment.value(file.names.of(name));
    if (binding === undefined) return 0;
    this.isLocal ||= binding.scope.node !== 0;
    return file.expr(ExprOp.Apply, file.literal("type"), this.state.bound(binding));
  }

  /** The type `{ a: A, b?: B }`. */
  private object(text: string, depth: number): number {
    const properties: number[] = [];
    for (const part of splitTop(text, ",").flatMap((it) => splitTop(it, ";"))) {
      const match = /^\s*["']?([\w$]+)["']?\??\s*:([\s\S]+)$/.exec(part);
      if (match !== null) properties.push(this.property(match[1] ?? "", match[2] ?? "", depth));
    }
    return recordOf(
      this.state,
      properties.filter((property) => property !== 0),
    );
  }

  /** A property of an object type; 0 if its type is unknown. */
  property(name: string, text: string, depth = 0): number {
    const type = this.read(text, depth + 1);
    if (type === 0 || this.state.file.op(type) === ExprOp.Literal) return 0;
    const key = this.state.file.facts.string(name);
    return this.state.file.expr(ExprOp.Property, key, this.state.file.expr(ExprOp.Instance, type));
  }

  /** A function type by its parameter types, written with or without names, and the type of its result. */
  private function(parameters: string, result: string, depth: number): number {
    const types = splitTop(parameters, ",")
      .slice(0, MAX_ARGUMENTS)
      .map((text) => this.read(text.replace(/^\s*(?:\.\.\.)?[\w$]+\??\s*:/, ""), depth + 1));
    return this.state.file.functionType(types, this.read(result, depth + 1));
  }

  /** A function type from the types of its parameters as written. */
  callback(parameters: readonly string[]): number {
    return this.function(parameters.join(","), "", 0);
  }

  private member(object: number, name: string): number {
    return this.state.file.expr(ExprOp.Member, object, this.state.file.facts.string(name));
  }

  private global(name: string): number {
    return this.state.file.global(this.state.file.names.of(name));
  }
}

/** Splits a text at separators outside of all brackets. */
export function splitTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] ?? "";
    if ("<({[".includes(unit)) depth++;
    else if (">)}]".includes(unit) && text[at - 1] !== "=") depth--;
    else if (unit === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
