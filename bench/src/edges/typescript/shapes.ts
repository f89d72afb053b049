/**
 * Shapes of TypeScript call sites: what the call, its receiver and its target look like, apart from names. Misses and
 * wrong edges of one shape share a cause, in whatever repository they are.
 */
import ts from "@typescript/typescript6";
import { CONTEXTUAL_PARAMETER } from "../oracle.js";
import { unwrap } from "./names.js";
import type { CallSite } from "./sites.js";

/**
 * The shape of a call site: its form, where the value that is called or asked for a member comes from, what the
 * checker says of the receiver's type, and what the target is. @param declarations of the callee
 */
export function shapeOf(checker: ts.TypeChecker, site: CallSite, declarations: readonly ts.Declaration[]): string {
  const { form, callee } = site;
  const source = new Sources(checker);
  const [target] = declarations;
  const end = target === undefined ? "?" : targetKind(target);
  if (ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee)) {
    const name = ts.isElementAccessExpression(callee) ? "[…]" : ".m";
    const type = typeKind(receiverType(checker, callee.expression));
    return `${form} (${source.of(callee.expression)})${name} on ${type} → ${end}`;
  }
  return `${form} ${source.of(callee)} → ${end}`;
}

/** Describes where values come from. */
class Sources {
  constructor(private readonly checker: ts.TypeChecker) {}

  of(expression: ts.Expression): string {
    const node = unwrap(expression);
    if (node !== expression && !ts.isParenthesizedExpression(expression) && !ts.isNonNullExpression(expression))
      return "cast";
    if (ts.isIdentifier(node)) return this.ofName(node);
    if (node.kind === ts.SyntaxKind.ThisKeyword) return "this";
    if (node.kind === ts.SyntaxKind.SuperKeyword) return "super";
    if (ts.isPropertyAccessExpression(node)) return `member of ${this.rootOf(node.expression)}`;
    if (ts.isElementAccessExpression(node)) return `item of ${this.rootOf(node.expression)}`;
    if (ts.isCallExpression(node)) return this.ofCall(node);
    return PLAIN[node.kind] ?? "other expression";
  }

  /** Like {@link of}, but for a chain of members only says that it is one. */
  private rootOf(expression: ts.Expression): string {
    const node = unwrap(expression);
    return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? "member" : this.of(expression);
  }

  private ofCall(node: ts.CallExpression): string {
    const declaration = this.checker.getResolvedSignature(node)?.declaration;
    if (declaration === undefined) return "result";
    if (declaration.getSourceFile().hasNoDefaultLib) return "result of builtin";
    return declaration.type === undefined ? "inferred result" : "declared result";
  }

  private ofName(node: ts.Identifier): string {
    const symbol = this.checker.getSymbolAtLocation(node);
    const [declaration] = symbol?.declarations ?? [];
    if (declaration === undefined) return "unknown name";
    return ts.isParameter(declaration) ? parameter(declaration) : named(declaration);
  }
}

const PLAIN: Readonly<Record<number, string>> = {
  [ts.SyntaxKind.NewExpression]: "new",
  [ts.SyntaxKind.AwaitExpression]: "await",
  [ts.SyntaxKind.ConditionalExpression]: "choice",
  [ts.SyntaxKind.BinaryExpression]: "choice",
  [ts.SyntaxKind.ArrowFunction]: "function expression",
  [ts.SyntaxKind.FunctionExpression]: "function expression",
  [ts.SyntaxKind.StringLiteral]: "literal",
  [ts.SyntaxKind.ArrayLiteralExpression]: "literal",
  [ts.SyntaxKind.ObjectLiteralExpression]: "literal",
};

function parameter(node: ts.ParameterDeclaration): string {
  if (node.type !== undefined || ts.getJSDocType(node) !== undefined) return "declared parameter";
  if (node.initializer !== undefined) return "parameter with default";
  const { parent } = node;
  const isExpression = ts.isArrowFunction(parent) || ts.isFunctionExpression(parent) || ts.isMethodDeclaration(parent);
  return isExpression && !ts.isClassLike(parent.parent) ? CONTEXTUAL_PARAMETER : "undeclared parameter";
}

function named(node: ts.Declaration): string {
  if (ts.isVariableDeclaration(node)) return variable(node);
  if (ts.isBindingElement(node)) return bound(node);
  if (ts.isImportSpecifier(node)) return "import";
  if (ts.isImportClause(node)) return "default import";
  if (ts.isNamespaceImport(node) || ts.isImportEqualsDeclaration(node)) return "namespace";
  if (ts.isFunctionDeclaration(node)) return "function";
  if (ts.isClassLike(node)) return "class";
  if (ts.isModuleDeclaration(node) || ts.isEnumDeclaration(node)) return "namespace";
  return "other name";
}

