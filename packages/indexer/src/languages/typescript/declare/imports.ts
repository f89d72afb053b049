/** Imports in pass one: statements, `import x = require()`, and `require` bound to variables. */
import { ImportFlag, ImportForm } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { BindingKind, type Scope, Space } from "../scopes.js";
import type { TypescriptFile } from "../typescript-file.js";
import type { Declaring } from "./declaring.js";
import { patternNames } from "./patterns.js";

/** Declares `import … from "m"`, `import "m"`, `import x = require("m")`. */
export function declareImport(state: Declaring, node: number): void {
  const { file, k } = state;
  const required = file.tree.childOfKind(node, k.import_require_clause);
  const source = file.child(required === NO_NODE ? node : required, k.in_source);
  if (source === NO_NODE) return;
  const typeOnly = file.has(node, k.type_token) || file.has(node, k.typeof_token) ? ImportFlag.TypeOnly : 0;
  const statement: ImportStatement = { node, specifier: file.stringText(source), flags: typeOnly };
  if (required !== NO_NODE) {
    const nameNode = file.firstNamed(required);
    addBinding(state, statement, { form: ImportForm.Require, imported: "", nameNode });
    if (isExported(file, node)) file.exportedNames.push(nameNode);
    return;
  }
  const clause = file.tree.childOfKind(node, k.import_clause);
  if (clause === NO_NODE) addImport(file, statement, { form: ImportForm.SideEffect, imported: "", local: "" });
  else declareClause(state, clause, statement);
}

/**
 * Whether `export import x = require("m")` exports: the grammar lacks the form and its `export` was blanked, so the
 * original text is checked.
 */
function isExported(file: TypescriptFile, statement: number): boolean {
  const start = file.tree.start[statement] ?? 0;
  return /\bexport\s+$/.test(file.tree.source.slice(Math.max(0, start - 30), start));
}

interface ImportStatement {
  readonly node: number;
  readonly specifier: string;
  readonly flags: number;
}

interface ImportBinding {
  readonly form: number;
  readonly imported: string;
  readonly nameNode: number;
  readonly typeOnly?: boolean;
}

function declareClause(state: Declaring, clause: number, statement: ImportStatement): void {
  const { file, k } = state;
  for (const child of file.tree.namedChildren(clause)) {
    const kind = file.kind(child);
    if (kind === k.identifier)
      addBinding(state, statement, { form: ImportForm.Default, imported: "default", nameNode: child });
    else if (kind === k.namespace_import) {
      addBinding(state, statement, { form: ImportForm.Namespace, imported: "", nameNode: file.firstNamed(child) });
    } else if (kind === k.named_imports) declareNamed(state, child, statement);
  }
}

function declareNamed(state: Declaring, list: number, statement: ImportStatement): void {
  const { file, k } = state;
  const named = file.tree.namedChildren(list);
  if (named.length === 0) addImport(file, statement, { form: ImportForm.SideEffect, imported: "", local: "" });
  for (const child of named) {
    if (file.kind(child) !== k.import_specifier) continue;
    const name = file.child(child, k.in_name);
    if (name === NO_NODE) continue;
    const alias = file.child(child, k.in_alias);
    const typeOnly = file.has(child, k.type_token) || file.has(child, k.typeof_token);
    const imported = file.kind(name) === k.string ? file.stringText(name) : file.tree.text(name);
    const form = imported === "default" ? ImportForm.Default : ImportForm.Named;
    addBinding(state, statement, { form, imported, nameNode: alias === NO_NODE ? name : alias, typeOnly });
  }
}

function addImport(
  file: TypescriptFile,
  statement: ImportStatement,
  input: { readonly form: number; readonly imported: string; readonly local: string },
): number {
  const { form, imported, local } = input;
  const { specifier, node, flags } = statement;
  return file.extraction.addImport({ form, specifier, imported, local, node, flags });
}

