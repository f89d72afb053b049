/** Definitions and messages of a TypeScript or JavaScript file, by TypeScript's parser. */
import ts from "@typescript/typescript6";
import type { Definition, FileSites, Message } from "./file-sites.js";

const LOG_CALLS = new Set(["debug", "info", "warn", "error", "fatal", "trace", "log", "verbose"]);
const LOGGERS = /log|console/i;

interface Place {
  readonly containers: readonly string[];
  /** The innermost named function. */
  readonly name: string | undefined;
}

/** Parses a file, and collects its definitions and messages with their places. */
export function readTypescriptSites(file: string, text: string): FileSites {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const reader = new SiteReader(source);
  reader.visit(source, { containers: [], name: undefined });
  return { file, definitions: reader.definitions, messages: reader.messages };
}

class SiteReader {
  readonly definitions: Definition[] = [];
  readonly messages: Message[] = [];

  constructor(private readonly source: ts.SourceFile) {}

  visit(node: ts.Node, place: Place): void {
    const name = nameNodeOf(node)?.getText(this.source);
    if (name !== undefined && place.name === undefined) this.addDefinition(node, name, place.containers);
    this.addMessage(node, place);
    const inner = name === undefined ? place : placeIn(node, name, place);
    ts.forEachChild(node, (child) => this.visit(child, inner));
  }

  private addDefinition(node: ts.Node, name: string, containers: readonly string[]): void {
    const kind = kindOf(node);
    const at = nameNodeOf(node);
    if (kind !== undefined && at !== undefined)
      this.definitions.push({ name, kind, containers, line: this.lineOf(at) });
  }

  private addMessage(node: ts.Node, place: Place): void {
    if (ts.isNewExpression(node)) {
      const error = node.expression.getText(this.source);
      if (/(?:Error|Exception)$/.test(error)) this.add(node, { error, name: place.name });
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      if (LOG_CALLS.has(name.text) && LOGGERS.test(expression.getText(this.source))) {
        this.add(node, { error: "", name: place.name });
      }
    }
  }

  private add(
    site: ts.NewExpression | ts.CallExpression,
    { error, name }: { readonly error: string; readonly name: string | undefined },
  ): void {
    const [text] = site.arguments ?? [];
    const pieces = text === undefined ? undefined : piecesOf(text);
    if (pieces !== undefined && name !== undefined) {
      this.messages.push({ pieces, line: this.lineOf(site), name, error });
    }
  }

  private lineOf(node: ts.Node): number {
    return this.source.getLineAndCharacterOfPosition(node.getStart(this.source)).line + 1;
  }
}

/** The enclosing names and class for code inside a named node. */
function placeIn(node: ts.Node, name: string, place: Place): Place {
  if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) {
    return { ...place, containers: [...place.containers, name] };
  }
  return isFunctionOf(node) ? { ...place, name } : place;
}

/** The name node of a declaration, or of the variable to which a function is assigned. */
function nameNodeOf(node: ts.Node): ts.Node | undefined {
  if (ts.isBinaryExpression(node)) return ts.isPropertyAccessExpression(node.left) ? node.left.name : undefined;
  if (ts.isConstructorDeclaration(node)) return undefined;
  const { name } = node as { name?: ts.Node };
  return name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name : undefined;
}

function kindOf(node: ts.Node): string | undefined {
  if (ts.isClassDeclaration(node)) return "class";
  if (ts.isInterfaceDeclaration(node)) return "interface";
  if (ts.isTypeAliasDeclaration(node)) return "type";
  if (ts.isEnumDeclaration(node)) return "enum";
  if (ts.isMethodDeclaration(node)) return "method";
  return isFunctionOf(node) ? "function" : undefined;
}

/** Whether the node is a function, or a declaration to which a function is assigned. */
function isFunctionOf(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return true;
  if (ts.isGetAccessorDeclaration(node) || ts.isSetAccessorDeclaration(node)) return true;
  const value =
    ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)
      ? node.initializer
      : ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
        ? node.right
        : undefined;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
}

function piecesOf(node: ts.Expression): (string | null)[] | undefined {
  if (ts.isParenthesizedExpression(node)) return piecesOf(node.expression);
  if (ts.isStringLiteralLike(node)) return splitFormat(node.text);
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.flatMap(({ literal }) => [null, literal.text])];
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [piecesOf(node.left), piecesOf(node.right)];
    return left === undefined && right === undefined ? undefined : [...(left ?? [null]), ...(right ?? [null])];
  }
  return undefined;
}

/** Splits a format text of `util.format` at its placeholders. */
function splitFormat(text: string): (string | null)[] {
  return text.split(/%[sdifjoO]/).flatMap((piece, at) => (at === 0 ? [piece] : [null, piece]));
}
