/** Import statements: one row per binding, and the target of each bound name. */
import { ExprOp, ImportFlag, ImportForm, STARS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import type { Scope } from "../scopes.js";

interface ImportContext {
  readonly scope: Scope;
  readonly node: number;
  readonly flags: number;
  readonly conditional: boolean;
}

/** Declares `import a`, `import a.b.c`, `import a.b as c`. */
export function declareImport(file: PythonFile, scope: Scope, node: number): void {
  const { k, tree } = file;
  const context = importContext(file, scope, node);
  for (const item of importedItems(file, node)) {
    const isAliased = file.kind(item) === k.aliased_import;
    const path = isAliased ? file.child(item, k.in_name) : item;
    const local = isAliased ? file.child(item, k.in_alias) : file.firstNamed(item);
    if (local === NO_NODE || path === NO_NODE) continue;
    const specifier = compact(tree.text(path));
    const isDotted = !isAliased && specifier.includes(".");
    const form = isDotted ? ImportForm.DottedModule : ImportForm.Namespace;
    bindImport(file, context, { form, specifier, imported: "", local, joins: !isAliased });
  }
}

/** Declares `from .m import a, b as c`, `from m import *`. */
export function declareFromImport(file: PythonFile, scope: Scope, node: number): void {
  const { k, tree } = file;
  const context = importContext(file, scope, node);
  const module = file.child(node, k.in_module_name);
  if (module === NO_NODE) return;
  const specifier = compact(tree.text(module));
  if (tree.childOfKind(node, k.wildcard_import) !== NO_NODE) {
    file.extraction.addImport({
      form: ImportForm.Star,
      specifier,
      imported: "",
      local: "",
      node,
      flags: context.flags,
    });
    file.facts.table(STARS).append({ specifier: file.facts.string(specifier) });
    file.hasStarImport = true;
    return;
  }
  for (const item of importedItems(file, node)) {
    const isAliased = file.kind(item) === k.aliased_import;
    const name = isAliased ? file.child(item, k.in_name) : item;
    const local = isAliased ? file.child(item, k.in_alias) : file.firstNamed(item);
    if (local === NO_NODE || name === NO_NODE) continue;
    const imported = compact(tree.text(name));
    bindImport(file, context, { form: ImportForm.Named, specifier, imported, local, joins: false });
  }
}

interface ImportBinding {
  readonly form: number;
  readonly specifier: string;
  readonly imported: string;
  /** Node of the bound name. */
  readonly local: number;
  /** Whether further imports of the same name extend the binding, as `import a.b` and `import a.c` do. */
  readonly joins: boolean;
}

function bindImport(file: PythonFile, context: ImportContext, input: ImportBinding): void {
  const { form, specifier, imported } = input;
  const local = file.tree.text(input.local);
  const row = file.extraction.addImport({ form, specifier, imported, local, node: input.local, flags: context.flags });
  const name = file.name(input.local);
  const binding = context.scope.bind(name);
  const target = binding.alias ?? binding;
  const joins = input.joins && target.candidates[0] === ExprOp.Import;
  target.define(ExprOp.Import, row, context.conditional || joins);
}

function importContext(file: PythonFile, scope: Scope, node: number): ImportContext {
  const conditional = file.isConditional(node, scope);
  let flags = scope.nested ? ImportFlag.Nested : 0;
  if (conditional) {
    flags |= ImportFlag.Conditional;
    if (isTypeChecking(file, node, scope)) flags |= ImportFlag.TypeOnly;
  }
  return { scope, node, flags, conditional };
}

/** Whether an enclosing block within the scope is the consequence of `if TYPE_CHECKING:`. */
function isTypeChecking(file: PythonFile, node: number, scope: Scope): boolean {
  const { k } = file;
  for (let block = file.blockOf(node); block > scope.row; block = file.blockOf(block)) {
    const parent = file.parent(block);
    if (file.kind(parent) !== k.if_statement) continue;
    if (file.lastNameText(file.child(parent, k.in_condition)) === "TYPE_CHECKING") return true;
  }
  return false;
}

function importedItems(file: PythonFile, node: number): number[] {
  const { k } = file;
  return file.tree.children(node).filter((child) => file.field(child) === k.in_name);
}

/** A dotted name without blanks: `a . b` becomes `a.b`. */
function compact(text: string): string {
  return /\s/.test(text) ? text.replace(/[\s\\]+/g, "") : text;
}
