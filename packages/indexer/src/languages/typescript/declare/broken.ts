/**
 * ERROR nodes in pass one: what a syntax error leaves of a declaration. For `class A {` without an end, or `function
 * f(a` without a body, the keyword and the name still identify the symbol, and members that follow still belong to it.
 */
import { SymbolFlag, type SymbolKind } from "@sdl/model";
import { ERROR_KIND } from "../../../parse/grammar.js";
import { Rank, Space } from "../scopes.js";
import type { Declaring } from "./declaring.js";

const DECLARATION_BY_KEYWORD: Readonly<
  Record<string, { readonly kind: SymbolKind; readonly space: number; readonly rank: number }>
> = {
  class: { kind: "class", space: Space.Everything, rank: Rank.Class },
  interface: { kind: "interface", space: Space.Type, rank: Rank.Interface },
  function: { kind: "function", space: Space.Value, rank: Rank.Value },
};

/** Opens an ERROR node. Members may stand directly under it once a class keyword was seen in it. */
export function openError(state: Declaring, node: number): void {
  const { frame } = state;
  state.openFrame(node, { body: frame.body, members: frame.members, objectDepth: frame.objectDepth });
}

/** Declares a keyword token under an ERROR node with the name after it. */
export function declarePartial(state: Declaring, keyword: number): void {
  const { file } = state;
  const { tree, k } = file;
  const error = file.parent(keyword);
  const nameNode = keyword + 1;
  if (tree.kind[error] !== ERROR_KIND || nameNode >= (tree.next[error] ?? 0)) return;
  const kind = tree.kind[nameNode];
  if (kind !== k.identifier && kind !== k.type_identifier) return;
  const word = tree.text(keyword);
  const partial = DECLARATION_BY_KEYWORD[word];
  if (partial === undefined || tree.start[nameNode] === tree.end[nameNode]) return;
  const name = tree.text(nameNode);
  const isExported =
    !state.frame.nested && /\bexport\s+(?:default\s+|abstract\s+|async\s+)*$/.test(textBefore(state, keyword));
  if (isExported) file.exportedNames.push(nameNode);
  const symbol = state.addSymbol({
    node: keyword,
    nameNode,
    name,
    kind: partial.kind,
    signature: partial.kind === "function" ? `${name}(…)` : `${word} ${name}`,
    endNode: error,
    flags: isExported ? SymbolFlag.Exported : 0,
    visibility: isExported ? "exported" : "internal",
  });
  state.bindSymbol(nameNode, symbol, { space: partial.space, rank: partial.rank });
  if (partial.kind !== "function" && state.frame.end === tree.next[error]) adoptMembers(state, error, symbol);
}

function textBefore(state: Declaring, node: number): string {
  const start = state.file.tree.start[node] ?? 0;
  return state.file.tree.source.slice(Math.max(0, start - 60), start);
}

/** Makes the following members under the ERROR node belong to the class. */
function adoptMembers(state: Declaring, error: number, symbol: number): void {
  const adopted = { container: symbol, body: error, members: symbol, classOwner: symbol };
  state.openFrame(error, adopted, state.frame.parent);
  state.file.setSymbol(error, symbol);
  state.file.memberOwner.set(error, symbol);
}
