/** Index of a program's declarations outside function bodies, and of the declaration that contains any node. */
import ts from "@typescript/typescript6";
import { type DeclarationKey, moduleKey, type OracleDeclaration } from "../oracle.js";
import { declaredName, isExportedValue, madeValue, type NamedDeclaration } from "./names.js";

/** Declarations of all added source files. */
export class Declarations {
  private readonly keys = new Map<ts.Node, DeclarationKey>();
  private readonly owners = new Set<ts.Node>();
  private readonly lists = new Map<string, OracleDeclaration[]>();
  private readonly paths = new Map<ts.SourceFile, string>();
  private readonly root: string;

  /** @param root folder of the project */
  constructor(root: string) {
    this.root = `${root}/`;
  }

  add(source: ts.SourceFile, path: string): void {
    this.paths.set(source, path);
    this.keys.set(source, moduleKey(path));
    this.owners.add(source);
    this.lists.set(path, []);
    this.visitChildren(source, { source, path, names: [] });
  }

  /** Path of the node's file in the project; `undefined` outside the project. */
  pathOf(node: ts.Node): string | undefined {
    return this.paths.get(node.getSourceFile());
  }

  /**
   * Whether a node is in a file of the project's folder that is not listed, such as committed build output: it is
   * generated from listed files, and says nothing of them.
   */
  isUnlisted(node: ts.Node): boolean {
    const { fileName } = node.getSourceFile();
    const isOwn = fileName.startsWith(this.root) && !fileName.includes("/node_modules/");
    return isOwn && this.pathOf(node) === undefined;
  }

  /** The key of a node that is a declaration outside function bodies. */
  keyOf(node: ts.Node): DeclarationKey | undefined {
    return this.keys.get(node);
  }

  /** The innermost declaration that contains a node, or is it; `undefined` outside the project. */
  ownerOf(node: ts.Node): DeclarationKey | undefined {
    if (this.pathOf(node) === undefined) return undefined;
    let at = node;
    while (!this.owners.has(at)) at = at.parent;
    return this.keys.get(at);
  }

  byFile(): Record<string, readonly OracleDeclaration[]> {
    return Object.fromEntries(this.lists);
  }

  private visitChildren(node: ts.Node, place: Place): void {
    ts.forEachChild(node, (child) => this.visit(child, place));
  }

  private visit(node: ts.Node, place: Place): void {
    const declared = this.isAnonymousPart(node) ? undefined : declaredName(node);
    if (declared === undefined) {
      if (!ts.isFunctionLike(node) && !ts.isClassStaticBlockDeclaration(node)) this.visitChildren(node, place);
      return;
    }
    const inner = { ...place, names: [...place.names, ...declared.names] };
    this.record(node, declared, inner);
    if (declared.body !== undefined && !ts.isFunctionLike(declared.body)) this.visitChildren(declared.body, inner);
  }

  /** Whether a node is a property of an unnamed object, such as an argument of a statement's call. */
  private isAnonymousPart(node: ts.Node): boolean {
    const { parent } = node;
    if (!ts.isObjectLiteralElement(node) || !ts.isObjectLiteralExpression(parent)) return false;
    const value = madeValue(parent);
    return !this.keys.has(parent) && !this.keys.has(value) && !isExportedValue(parent) && !isExportedValue(value);
  }

  private record(node: ts.Node, { name, nameNode, isOwner, stretch, body }: NamedDeclaration, place: Place): void {
    const { source, path, names } = place;
    const key = `${path}#${names.filter((part) => part !== "constructor").join(".")}`;
    this.keys.set(node, key);
    if (body !== undefined && body !== node) this.keys.set(body, key);
    if (isOwner) this.owners.add(node);
    const start = source.getLineAndCharacterOfPosition(stretch.getStart(source));
    const end = source.getLineAndCharacterOfPosition(stretch.getEnd());
    const { line } = source.getLineAndCharacterOfPosition(nameNode.getStart(source));
    this.lists.get(path)?.push({
      key,
      name,
      line: line + 1,
      startLine: start.line + 1,
      startCol: start.character,
      endLine: end.line + 1,
      endCol: end.character,
      isOwner,
    });
  }
}

interface Place {
  readonly source: ts.SourceFile;
  readonly path: string;
  readonly names: readonly string[];
}
