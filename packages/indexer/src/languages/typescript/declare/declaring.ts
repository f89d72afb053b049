/**
 * State of pass one: the scope, container and body that the walk is in; adds symbols and bindings. Knows no particular
 * kind of declaration.
 */
import { SymbolFlag, type Visibility } from "@sdl/model";
import type { SymbolInput } from "../../../extract/extraction.js";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { docBefore } from "../../kit/comments.js";
import { type OpenPart, Pass } from "../../kit/row-walk.js";
import { type Binding, type BindingInput, BindingKind, Scope, Space } from "../scopes.js";
import type { TypescriptFile } from "../typescript-file.js";

/** An open part of the file, up to row `end`. */
export interface Frame extends OpenPart<Frame> {
  /** Number of frames around. */
  readonly depth: number;
  readonly scope: Scope;
  /** Symbol that contains declarations made here. */
  readonly container: number;
  /** Whether inside a function's body. */
  readonly nested: boolean;
  /** Whether inside `declare …`. */
  readonly ambient: boolean;
  /** Node whose children are members of the symbol `members`; -1 for none. */
  readonly body: number;
  readonly members: number;
  /** Number of object literals around. */
  readonly objectDepth: number;
  /** The enclosing class, for `this.x = …`. */
  readonly classOwner: number;
  /** First decorator of the next member; {@link NO_NODE} for none. */
  decorator: number;
}

/**
 * A symbol to add; omitted fields follow from its position. An empty `doc` means no doc, even if there is a comment
 * above.
 */
export type Declaration = Omit<SymbolInput, "container"> & { readonly container?: number | undefined };

/** A symbol whose name is a node in its declaration. */
export type NamedDeclaration = Pick<Declaration, "kind" | "flags" | "signature" | "generics">;

/** The statement around a declaration, and what its keywords state. */
export interface Statement {
  readonly node: number;
  readonly exported: boolean;
  readonly isDefault: boolean;
  readonly ambient: boolean;
}

/** The export flag of members: the content of `module.exports = { … }` is exported. @param owner the enclosing symbol; 0 is the module */
export function exportedFlag(owner: number): number {
  return owner === 0 ? SymbolFlag.Exported : 0;
}

/** Maximum number of nested frames that are distinguished. Real code stays below; in a hostile file, qualified names would grow quadratically. */
const MAX_DEPTH = 399;

/** Walk state of pass one. */
export class Declaring extends Pass<TypescriptFile, Frame> {
  constructor(file: TypescriptFile) {
    const scope = new Scope(0, 0, undefined);
    super(file, {
      end: file.tree.count,
      parent: undefined,
      depth: 0,
      scope,
      container: 0,
      nested: false,
      ambient: false,
      body: -1,
      members: -1,
      objectDepth: 0,
      classOwner: -1,
      decorator: NO_NODE,
    });
    file.scopes.push(scope);
  }

  get frame(): Frame {
    return this.part;
  }

  /** Opens a part of the file; fields that `change` omits are as in the frame around. */
  openFrame(node: number, change: Partial<Frame>, parent = this.frame): void {
    this.open({
      end: this.file.tree.next[node] ?? 0,
      parent,
      depth: parent.depth + 1,
      scope: change.scope ?? parent.scope,
      container: change.container ?? parent.container,
      nested: change.nested ?? parent.nested,
      ambient: change.ambient ?? parent.ambient,
      body: change.body ?? -1,
      members: change.members ?? -1,
      objectDepth: change.objectDepth ?? 0,
      classOwner: change.classOwner ?? parent.classOwner,
      decorator: NO_NODE,
    });
    this.isFull = this.frame.depth >= MAX_DEPTH;
  }

  override enter(): void {
    // Row marks are for the second pass; in pass one, frames open when their nodes are declared.
  }

  protected override closed(): void {
    this.isFull = false;
  }

  /** Creates a scope at `node`. @param hoists whether `var` binds in this scope */
  scopeAt(node: number, owner: number, hoists: boolean): Scope {
    const around = this.frame.scope;
    const scope = new Scope(node, owner, hoists ? undefined : (around.functionScope ?? around));
    this.file.scopes.push(scope);
    this.file.opensAt(node);
    return scope;
  }

