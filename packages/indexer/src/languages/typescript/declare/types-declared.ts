/** Type aliases, enums, namespaces and ambient modules in pass one. */
import { SymbolFlag } from "@sdl/model";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { Rank, Space } from "../scopes.js";
import { openTypeBody } from "./classes.js";
import type { Declaring, Statement } from "./declaring.js";
import { objectTypesOf } from "./object-types.js";
import { genericsText, headSignature, textOf } from "./signatures.js";

/** Declares `type T = …`. */
export function declareTypeAlias(state: Declaring, node: number): void {
  const { file, k } = state;
  const nameNode = file.child(node, k.in_name);
  if (nameNode === NO_NODE) return;
  const value = file.child(node, k.in_value);
  const symbol = state.addNamed(nameNode, state.statementOf(node), {
    kind: "type",
    signature: textOf(file, node).replace(/;$/, ""),
    generics: genericsText(file, node),
  });
  file.setMain(node, symbol);
  state.bindSymbol(nameNode, symbol, { space: Space.Type, rank: Rank.Interface });
  openTypeBody(state, node, symbol, file.kind(value) === k.object_type ? value : NO_NODE);
  if (file.kind(value) !== k.object_type)
    for (const part of objectTypesOf(file, value)) file.memberOwner.set(part, symbol);
}

/** Declares `enum E {}`, `const enum E {}`. */
export function declareEnum(state: Declaring, node: number): void {
  const { file, k } = state;
  const nameNode = file.child(node, k.in_name);
  if (nameNode === NO_NODE) return;
  const body = file.child(node, k.in_body);
  const symbol = state.addNamed(nameNode, state.statementOf(node), {
    kind: "type",
    flags: SymbolFlag.Enum | (file.has(node, k.const_token) ? SymbolFlag.Const : 0),
    signature: headSignature(file, node, body),
  });
  file.setMain(node, symbol);
  if (body !== NO_NODE) file.memberOwner.set(body, symbol);
  state.bindSymbol(nameNode, symbol, { space: Space.Everything, rank: Rank.Class });
}

/** Declares `namespace A.B {}`, `module M {}`, `declare module "m" {}`: a symbol for each part of the name. */
export function declareNamespace(state: Declaring, node: number): void {
  const { file, k } = state;
  const nameNode = file.child(node, k.in_name);
  if (nameNode === NO_NODE) return;
  // In the grammar, a namespace in statement position is an expression statement.
  const statement = state.statementOf(file.wholeStatement(node));
  if (file.kind(nameNode) === k.string) {
    const symbol = addNamespace(state, nameNode, file.stringText(nameNode), {
      ...statement,
      exported: false,
      container: state.frame.container,
    });
    openNamespace(state, node, symbol, true);
    return;
  }
  let container = state.frame.container;
  let symbol = container;
  nameParts(state, nameNode).forEach((part, depth) => {
    const exported = depth > 0 || statement.exported;
    symbol = addNamespace(state, part, file.tree.text(part), { ...statement, exported, container });
    if (depth === 0) state.bindSymbol(part, symbol, { space: Space.Value | Space.Namespace, rank: Rank.Namespace });
    container = symbol;
  });
  openNamespace(state, node, symbol, statement.ambient);
}

/** Adds a namespace for `declare global {}`; its members can be used without an import. */
export function declareGlobal(state: Declaring, node: number): void {
  const { file } = state;
  const word = file.tree.childOfKind(node, file.k.global_token);
  if (word === NO_NODE) return;
  const symbol = addNamespace(state, word, "global", {
    node,
    exported: false,
    isDefault: false,
    ambient: true,
    container: state.frame.container,
  });
  openNamespace(state, node, symbol, true);
}

/** The identifiers of `A.B.C`, outermost first. */
function nameParts(state: Declaring, nameNode: number): number[] {
  const { k } = state;
  const { tree } = state.file;
  const parts: number[] = [];
  for (let row = nameNode; row < (tree.next[nameNode] ?? 0) && parts.length < 16; row++) {
    const kind = tree.kind[row];
    if (kind === k.identifier || kind === k.property_identifier) parts.push(row);
  }
  return parts;
}

/** @param place the enclosing statement, and the ordinal of the symbol that contains the namespace */
function addNamespace(
  state: Declaring,
  nameNode: number,
  name: string,
  place: Statement & { readonly container: number },
): number {
  const { file } = state;
  const symbol = state.addSymbol({
    node: place.node,
    nameNode,
    name,
    kind: "module",
    flags: state.flagsOf(place) | SymbolFlag.Namespace,
    visibility: state.visibilityOf(place),
    signature: file.kind(nameNode) === file.k.string ? `module ${file.tree.text(nameNode)}` : `namespace ${name}`,
    container: place.container,
  });
  file.mainNode[symbol] = place.node;
  return symbol;
}

function openNamespace(state: Declaring, node: number, symbol: number, ambient: boolean): void {
  state.file.setSymbol(node, symbol);
  state.openFrame(node, { scope: state.scopeAt(node, symbol, true), container: symbol, ambient });
}
