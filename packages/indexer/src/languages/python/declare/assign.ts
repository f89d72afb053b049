/** Gives a name something, where its binding is known. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import type { Binding } from "../scopes.js";
import type { Given } from "./targets.js";

/** Notes that `target` is given something: what was known of the name holds no longer. */
export function assign(file: PythonFile, binding: Binding, target: number, { node, wrap }: Given): void {
  const from = Math.max(file.next(target), node === NO_NODE ? 0 : file.next(node));
  if (!file.narrowings.isEmpty) file.narrowings.end(binding.name, target, from);
  binding.give({ node, wrap, at: target, from });
}
