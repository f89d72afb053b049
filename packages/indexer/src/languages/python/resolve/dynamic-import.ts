/** Dynamic imports by a literal module name: `importlib.import_module("m")`, `__import__("m")`. */
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { stringText } from "../declare/docs.js";
import type { PythonFile } from "../python-file.js";

/** Argument nodes of a call. */
export function argumentNodes(file: PythonFile, call: number): number[] {
  const list = file.child(call, file.k.in_arguments);
  return list === NO_NODE || file.kind(list) !== file.k.argument_list ? [] : file.tree.namedChildren(list);
}

/** The module name if `node` is a string that holds one. */
export function moduleText(file: PythonFile, node: number): string | undefined {
  const text = stringText(file, node);
  return text !== undefined && /^[\w.]+$/.test(text) ? text : undefined;
}

/** The module that a call of `name` imports, as an expression; 0 for other calls. */
export function importedModule(file: PythonFile, name: string, first: number): number {
  if ((name !== "import_module" && name !== "__import__") || first === NO_NODE) return 0;
  const specifier = moduleText(file, first);
  return specifier === undefined ? 0 : file.expr(ExprOp.Module, file.facts.string(specifier));
}
