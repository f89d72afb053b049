/** Classes and interfaces in pass one; members.ts declares their members. */
import { SymbolFlag, type Visibility } from "@sdl/model";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { Rank, Space } from "../scopes.js";
import type { TypescriptFile } from "../typescript-file.js";
import type { Declaring } from "./declaring.js";
import { functionSignature, genericsText, headSignature } from "./signatures.js";

const CLASS = { space: Space.Everything, rank: Rank.Class };

/** Declares the statement `class C {}`. */
export function declareClass(state: Declaring, node: number): void {
  const { file } = state;
  const nameNode = file.child(node, file.k.in_name);
  if (nameNode === NO_NODE) {
    openClass(state, node, -1);
    return;
  }
  const statement = state.statementOf(node);
  const symbol = addClass(
    state,
    node,
    { node: statement.node, nameNode, name: file.tree.text(nameNode) },
    {
      flags: state.flagsOf(statement),
      visibility: state.visibilityOf(statement),
    },
  );
  state.bindSymbol(nameNode, symbol, CLASS);
  openClass(state, node, symbol);
}

interface ClassPlace {
  readonly node: number;
  readonly nameNode: number;
  readonly name: string;
  readonly container?: number;
}

/** Adds the symbol of a class whose name is given by `place`. */
export function addClass(
  state: Declaring,
  node: number,
  place: ClassPlace,
  rest: { readonly flags: number; readonly visibility: Visibility },
): number {
  const { file, k } = state;
  const head = headSignature(file, node, file.child(node, k.in_body)).replace(/^abstract\s+/, "");
  const own = file.child(node, k.in_name);
  const ownLength = own === NO_NODE ? 0 : file.tree.text(own).length + 1;
  const symbol = state.addSymbol({
    node: place.node,
    nameNode: place.nameNode,
    name: place.name,
    container: place.container,
    kind: "class",
    flags:
      rest.flags |
      (file.kind(node) === k.abstract_class_declaration ? SymbolFlag.Abstract : 0) |
      (hasDecorator(file, node) || hasDecorator(file, place.node) ? SymbolFlag.Decorated : 0),
    visibility: rest.visibility,
    signature:
      own === place.nameNode || place.nameNode === node
        ? head
        : `class ${place.name}${head.slice("class".length + ownLength)}`,
    generics: genericsText(file, node),
  });
  file.setMain(node, symbol);
  if (place.node !== node) file.setSymbol(place.node, symbol);
  return symbol;
}

/** Whether a declaration has a decorator. */
export function hasDecorator(file: TypescriptFile, node: number): boolean {
  return file.has(node, file.k.decorator);
}

/** Opens a class's scope and body. @param symbol -1 for a class without a name */
export function openClass(state: Declaring, node: number, symbol: number): void {
  const { file, frame, k } = state;
  const scope = state.scopeAt(node, symbol < 0 ? frame.container : symbol, false);
  const body = file.child(node, k.in_body);
  state.openFrame(node, {
    scope,
    container: symbol < 0 ? frame.container : symbol,
    body: body === NO_NODE ? -1 : body,
    members: symbol,
    classOwner: symbol,
  });
  const own = file.child(node, k.in_name);
  if (own !== NO_NODE && symbol >= 0 && file.isClassValue(node)) state.bindSymbol(own, symbol, CLASS);
  if (symbol >= 0 && body !== NO_NODE) file.memberOwner.set(body, symbol);
}

/** Declares `interface I {}`. */
export function declareInterface(state: Declaring, node: number): void {
  const { file, k } = state;
  const nameNode = file.child(node, k.in_name);
  if (nameNode === NO_NODE) return;
  const body = file.child(node, k.in_body);
  const symbol = state.addNamed(nameNode, state.statementOf(node), {
    kind: "interface",
    signature: headSignature(file, node, body),
    generics: genericsText(file, node),
  });
  file.setMain(node, symbol);
  state.bindSymbol(nameNode, symbol, { space: Space.Type, rank: Rank.Interface });
  openTypeBody(state, node, symbol, body);
}

/** Opens the scope of an interface or type alias, and its members if it has a body. */
export function openTypeBody(state: Declaring, node: number, symbol: number, body: number): void {
  const { file } = state;
  const scope = state.scopeAt(node, symbol, false);
  const hasBody = body !== NO_NODE;
  if (hasBody) {
    file.memberOwner.set(body, symbol);
    const name = file.tree.text(file.child(file.mainNode[symbol] ?? 0, file.k.in_name));
    addCallSignatures(file, symbol, body, name);
  }
  state.openFrame(node, { scope, container: symbol, body: hasBody ? body : -1, members: hasBody ? symbol : -1 });
}

/** Adds the call signatures of a type as overloads of the symbol that has the type. */
export function addCallSignatures(file: TypescriptFile, symbol: number, body: number, name: string): void {
  const { tree, k } = file;
  const end = tree.next[body] ?? 0;
  for (let child = body + 1; child < end; child = tree.next[child] ?? end) {
    if (tree.kind[child] !== k.call_signature) continue;
    file.extraction.addOverload(symbol, functionSignature(file, child, name));
  }
}
