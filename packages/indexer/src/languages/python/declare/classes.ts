/** Class definitions: their symbols, their scopes, and the flags that bases and decorators give them. */
import { SymbolFlag } from "@sdl/model";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";
import { Scope, ScopeKind } from "../scopes.js";
import type { Declaring } from "./declaring.js";
import { readDecorators, wholeDefinition } from "./decorators.js";
import { addDefinition } from "./definition.js";
import { classSignature, text } from "./signatures.js";
import { openDefinition } from "./type-parameters.js";

/** Flags by the last name of a base or metaclass. */
const BASE_FLAGS: Readonly<Record<string, number>> = {
  Enum: SymbolFlag.Enum,
  IntEnum: SymbolFlag.Enum,
  StrEnum: SymbolFlag.Enum,
  Flag: SymbolFlag.Enum,
  IntFlag: SymbolFlag.Enum,
  EnumMeta: SymbolFlag.Enum,
  EnumType: SymbolFlag.Enum,
  NamedTuple: SymbolFlag.Dataclass,
  TypedDict: SymbolFlag.Dataclass,
  BaseModel: SymbolFlag.Dataclass,
  Protocol: SymbolFlag.Protocol,
  ABC: SymbolFlag.Protocol | SymbolFlag.Abstract,
  ABCMeta: SymbolFlag.Protocol | SymbolFlag.Abstract,
};

/** Maximum number of fields shown in a class's signature. */
const MAX_FIELDS = 40;

/** Declares a class and opens its scope. */
export function declareClass(d: Declaring, node: number): void {
  const { file, k } = d;
  if (file.child(node, k.in_name) === NO_NODE) return;
  const body = file.child(node, k.in_body);
  const decorators = readDecorators(file, wholeDefinition(file, node));
  const flags = decorators.flags | baseFlags(file, node) | (decorators.isDataclass ? SymbolFlag.Dataclass : 0);
  const signature = classSignature(file, node, shownFields(file, body, flags));
  const symbol = addDefinition(d, node, { kind: "class", flags, signature });
  const outer = openDefinition(d, node, symbol);
  if (body !== NO_NODE) openBody(file, outer, body, symbol);
}

function openBody(file: PythonFile, parent: Scope, body: number, symbol: number): void {
  const scope = new Scope({ kind: ScopeKind.Class, parent, row: body, end: file.next(body) });
  scope.symbol = symbol;
  scope.classSymbol = symbol;
  file.openAt(body, { end: scope.end, symbol: -1, scope });
}

/** Nodes of the base classes: the arguments without a keyword. */
export function basesOf(file: PythonFile, definition: number): number[] {
  const { k } = file;
  const list = file.child(definition, k.in_superclasses);
  if (list === NO_NODE) return [];
  return file.tree.namedChildren(list).filter((item) => {
    const kind = file.kind(item);
    return kind === k.identifier || kind === k.attribute || kind === k.subscript || kind === k.call;
  });
}

/** The node of the metaclass that the class names by keyword, or `NO_NODE`. */
export function metaclassOf(file: PythonFile, definition: number): number {
  return keywordArgument(file, file.child(definition, file.k.in_superclasses), "metaclass");
}

/** The value of a keyword in a list of arguments, or `NO_NODE`. */
export function keywordArgument(file: PythonFile, list: number, name: string): number {
  const { k } = file;
  if (list === NO_NODE) return NO_NODE;
  const found = file.tree
    .namedChildren(list)
    .find((item) => file.kind(item) === k.keyword_argument && file.tree.text(file.child(item, k.in_name)) === name);
  return found === undefined ? NO_NODE : file.child(found, k.in_value);
}

function baseFlags(file: PythonFile, definition: number): number {
  const { k } = file;
  const list = file.child(definition, k.in_superclasses);
  if (list === NO_NODE) return 0;
  let flags = 0;
  for (const item of file.tree.namedChildren(list)) {
    let base = file.kind(item) === k.keyword_argument ? file.child(item, k.in_value) : item;
    if (file.kind(base) === k.subscript) base = file.child(base, k.in_value);
    const name = file.lastNameText(base);
    if (Object.hasOwn(BASE_FLAGS, name)) flags |= BASE_FLAGS[name] ?? 0;
  }
  return flags;
}

/** The fields of a data class or the members of an enum, for the signature. */
function shownFields(file: PythonFile, body: number, flags: number): string[] {
  const { k } = file;
  const fields: string[] = [];
  if (body === NO_NODE || (flags & (SymbolFlag.Dataclass | SymbolFlag.Enum)) === 0) return fields;
  for (
    let statement = body + 1;
    statement < file.next(body) && fields.length < MAX_FIELDS;
    statement = file.next(statement)
  ) {
    const assignment = statement + 1;
    if (file.kind(statement) !== k.expression_statement || file.kind(assignment) !== k.assignment) continue;
    const left = file.child(assignment, k.in_left);
    if (file.kind(left) !== k.identifier) continue;
    if ((flags & SymbolFlag.Enum) !== 0) fields.push(file.tree.text(left));
    else if (
      file.child(assignment, k.in_type) !== NO_NODE ||
      file.kind(file.child(assignment, k.in_right)) === k.call
    ) {
      fields.push(text(file, assignment));
    }
  }
  return fields;
}
