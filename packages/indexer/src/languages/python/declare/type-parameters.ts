/** PEP 695 type parameters: a separate scope around a function, class or type alias. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import { Scope, ScopeKind } from "../scopes.js";
import type { Declaring } from "./declaring.js";
import { wholeDefinition } from "./decorators.js";

/** A definition that may have type parameters. */
export interface GenericDefinition {
  readonly node: number;
  /** Its `type_parameter` node, or none. */
  readonly list: number;
  /** The symbol that opens at the definition's row, or -1 when an enclosing row opens it. */
  readonly symbol: number;
}

/** Opens the definition's symbol and its type parameters' scope. @returns the scope around the body */
export function openTypeParameters(file: PythonFile, parent: Scope, definition: GenericDefinition): Scope {
  const { node, list, symbol } = definition;
  const end = file.next(node);
  let scope: Scope | undefined;
  if (list !== NO_NODE) {
    scope = new Scope({ kind: ScopeKind.TypeParams, parent, row: node, end });
    for (const type of file.tree.namedChildren(list)) bindTypeParameter(file, scope, type);
  }
  if (scope !== undefined || symbol >= 0) file.openAt(node, { end, symbol, scope });
  return scope ?? parent;
}

/** Opens a symbol at its whole definition, decorators included. @returns the scope around the body */
export function openDefinition({ file, scope, k }: Declaring, node: number, symbol: number): Scope {
  const whole = wholeDefinition(file, node);
  const list = file.child(node, k.in_type_parameters);
  const outer = openTypeParameters(file, scope, { node, list, symbol: whole === node ? symbol : -1 });
  if (whole !== node) file.openAt(whole, { end: file.next(whole), symbol, scope: undefined });
  return outer;
}

/** Binds a type parameter `T`, `T: Bound`, `*Ts` or `**P`: its first identifier is the name. */
function bindTypeParameter(file: PythonFile, scope: Scope, type: number): void {
  for (let row = type; row < file.next(type); row++) {
    if (file.kind(row) !== file.k.identifier) continue;
    const binding = scope.bind(file.name(row));
    binding.isTypeParam = true;
    const bound = file.kind(row - 2) === file.k.constrained_type ? file.tree.namedChildren(row - 2)[1] : undefined;
    if (bound !== undefined) binding.typeNode = bound;
    return;
  }
}
