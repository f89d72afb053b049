/**
 * Types that JavaScript writes in comments: `@param`, `@returns`, `@type`, and the names that `@typedef` and `@import` give to them. Reads names,
 * unions, arrays, type arguments and `import("m").T`; other types say nothing.
 */
import { ExprOp } from "@sdl/model";
import { NO_NODE } from "../../parse/syntax-tree.js";
import { docBefore } from "./docs.js";
import type { Resolving } from "./resolving.js";
import { moduleExpr } from "./type-expressions.js";
import type { TypescriptFile } from "./typescript-file.js";

/** A type in braces, with braces in it one deep. */
const BRACED = String.raw`\{((?:[^{}]|\{[^{}]*\})*)\}`;
const PARAM = new RegExp(String.raw`@(?:param|arg|argument)\s+${BRACED}\s+\[?([\w$]+)(?![\w$.])`, "g");
const RETURNS = new RegExp(String.raw`@returns?\s+${BRACED}`);
const TYPE = new RegExp(String.raw`@type\s+${BRACED}`);
const TYPEDEF = new RegExp(String.raw`@typedef\s+${BRACED}\s+([\w$]+)`, "g");
const IMPORT_TAG = /@import\s+(?:([\w$]+)\s*,?\s*)?(?:\{([^}]*)\}\s*)?from\s*["']([^"']+)["']/g;
const IMPORT = /^import\(\s*(["'])([^"']+)\1\s*\)(?:\.([\w$]+))?/;
const NAME = /^[A-Za-z_$][\w$]*/;
/** Types of the language through which an item is reached. */
const CONTAINERS = new Set([
  "Array",
  "ReadonlyArray",
  "Iterable",
  "Set",
  "ReadonlySet",
  "Promise",
  "Map",
  "ReadonlyMap",
]);
const MAX_TYPE_LENGTH = 200;
const MAX_DEPTH = 6;
/** Nodes between a function and the statement or member that its comment stands above. */
const MAX_CLIMB = 5;

const known = new WeakMap<Resolving, Jsdoc>();

/** `undefined` in TypeScript, whose comments say nothing of types that its code does not. */
export function jsdocOf(state: Resolving): Jsdoc | undefined {
  if (state.file.extraction.facts.language !== "javascript") return undefined;
  const made = known.get(state) ?? new Jsdoc(state);
  known.set(state, made);
  return made;
}

class Jsdoc {
  private typedefs: Map<string, string> | undefined;
  private readonly docs = new Map<number, string>();

  constructor(private readonly state: Resolving) {}

  /** The type of a parameter of the function; 0 for none. */
  parameter(fn: number, name: string): number {
    const doc = this.docOf(fn);
    if (!doc.includes("@")) return 0;
    for (const [, type = "", documented] of doc.matchAll(PARAM)) if (documented === name) return this.type(type);
    return 0;
  }

  returned(fn: number): number {
    const [, type] = RETURNS.exec(this.docOf(fn)) ?? [];
    return type === undefined ? 0 : this.type(type);
  }

  /** The `@type` above a variable, a field or an assignment. */
  declared(node: number): number {
    const [, type] = TYPE.exec(this.docOf(node)) ?? [];
    return type === undefined ? 0 : this.type(type);
  }

  /** The comment above what the node is part of; empty when there is none. */
  private docOf(node: number): string {
    const known = this.docs.get(node);
    if (known !== undefined) return known;
    const { file } = this.state;
    let doc = "";
    for (let at = node, step = 0; step < MAX_CLIMB && doc === "" && !isEnclosing(file, at); step++) {
      doc = docBefore(file, at) ?? "";
      at = file.parent(at);
    }
    this.docs.set(node, doc);
    return doc;
  }

  private type(text: string, depth = 0): number {
    const written = text
      .trim()
      .replace(/^(?:[?!]|\.\.\.)/, "")
      .replace(/=$/, "")
      .trim();
    if (written === "" || written.length > MAX_TYPE_LENGTH || depth > MAX_DEPTH) return 0;
    const parts = splitTop(written, "|");
    if (parts.length > 1) {
      return parts.reduce((sum, part) => this.state.union(sum, this.type(part, depth + 1)), 0);
    }
    if (written.endsWith("[]")) return this.applied("Array", this.type(written.slice(0, -2), depth + 1));
    if (written.startsWith("(") && written.endsWith(")")) return this.type(written.slice(1, -1), depth + 1);
    return this.imported(written) ?? this.named(written, depth);
  }

  private imported(text: string): number | undefined {
    const [, , specifier, member] = IMPORT.exec(text) ?? [];
    if (specifier === undefined) return undefined;
    const module = moduleExpr(this.state, specifier);
    if (member === undefined) return module;
    return this.state.expr(ExprOp.Member, module, this.state.file.names.string(this.state.file.names.of(member)));
  }

  private named(text: string, depth: number): number {
    const { environment, file } = this.state;
    const [name = ""] = NAME.exec(text) ?? [];
    const rest = text.slice(name.length).replace(/^\.</, "<");
    if (name === "" || !(rest === "" || (rest.startsWith("<") && rest.endsWith(">")))) return 0;
    const [argument = ""] = splitTop(rest.slice(1, -1), ",");
    if (CONTAINERS.has(name)) return this.applied(name, this.type(argument, depth + 1));
    const number = file.names.of(name);
    const binding = environment.type(number) ?? environment.value(number);
    if (binding !== undefined) return this.state.bound(binding);
    const alias = this.aliases().get(name);
    return alias === undefined ? 0 : this.type(alias, depth + 1);
  }

  private applied(container: string, item: number): number {
    const base = this.state.global(this.state.file.names.of(container));
    return item === 0 ? base : this.state.expr(ExprOp.Apply, base, item);
  }

  private aliases(): Map<string, string> {
    if (this.typedefs !== undefined) return this.typedefs;
    const { source } = this.state.file.tree;
    const found = new Map<string, string>();
    for (const [, type = "", name = ""] of source.includes("@typedef") ? source.matchAll(TYPEDEF) : []) {
      found.set(name, type);
    }
    for (const tag of source.includes("@import") ? source.matchAll(IMPORT_TAG) : []) addImports(tag, found);
    this.typedefs = found;
    return found;
  }
}

/** `@import D, { A, B as C } from "m"`, each name as the type that it stands for. */
function addImports([, whole, list = "", specifier = ""]: RegExpExecArray, found: Map<string, string>): void {
  const module = `import("${specifier}")`;
  if (whole !== undefined) found.set(whole, `${module}.default | ${module}`);
  for (const part of list.split(",")) {
    const [name = "", local = name] = part.trim().split(/\s+as\s+/);
    if (name !== "") found.set(local, `${module}.${name}`);
  }
}

/** What a comment above it would document rather than the node inside. */
function isEnclosing(file: TypescriptFile, node: number): boolean {
  const { kind: k } = file.words;
  const kind = file.kind(node);
  const isBody = kind === k.statement_block || kind === k.class_body || kind === k.program;
  return node === NO_NODE || isBody || kind === k.arguments || kind === k.object;
}

/** Parts between separators that stand outside all brackets. */
function splitTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] ?? "";
    if ("<({[".includes(unit)) depth++;
    else if (">)}]".includes(unit)) depth--;
    else if (unit === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
