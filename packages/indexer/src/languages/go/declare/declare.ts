/**
 * First pass over a Go file: writes symbols and imports, and binds the names of the file's outermost scope. Resolves no
 * references.
 */
import { SymbolFlag } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import type { SymbolInput } from "../../../extract/extraction.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { type OpenPart, Pass, rowWalk } from "../../kit/row-walk.js";
import { type GoFile, isExported } from "../go-file.js";
import { type GoVocabulary, vocabularyOf } from "../kinds.js";
import { declareImport } from "./imports.js";
import { functionSignature, genericsText, typeSignature } from "./signatures.js";

/** An open symbol, and whether the code inside belongs to a function. */
interface Container extends OpenPart<Container> {
  readonly symbol: number;
  readonly isFunction: boolean;
}

class Declaring extends Pass<GoFile, Container> {
  /** The last constant specification of the declaration that writes a type or value. */
  lastConst = NO_NODE;

  constructor(file: GoFile) {
    super(file, { end: file.tree.count + 1, parent: undefined, symbol: 0, isFunction: false });
  }

  openInside(node: number, symbol: number, isFunction: boolean): void {
    this.open({ end: this.file.next(node), parent: this.part, symbol, isFunction });
  }

  /** Adds a symbol that is declared inside the open symbol. */
  add(input: Omit<SymbolInput, "container" | "visibility" | "doc"> & { readonly container?: number }): number {
    const { file, part } = this;
    const isPublic = !part.isFunction && isExported(input.name);
    const exported = isPublic ? SymbolFlag.Exported : 0;
    return file.extraction.addSymbol({
      ...input,
      container: input.container ?? part.symbol,
      flags: (part.isFunction ? SymbolFlag.Nested : exported) | (input.flags ?? 0),
      visibility: isPublic ? (input.kind === "method" ? "public" : "exported") : "internal",
      doc: file.docCommentAbove(input.node),
    });
  }
}

const walk = rowWalk<GoVocabulary, Declaring>(vocabularyOf, {
  const_declaration: (d) => {
    d.lastConst = NO_NODE;
  },
  const_spec: declareVariables,
  func_literal: (d, node) => d.openInside(node, d.part.symbol, true),
  function_declaration: declareFunction,
  import_spec: ({ file }, node) => declareImport(file, node),
  method_declaration: declareMethod,
  method_elem: declareInterfaceMethod,
  package_clause: declarePackage,
  type_alias: declareType,
  type_spec: declareType,
  var_spec: declareVariables,
});

/** First pass: writes the symbols and imports of a file, and binds the names of its outermost scope. */
export function declareFile(file: GoFile): void {
  file.extraction.setSignature(0, "package");
  walk(new Declaring(file));
}

/**
 * The package name is stored as the signature of the module symbol: the linker uses it to find the files of the same
 * package.
 */
function declarePackage({ file }: Declaring, node: number): number {
  const name = file.firstNamed(node);
  if (name !== NO_NODE) file.extraction.setSignature(0, `package ${file.tree.text(name)}`);
  const doc = file.docCommentAbove(node);
  if (doc !== undefined) file.extraction.setDoc(0, doc);
  return file.next(node);
}

function declareFunction(d: Declaring, node: number): void {
  const { file } = d;
  const nameNode = file.child(node, file.k.in_name);
  if (nameNode === NO_NODE) return;
  const symbol = d.add({ ...functionFacts(file, node, nameNode), kind: "function" });
  file.outermost.set(file.name(nameNode), file.expr(ExprOp.Symbol, symbol));
  openFunction(d, node, symbol);
}

/**
 * Adds a method to its receiver's type. If the type is declared later in the file or in another file, the method is
 * linked to the type by name only.
 */
