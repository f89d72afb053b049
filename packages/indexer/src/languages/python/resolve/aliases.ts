/** Module variables that represent types: aliases, type variables with a bound, new types. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { keywordArgument } from "../declare/classes.js";
import type { Given } from "../declare/targets.js";
import { Wrap } from "../declare/wraps.js";
import type { Resolving } from "./resolving.js";

/** The value of a module's variable, as a type if the variable is an alias or a type variable with a bound. */
export function givenValue(r: Resolving, given: Given): number {
  if (given.wrap !== Wrap.Value) return r.locals.wrapped(given.node, given.wrap);
  const bound = typeVariableBound(r, given.node);
  if (bound !== NO_NODE) return r.types.read(bound);
  return r.types.isType(given.node) ? r.types.read(given.node) : r.locals.wrapped(given.node, given.wrap);
}

/** The bound of `TypeVar("T", bound=C)` or the base of `NewType("N", C)`. */
function typeVariableBound({ file, k }: Resolving, node: number): number {
  if (file.kind(node) !== k.call) return NO_NODE;
  const name = file.lastNameText(file.child(node, k.in_function));
  if (name !== "TypeVar" && name !== "NewType") return NO_NODE;
  const list = file.child(node, k.in_arguments);
  if (name === "NewType") return file.tree.namedChildren(list)[1] ?? NO_NODE;
  return keywordArgument(file, list, "bound");
}
