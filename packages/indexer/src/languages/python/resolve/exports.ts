/** Exports of a Python module: every name that its scope binds to a symbol or an import, or that functions declare global. */
import { EXPORTS } from "@sdl/model/facts";
import type { PythonFile } from "../python-file.js";
import type { Scope } from "../scopes.js";
import type { Resolving } from "./resolving.js";

/** Writes the exports of a module. */
export function writeExports(file: PythonFile, module: Scope, resolving: Resolving): void {
  const table = file.facts.table(EXPORTS);
  for (const binding of module.bindings.values()) {
    if (!binding.isDefined && !binding.isGlobal) continue;
    table.append({
      name: file.names.string(binding.name),
      expr: resolving.expressions.ofBinding(binding, binding.name),
    });
  }
}