function variable(node: ts.VariableDeclaration): string {
  const { parent, type, initializer } = node;
  const where = isInside(node) ? "local" : "variable";
  if (type !== undefined || ts.getJSDocType(node) !== undefined) return `declared ${where}`;
  if (ts.isCatchClause(parent)) return "caught error";
  if (ts.isForOfStatement(parent.parent) || ts.isForInStatement(parent.parent)) return "iterated local";
  if (initializer === undefined) return `assigned ${where}`;
  const value = unwrap(initializer);
  if (isRequire(value)) return "required module";
  return `${where} of ${valueKind(value)}`;
}

function isRequire(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return isRequire(node.expression);
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "require";
}

function valueKind(value: ts.Expression): string {
  if (ts.isFunctionLike(value)) return "function";
  if (ts.isCallExpression(value)) return "result";
  if (ts.isObjectLiteralExpression(value)) return "object";
  if (ts.isIdentifier(value)) return "name";
  if (ts.isPropertyAccessExpression(value)) return "member";
  if (ts.isElementAccessExpression(value)) return "item";
  return PLAIN[value.kind] ?? "other expression";
}

/** What is destructured, through nested patterns. */
function bound(node: ts.BindingElement): string {
  const kind = ts.isArrayBindingPattern(node.parent) ? "item" : "property";
  let holder: ts.Node = node;
  while (ts.isBindingElement(holder) || ts.isObjectBindingPattern(holder) || ts.isArrayBindingPattern(holder))
    holder = holder.parent;
  if (ts.isParameter(holder)) return `${kind} of ${parameter(holder)}`;
  return ts.isVariableDeclaration(holder) ? `${kind} of ${variable(holder)}` : kind;
}

function isInside(node: ts.Node): boolean {
  return ts.findAncestor(node, (at) => ts.isFunctionLike(at) || ts.isClassStaticBlockDeclaration(at)) !== undefined;
}

/** The type of a receiver; of `this` the class, not the type parameter that stands for its subclasses. */
function receiverType(checker: ts.TypeChecker, receiver: ts.Expression): ts.Type {
  const type = checker.getTypeAtLocation(receiver);
  return receiver.kind === ts.SyntaxKind.ThisKeyword ? checker.getApparentType(type) : type;
}

/** What the checker makes of a type, without its name. */
function typeKind(type: ts.Type): string {
  const { flags } = type;
  if ((flags & ts.TypeFlags.Any) !== 0) return "any";
  if ((flags & ts.TypeFlags.TypeParameter) !== 0) return "type parameter";
  if (type.isUnion()) return type.types.some(isNothing) ? "optional" : "union";
  if (type.isIntersection()) return "intersection";
  return (flags & ts.TypeFlags.Object) === 0 ? "primitive" : objectKind(type as ts.ObjectType);
}

function objectKind({ objectFlags, aliasSymbol, symbol }: ts.ObjectType): string {
  if ((objectFlags & ts.ObjectFlags.Mapped) !== 0) return "mapped type";
  const of = aliasSymbol === undefined ? "" : " alias";
  // Tuples have no symbol, whatever the declared type of `symbol` says.
  const [declaration] = (symbol as ts.Symbol | undefined)?.declarations ?? [];
  if (declaration === undefined) return "type";
  if (ts.isClassLike(declaration)) return "class";
  if (ts.isInterfaceDeclaration(declaration)) return "interface";
  if (ts.isTypeLiteralNode(declaration)) return `object type${of}`;
  if (ts.isObjectLiteralExpression(declaration)) return "object";
  return ts.isSourceFile(declaration) || ts.isModuleDeclaration(declaration) ? "module" : "function";
}

function isNothing({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0;
}

const TARGETS: Readonly<Record<number, string>> = {
  [ts.SyntaxKind.FunctionDeclaration]: "function",
  [ts.SyntaxKind.MethodDeclaration]: "method",
  [ts.SyntaxKind.MethodSignature]: "interface method",
  [ts.SyntaxKind.PropertySignature]: "property of a type",
  [ts.SyntaxKind.PropertyDeclaration]: "field",
  [ts.SyntaxKind.GetAccessor]: "getter",
  [ts.SyntaxKind.SetAccessor]: "setter",
  [ts.SyntaxKind.ClassDeclaration]: "class",
  [ts.SyntaxKind.ClassExpression]: "class",
  [ts.SyntaxKind.Parameter]: "parameter",
  [ts.SyntaxKind.BindingElement]: "destructured name",
  [ts.SyntaxKind.BinaryExpression]: "assignment",
  [ts.SyntaxKind.ShorthandPropertyAssignment]: "shorthand property",
  [ts.SyntaxKind.CallSignature]: "call signature",
  [ts.SyntaxKind.FunctionType]: "function type",
};

function targetKind(node: ts.Declaration): string {
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) {
    const what = ts.isVariableDeclaration(node) ? "variable" : "property";
    return node.initializer === undefined ? `declared ${what}` : `${what} of ${valueKind(unwrap(node.initializer))}`;
  }
  if (ts.isMethodDeclaration(node) && ts.isObjectLiteralExpression(node.parent)) return "method of an object";
  return TARGETS[node.kind] ?? "other declaration";
}
