/**
 * JSDoc tags with types: `@param`, `@returns`, `@type`, casts, `@template`, `@extends`, `@typedef` and `@import`. Finds
 * the comment and the tag; jsdoc-types.ts reads the type.
 */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { commentText, stripBlock } from "../../kit/comments.js";
import { BRACED, plain } from "../declare/docs.js";
import type { CommentTypes, Resolving } from "../resolving.js";
import type { TypescriptFile } from "../typescript-file.js";
import { JsdocTypes, type Lookup, splitTop } from "./jsdoc-types.js";
import { recordOf } from "./type-expressions.js";

const PARAM = new RegExp(String.raw`@(?:param|arg|argument)\s+${BRACED}\s+\[?([\w$]+(?:\.[\w$]+)*)`, "g");
const RETURNS = new RegExp(String.raw`@returns?\s+${BRACED}`);
const TYPE = new RegExp(String.raw`@type\s+${BRACED}`);
/** `@type` without braces, which compilers read as well. */
const BARE_TYPE = /@type[ \t]+([A-Za-z_$][\w$.]*(?:<[^\n{}]*>)?(?:\[\])*)/;
const TEMPLATE = new RegExp(String.raw`@template\s+(?:${BRACED}\s+)?\[?([\w$]+(?:\s*,\s*[\w$]+)*)`, "g");
const EXTENDS = new RegExp(String.raw`@(?:extends|augments)\s+${BRACED}`);
const IMPORT_TAG = /@import\s+(?:([\w$]+)\s*(?:,\s*)?)?(?:\{([^}@]*)\}\s*)?from\s*["']([^"']+)["']/g;
/** Maximum number of nodes between a function and the statement or member below its comment. */
const MAX_CLIMB = 5;
/** Longest cast comment before an expression, in UTF-16 units. */
const MAX_CAST = 400;

/** A comment with the reader of its types. */
interface Comment {
  readonly text: string;
  readonly types: JsdocTypes;
}

/** One `@param {type} path`. */
interface ParameterTag {
  readonly type: string;
  readonly path: string;
}

/** Finds the types that JSDoc comments give to code. */
export class Jsdoc implements CommentTypes {
  private names: Map<string, string> | undefined;
  private plainTypes: JsdocTypes | undefined;
  private readonly tags = new Map<string, readonly ParameterTag[]>();
  private readonly templatesOfClass = new Map<number, readonly Template[]>();
  private readonly docs = new Map<number, string>();

  constructor(private readonly state: Resolving) {}

  parameter(fn: number, name: string, place: number): number {
    const { text, types } = this.above(fn);
    if (!text.includes("@")) return 0;
    const tags = this.tagsOf(text);
    const whole = tags.filter(({ path }) => !path.includes("."));
    const tag = name === "" ? whole[place] : whole.find(({ path }) => path === name);
    if (tag === undefined) return 0;
    const prefix = `${tag.path}.`;
    const parts = tags.filter(({ path }) => path.startsWith(prefix) && !path.slice(prefix.length).includes("."));
    if (parts.length === 0) return types.read(tag.type);
    const properties = parts.map(({ type, path }) => types.property(path.slice(prefix.length), type));
    return recordOf(
      this.state,
      properties.filter((property) => property !== 0),
    );
  }

  private tagsOf(text: string): readonly ParameterTag[] {
    const known = this.tags.get(text);
    if (known !== undefined) return known;
    const found = [...text.matchAll(PARAM)].map(([, type = "", path = ""]) => ({ type: plain(type), path }));
    this.tags.set(text, found);
    return found;
  }

  returned(fn: number): number {
    const { text, types } = this.above(fn);
    const [, type] = RETURNS.exec(text) ?? [];
    return type === undefined ? 0 : types.read(plain(type));
  }

  /** The `@type` above a variable, a field or an assignment. */
  declared(node: number): number {
    const { text, types } = this.above(node);
    const [, type] = TYPE.exec(text) ?? BARE_TYPE.exec(text) ?? [];
    return type === undefined ? 0 : types.read(plain(type));
  }

  cast(node: number): number {
    const { source, start } = this.state.file.tree;
    const before = source.slice(Math.max(0, (start[node] ?? 0) - MAX_CAST), start[node] ?? 0).trimEnd();
    if (!before.endsWith("*/")) return 0;
    const from = before.lastIndexOf("/**");
    const [, type] = TYPE.exec(from < 0 ? "" : before.slice(from)) ?? [];
    return type === undefined || type.trim() === "const" ? 0 : this.at(node).types.read(plain(type));
  }

  /** A class's base with the type arguments of `@extends`. */
  extended(node: number, base: number): number {
    const { text, types } = this.above(node);
    const [, type = ""] = EXTENDS.exec(text) ?? [];
    const written = plain(type).trimEnd();
    const from = written.indexOf("<");
    if (from < 0 || !written.endsWith(">")) return base;
    return types.applied(base, splitTop(written.slice(from + 1, -1), ","));
  }

  /** A comment node with the reader of its types, which knows its `@template` parameters; for other nodes, an empty text and a reader that knows only those of the class. */
  at(node: number): Comment {
    return this.above(NO_NODE, node);
  }