/** Adds the import row and binds the name. */
function addBinding(state: Declaring, statement: ImportStatement, input: ImportBinding, scope?: Scope): void {
  const { file } = state;
  if (input.nameNode === NO_NODE) return;
  const flags = statement.flags | (input.typeOnly === true ? ImportFlag.TypeOnly : 0);
  const local = file.tree.text(input.nameNode);
  const row = addImport(file, { ...statement, flags }, { form: input.form, imported: input.imported, local });
  (scope ?? state.frame.scope).add({
    kind: BindingKind.Import,
    name: file.name(input.nameNode),
    space: Space.Everything,
    target: row,
    node: input.nameNode,
    declaration: statement.node,
  });
}

/**
 * Binds `const x = require("m")`, `const { a, b: c } = require("m")`, `const a = require("m").a`. @returns whether the
 * declarator was one of these
 */
export function bindRequire(state: Declaring, declarator: number, nameNode: number): boolean {
  const { file, k } = state;
  let value = file.unwrap(file.child(declarator, k.in_value));
  let member = NO_NODE;
  if (file.kind(value) === k.member_expression) {
    member = file.child(value, k.in_property);
    value = file.child(value, k.in_object);
  }
  const specifier = requireSpecifier(file, value);
  if (specifier === undefined || isShadowed(state)) return false;
  const isPattern = file.kind(nameNode) === k.object_pattern;
  if (!isPattern && file.kind(nameNode) !== k.identifier) return false;
  if (isPattern && (member !== NO_NODE || !isFlat(file, nameNode))) return false;
  file.boundRequires.add(value);
  const statement = { node: declarator, specifier, flags: placeFlags(state) };
  if (isPattern) bindDestructured(state, statement, nameNode);
  else if (member === NO_NODE) addBinding(state, statement, { form: ImportForm.Require, imported: "", nameNode });
  else addBinding(state, statement, { form: ImportForm.Named, imported: file.tree.text(member), nameNode });
  return true;
}

function bindDestructured(state: Declaring, statement: ImportStatement, pattern: number): void {
  const { file } = state;
  for (const name of patternNames(file, pattern)) {
    const pair = file.parent(name);
    const isPair = file.kind(pair) === file.k.pair_pattern;
    const imported = file.tree.text(isPair ? file.firstNamed(pair) : name);
    addBinding(state, statement, { form: ImportForm.Named, imported, nameNode: name });
  }
}

/** Whether every part of an object pattern is a plain name. */
function isFlat(file: TypescriptFile, pattern: number): boolean {
  const { k } = file;
  return file.tree.namedChildren(pattern).every((child) => {
    if (file.kind(child) === k.shorthand_property_identifier_pattern) return true;
    if (file.kind(child) !== k.pair_pattern) return false;
    return (
      file.kind(file.child(child, k.in_value)) === k.identifier &&
      file.kind(file.firstNamed(child)) === k.property_identifier
    );
  });
}

/** The specifier of `require("m")`, or `undefined` for any other node. */
export function requireSpecifier(file: TypescriptFile, node: number): string | undefined {
  const { k } = file;
  if (node === NO_NODE || file.kind(node) !== k.call_expression) return undefined;
  const callee = file.child(node, k.in_function);
  if (file.kind(callee) !== k.identifier || !file.isText(callee, "require")) return undefined;
  const argument = file.firstNamed(file.child(node, k.in_arguments));
  return file.kind(argument) === k.string ? file.stringText(argument) : undefined;
}

function isShadowed(state: Declaring): boolean {
  const scope = state.file.scopes[0];
  const binding = scope?.findValue(state.file.names.of("require"));
  return binding !== undefined;
}

/** Import flags that follow from the position, such as inside a function. */
function placeFlags(state: Declaring): number {
  if (state.frame.nested) return ImportFlag.Nested;
  return state.frame.scope.node === 0 ? 0 : ImportFlag.Conditional;
}