  bind(input: Omit<BindingInput, "name"> & { readonly name: number }, scope = this.frame.scope): Binding {
    return scope.add(input);
  }

  bindSymbol(nameNode: number, symbol: number, space: { readonly space: number; readonly rank?: number }): Binding {
    return this.bind({
      kind: BindingKind.Symbol,
      name: this.file.name(nameNode),
      target: symbol,
      node: nameNode,
      declaration: nameNode,
      space: space.space,
      rank: space.rank,
    });
  }

  /** Binds a name that is no symbol. */
  bindLocal(nameNode: number, declaration: number, scope = this.frame.scope): Binding {
    const name = this.file.name(nameNode);
    return scope.add({ kind: BindingKind.Local, name, space: Space.Value, target: -1, node: nameNode, declaration });
  }

  /** Adds a symbol with the doc above it and the flags that follow from its position. */
  addSymbol(input: Declaration): number {
    const { file, frame } = this;
    let flags = input.flags ?? 0;
    if (frame.nested) flags |= SymbolFlag.Nested;
    if (frame.ambient) flags |= SymbolFlag.Ambient;
    const doc = input.doc === undefined ? docBefore(file, input.startNode ?? input.node) : input.doc || undefined;
    // Each field is written by name: spreading inputs of several shapes takes longer than everything else here.
    const symbol = file.extraction.addSymbol({
      node: input.node,
      nameNode: input.nameNode,
      name: input.name,
      kind: input.kind,
      container: input.container ?? frame.container,
      flags,
      visibility: input.visibility,
      signature: input.signature,
      returns: input.returns,
      generics: input.generics,
      doc,
      startNode: input.startNode,
      endNode: input.endNode,
      otherNames: input.otherNames,
    });
    file.mainNode[symbol] = input.node;
    file.symbolNames[symbol] = input.name;
    return symbol;
  }

  /** Adds the symbol of a declaration with its statement's keywords. */
  addNamed(nameNode: number, statement: Statement, input: NamedDeclaration): number {
    return this.addSymbol({
      node: statement.node,
      nameNode,
      name: this.file.tree.text(nameNode),
      kind: input.kind,
      signature: input.signature,
      generics: input.generics,
      flags: this.flagsOf(statement) | (input.flags ?? 0),
      visibility: this.visibilityOf(statement),
    });
  }

  /** The statement around a declaration, including `export`, `export default` and `declare`. */
  statementOf(declaration: number): Statement {
    const { file, frame } = this;
    const { k } = file;
    let node = declaration;
    let ambient = frame.ambient;
    let parent = file.parent(node);
    if (file.kind(parent) === k.ambient_declaration) {
      ambient = true;
      node = parent;
      parent = file.parent(node);
    }
    if (file.kind(parent) !== k.export_statement) {
      return { node, exported: frame.ambient && frame.container !== 0, isDefault: false, ambient };
    }
    return { node: parent, exported: true, isDefault: file.has(parent, k.default_token), ambient };
  }

  flagsOf(statement: Statement): number {
    if (this.frame.nested) return 0;
    return (
      (statement.exported ? SymbolFlag.Exported : 0) |
      (statement.isDefault ? SymbolFlag.DefaultExport : 0) |
      (statement.ambient ? SymbolFlag.Ambient : 0)
    );
  }

  visibilityOf(statement: Statement): Visibility {
    return statement.exported && !this.frame.nested ? "exported" : "internal";
  }

  /**
   * Whether `node` is a member of the class, interface or object that the walk is in. In broken code an ERROR node may
   * be between them.
   */
  isMember(node: number): boolean {
    const { frame, file } = this;
    if (frame.members < 0) return false;
    const parent = file.parent(node);
    return parent === frame.body || (file.kind(parent) === 0xffff && file.parent(parent) === frame.body);
  }

  recordMember(owner: number, nameNode: number, symbol: number): void {
    const { file } = this;
    let members = file.members.get(owner);
    if (members === undefined) {
      members = new Map();
      file.members.set(owner, members);
    }
    members.set(file.name(nameNode), -symbol);
  }
}