  private above(node: number, place = node): Comment {
    const text = node === NO_NODE ? this.templateText(place) : this.docOf(node);
    return { text, types: this.reader(text) };
  }

  private templateText(node: number): string {
    const { source, start, end, kind } = this.state.file.tree;
    return kind[node] === this.state.k.comment ? source.slice(start[node], end[node]) : "";
  }

  private reader(text: string): JsdocTypes {
    const own = text.includes("@template") ? templates(text, false) : NO_TEMPLATES;
    const ofClass = this.classTemplates();
    if (own.length === 0 && ofClass.length === 0) {
      this.plainTypes ??= this.typesOf(NO_TEMPLATES, NO_TEMPLATES, new Map());
      return this.plainTypes;
    }
    return this.typesOf(own, ofClass, undefined);
  }

  private typesOf(
    own: readonly Template[],
    ofClass: readonly Template[],
    known: Map<string, number> | undefined,
  ): JsdocTypes {
    const lookup: Lookup = (name, depth) => {
      const template = own.find((it) => it.name === name) ?? ofClass.find((it) => it.name === name);
      if (template !== undefined) return this.template(template, types.read(template.bound, depth + 4));
      const alias = this.aliases().get(name);
      return alias === undefined ? undefined : types.read(alias, depth + 1);
    };
    const types = new JsdocTypes(this.state, lookup, known);
    return types;
  }

  private template({ place, isType }: Template, bound: number): number {
    return this.state.file.expr(ExprOp.TypeParameter, bound, 2 * place + (isType ? 0 : 1));
  }

  /** Template parameters of the enclosing class. */
  private classTemplates(): readonly Template[] {
    const { classOwner, file } = this.state;
    if (classOwner <= 0) return NO_TEMPLATES;
    const known = this.templatesOfClass.get(classOwner);
    if (known !== undefined) return known;
    const node = file.mainNode[classOwner];
    const text = node === undefined ? "" : this.docOf(node);
    const found = text.includes("@template") ? templates(text, true) : NO_TEMPLATES;
    this.templatesOfClass.set(classOwner, found);
    return found;
  }

  /** The comment above the declaration that holds the node; empty if none. */
  private docOf(node: number): string {
    const known = this.docs.get(node);
    if (known !== undefined) return known;
    const { file } = this.state;
    let doc = "";
    for (let at = node, step = 0; step < MAX_CLIMB && doc === "" && !isEnclosing(file, at); step++) {
      doc = isJsdoc(file, at - 1) ? (stripBlock(commentText(file, at - 1)) ?? "") : "";
      at = file.parent(at);
    }
    this.docs.set(node, doc);
    return doc;
  }

  private aliases(): Map<string, string> {
    if (this.names !== undefined) return this.names;
    const found = new Map<string, string>();
    this.names = found;
    const { source } = this.state.file.tree;
    for (const { name, type, symbol } of this.state.file.typedefs) if (symbol < 0) found.set(name, plain(type));
    for (const tag of source.includes("@import") ? source.matchAll(IMPORT_TAG) : []) addImports(tag, found);
    return found;
  }

  *passedOn(): Iterable<{ readonly name: string; readonly expr: number }> {
    const reader = this.reader("");
    for (const { name, type, symbol } of this.state.file.typedefs) {
      const expr = symbol < 0 ? reader.read(plain(type)) : 0;
      if (expr !== 0) yield { name, expr };
    }
  }
}

/** A template parameter declared by a comment, of a function or a class. */
interface Template {
  readonly name: string;
  readonly bound: string;
  readonly place: number;
  readonly isType: boolean;
}

const NO_TEMPLATES: readonly Template[] = [];

function templates(text: string, isType: boolean): Template[] {
  const found = [...text.matchAll(TEMPLATE)].flatMap(([, bound = "", names = ""]) =>
    names.split(",").map((name) => ({ name: name.trim(), bound: plain(bound) })),
  );
  return found.map((it, place) => ({ ...it, place, isType }));
}

/** Whether the node is a comment that starts with two stars. */
function isJsdoc(file: TypescriptFile, node: number): boolean {
  return file.kind(node) === file.k.comment && file.tree.source.startsWith("/**", file.tree.start[node] ?? 0);
}

/** Adds the names of `@import D, { A, B as C } from "m"`, each with its type. */
function addImports([, whole, list = "", specifier = ""]: RegExpExecArray, found: Map<string, string>): void {
  const module = `import("${specifier}")`;
  if (whole !== undefined) found.set(whole, `${module}.default | ${module}`);
  for (const part of list.split(",")) {
    const [name = "", local = name] = part.split(/\sas\s/).map((it) => it.trim());
    if (name !== "") found.set(local, `${module}.${name}`);
  }
}

/** Whether a comment above `node` would document it rather than a node inside. */
function isEnclosing(file: TypescriptFile, node: number): boolean {
  const { k } = file;
  const kind = file.kind(node);
  const isBody = kind === k.statement_block || kind === k.class_body || kind === k.program;
  return node === NO_NODE || isBody || kind === k.arguments || kind === k.object;
}
