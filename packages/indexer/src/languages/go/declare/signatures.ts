/** Signatures of Go declarations, as text on one line. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { GoFile } from "../go-file.js";

/** Maximum number of fields and methods of a type that its signature shows. */
const MAX_MEMBERS = 40;

/** `func (t *T) Do(a int, b ...string) (int, error)`: the declaration without its body. */
export function functionSignature(file: GoFile, node: number): string {
  const { k } = file;
  const last = file.child(node, k.in_result) || file.child(node, k.in_parameters) || file.child(node, k.in_name);
  return file.textBetween(node, last);
}

/** `type T[K any] struct { a int; B }`, `type I interface { M() }`, `type N map[string]int`. */
export function typeSignature(file: GoFile, spec: number, name: number, type: number): string {
  const { k, tree } = file;
  const kind = file.kind(type);
  const isStruct = kind === k.struct_type;
  if (type === NO_NODE || (!isStruct && kind !== k.interface_type)) return `type ${tree.text(spec)}`;
  const members = tree.namedChildren(isStruct ? file.firstNamed(type) : type).slice(0, MAX_MEMBERS);
  const texts = members.map((member) => memberText(file, member)).join("; ");
  const head = file.textBetween(name, file.child(spec, k.in_type_parameters) || name);
  return `type ${head} ${isStruct ? "struct" : "interface"} ${texts === "" ? "{}" : `{ ${texts} }`}`;
}

/** A field without its tag. */
function memberText(file: GoFile, member: number): string {
  const type = file.child(member, file.k.in_type);
  return type === NO_NODE ? file.tree.text(member) : file.textBetween(member, type);
}

/** Type parameters without their brackets. */
export function genericsText(file: GoFile, node: number): string | undefined {
  const list = file.child(node, file.k.in_type_parameters);
  return list === NO_NODE ? undefined : file.tree.text(list).slice(1, -1);
}