function declareMethod(d: Declaring, node: number): void {
  const { file } = d;
  const nameNode = file.child(node, file.k.in_name);
  const [receiver] = file.readParameters(file.child(node, file.k.in_receiver));
  const type = file.namedType(receiver?.type ?? NO_NODE);
  if (nameNode === NO_NODE || type === NO_NODE) return;
  const container = file.types.get(file.name(type)) ?? 0;
  const ownerName = container === 0 ? file.tree.text(type) : undefined;
  openFunction(d, node, d.add({ ...functionFacts(file, node, nameNode), kind: "method", container, ownerName }));
}

function openFunction(d: Declaring, node: number, symbol: number): void {
  d.file.symbols.set(node, symbol);
  d.openInside(node, symbol, true);
}

function functionFacts(file: GoFile, node: number, nameNode: number) {
  const result = file.child(node, file.k.in_result);
  return {
    node,
    nameNode,
    name: file.tree.text(nameNode),
    signature: functionSignature(file, node),
    returns: result === NO_NODE ? undefined : file.tree.text(result),
    generics: genericsText(file, node),
  };
}

function declareInterfaceMethod(d: Declaring, node: number): void {
  const { file, k } = d;
  const nameNode = file.child(node, k.in_name);
  const owner = file.symbols.get(file.parent(file.parent(node)));
  if (nameNode === NO_NODE || owner === undefined || owner !== d.part.symbol) return;
  const flags = SymbolFlag.Abstract | SymbolFlag.Ambient;
  file.symbols.set(node, d.add({ ...functionFacts(file, node, nameNode), kind: "method", flags }));
}

function declareType(d: Declaring, spec: number): void {
  const { file, k } = d;
  const nameNode = file.child(spec, k.in_name);
  const type = file.child(spec, k.in_type);
  const kind = file.kind(type);
  if (nameNode === NO_NODE) return;
  const name = file.name(nameNode);
  const symbol = d.add({
    node: wholeDeclaration(file, spec),
    nameNode,
    name: file.names.text(name),
    kind: kind === k.struct_type ? "class" : kind === k.interface_type ? "interface" : "type",
    signature: typeSignature(file, spec, nameNode, type),
    generics: genericsText(file, spec),
  });
  file.symbols.set(spec, symbol);
  if (!d.part.isFunction) {
    file.types.set(name, symbol);
    file.outermost.set(name, file.expr(ExprOp.Symbol, symbol));
  }
  d.openInside(spec, symbol, false);
}

/** Adds constants and variables of the package; those declared in functions are locals. */
function declareVariables(d: Declaring, spec: number): void {
  const { file, k, part } = d;
  if (part.isFunction) return;
  const isConst = file.kind(spec) === k.const_spec;
  if (isConst) noteRepeated(d, spec);
  const type = file.child(spec, k.in_type);
  for (const nameNode of file.inField(spec, k.in_name)) {
    const name = file.tree.text(nameNode);
    if (name === "_") continue;
    const symbol = d.add({
      node: wholeDeclaration(file, spec),
      nameNode,
      name,
      kind: "variable",
      signature: `${isConst ? "const" : "var"} ${file.tree.text(spec)}`,
      returns: type === NO_NODE ? undefined : file.tree.text(type),
      flags: isConst ? SymbolFlag.Const | SymbolFlag.Readonly : 0,
    });
    file.symbols.set(nameNode, symbol);
    file.outermost.set(file.name(nameNode), file.expr(ExprOp.Symbol, symbol));
  }
}

/** Records that a constant without type and value repeats those of the constant above. */
function noteRepeated(d: Declaring, spec: number): void {
  const { file, k } = d;
  if (file.child(spec, k.in_type) !== NO_NODE || file.child(spec, k.in_value) !== NO_NODE) d.lastConst = spec;
  else if (d.lastConst !== NO_NODE) file.repeated.set(spec, d.lastConst);
}

/** The whole declaration if the specification is its only one (`type T struct {}`); else the specification itself. */
function wholeDeclaration(file: GoFile, spec: number): number {
  const statement = file.parent(spec);
  const isAlone = file.firstNamed(statement) === spec && !file.has(statement, file.k.open_token);
  return isAlone ? statement : spec;
}
