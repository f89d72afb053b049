/** Common part of class and function definitions: the symbol of the whole definition, and the name it binds. */
import type { SymbolKind } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Declaring } from "./declaring.js";
import { wholeDefinition } from "./decorators.js";
import { commentAbove, docstring } from "./docs.js";
import { genericsText } from "./signatures.js";
import { scopeFlags, visibilityOf } from "./variables.js";

/** Fields of a definition to add. */
export interface Definition {
  readonly kind: SymbolKind;
  /** Flags in addition to those of the scope. */
  readonly flags: number;
  readonly signature: string;
  readonly returns?: string | undefined;
}

/** Adds the symbol of a definition and binds its name. @returns the new symbol's ordinal */
export function addDefinition(d: Declaring, node: number, definition: Definition): number {
  const { file, scope, k } = d;
  const nameNode = file.child(node, k.in_name);
  const whole = wholeDefinition(file, node);
  const body = file.child(node, k.in_body);
  const visibility = visibilityOf(file, scope, nameNode);
  const symbol = file.extraction.addSymbol({
    kind: definition.kind,
    node: whole,
    nameNode,
    name: file.tree.text(nameNode),
    container: d.container,
    flags: definition.flags | scopeFlags(scope, visibility),
    visibility,
    signature: definition.signature,
    returns: definition.returns,
    generics: genericsText(file, file.child(node, k.in_type_parameters)),
    doc: (body === NO_NODE ? undefined : docstring(file, body)) ?? commentAbove(file, whole),
  });
  const binding = scope.targetOf(file.name(nameNode), node);
  (binding.alias ?? binding).define(ExprOp.Symbol, symbol, file.isConditional(whole, scope));
  return symbol;
}
