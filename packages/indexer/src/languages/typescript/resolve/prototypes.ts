/** Prototype chains in pass two: calls and assignments by which a script makes one function's instances inherit from another's. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { type Target, TargetForm } from "../declare/targets.js";
import type { Resolving } from "../resolving.js";
import { BindingKind } from "../scopes.js";
import { writePrototype } from "./definitions.js";

/** Writes the inheritance of `util.inherits(C, B)`, `Object.setPrototypeOf(C.prototype, B.prototype)`. */
export function inheritByCall(state: Resolving, call: number): void {
  const { file, k } = state;
  const callee = file.child(call, k.in_function);
  const name = file.kind(callee) === k.member_expression ? file.child(callee, k.in_property) : callee;
  const isChain = file.isText(name, "setPrototypeOf");
  if (name === NO_NODE || (!isChain && !file.isText(name, "inherits"))) return;
  const [child = NO_NODE, base = NO_NODE] = file.tree.namedChildren(file.child(call, k.in_arguments));
  const isMember =
    file.kind(child) === k.member_expression && file.isText(file.child(child, k.in_property), "prototype");
  if (isChain !== isMember || base === NO_NODE) return;
  writePrototype(state, symbolAt(state, isMember ? file.child(child, k.in_object) : child), base);
}

/**
 * Writes the inheritance of `C.prototype = Object.create(B.prototype)`, `C.prototype = new B()`, `C.prototype.__proto__ =
 * B.prototype`.
 */
export function inheritByAssignment(state: Resolving, { form, owner, nameNode }: Target, value: number): void {
  const { file, k } = state;
  if (form === TargetForm.PrototypeMember && file.isText(nameNode, "__proto__")) {
    if (file.kind(value) === k.member_expression) writePrototype(state, symbolAt(state, owner), value);
    return;
  }
  if (form !== TargetForm.Prototype) return;
  if (file.kind(value) === k.new_expression) {
    writePrototype(state, symbolAt(state, owner), file.child(value, k.in_constructor));
  } else if (file.kind(value) === k.call_expression && file.isText(file.child(value, k.in_function), "Object.create")) {
    const base = file.firstNamed(file.child(value, k.in_arguments));
    if (base !== NO_NODE && file.kind(base) === k.member_expression)
      writePrototype(state, symbolAt(state, owner), base);
  }
}

function symbolAt({ file, environment }: Resolving, node: number): number {
  if (file.kind(node) !== file.k.identifier) return -1;
  const binding = environment.value(file.name(node));
  return binding !== undefined && binding.kind === BindingKind.Symbol ? binding.target : -1;
}
