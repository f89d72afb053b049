/** Assignments to names whose binding is known. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import type { Binding } from "../scopes.js";
import type { Given } from "./targets.js";

/** Records that `target` is assigned: type narrowing of the name ends here. */
export function assign(file: PythonFile, binding: Binding, target: number, { node, wrap }: Given): void {
  const from = Math.max(file.next(target), node === NO_NODE ? 0 : file.next(node));
  if (!file.narrowings.isEmpty) file.narrowings.end(binding.name, target, from);
  binding.give({ node, wrap, at: target, from });
}
