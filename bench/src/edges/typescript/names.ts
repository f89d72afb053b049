/** Recogniser of named declarations, with their extent. Knows syntax only. */
import ts from "@typescript/typescript6";

/** A node that declares a name. */
export interface NamedDeclaration {
  readonly name: string;
  /** Parts that the declaration adds to a qualified name. */
  readonly names: readonly string[];
  readonly nameNode: ts.Node;
  /** The node that contains nested declarations; for a function, the body, whose declarations are local. */
  readonly body: ts.Node | undefined;
  readonly stretch: ts.Node;
  /** Whether code inside belongs to the declaration. */
  readonly isOwner: boolean;
}

/** @returns `undefined` for nodes that declare no name */
export function declaredName(node: ts.Node): NamedDeclaration | undefined {
  if (ts.isVariableDeclaration(node) || ts.isBindingElement(node)) return variable(node);
  if (ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) return property(node);
  if (ts.isPropertySignature(node)) return member(node, false, node.type);
  if (ts.isConstructorDeclaration(node)) return named("constructor", node.getFirstToken() ?? node, node);
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node) || ts.isMethodSignature(node))
    return member(node, true, node);
  if (ts.isBinaryExpression(node)) return assignment(node);
  if (ts.isEnumMember(node)) return undefined;
  if (isBlockDeclaration(node)) {
    const { name } = node;
    return named(name?.text ?? "default", name ?? node, node);
  }
  return undefined;
}

type BlockDeclaration =
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ModuleDeclaration;

function isBlockDeclaration(node: ts.Node): node is BlockDeclaration {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node)
  );
}

function named(name: string, nameNode: ts.Node, node: ts.Node): NamedDeclaration {
  return { name, names: [name], nameNode, body: node, stretch: node, isOwner: true };
}

/** A variable extends over its whole statement if it is the only one. */
function variable(node: ts.VariableDeclaration | ts.BindingElement): NamedDeclaration | undefined {
  if (!ts.isIdentifier(node.name)) return undefined;
  const value = node.initializer === undefined ? undefined : unwrap(node.initializer);
  const isFunction = value !== undefined && (ts.isFunctionLike(value) || ts.isClassExpression(value));
  if (!isFunction && isInBlock(node)) return undefined;
  const list = node.parent;
  const isAlone = ts.isVariableDeclarationList(list) && list.declarations.length === 1;
  const stretch = isAlone && ts.isVariableStatement(list.parent) ? list.parent : node;
  return { name: node.name.text, names: [node.name.text], nameNode: node.name, body: value, stretch, isOwner: true };
}

/** Whether a variable lives in a block only, such as that of an `if`: then the code around owns what its value does. */
function isInBlock(node: ts.VariableDeclaration | ts.BindingElement): boolean {
  const declaration = ts.findAncestor(node, ts.isVariableDeclaration);
  const list = declaration?.parent;
  if (list === undefined || !ts.isVariableDeclarationList(list)) return true;
  if ((list.flags & ts.NodeFlags.BlockScoped) === 0) return false;
  let at: ts.Node = list.parent.parent;
  while (ts.isBlock(at) && ts.isBlock(at.parent)) at = at.parent;
  const isBare = ts.isBlock(at) && ts.isSourceFile(at.parent);
  return !ts.isVariableStatement(list.parent) || !(ts.isSourceFile(at) || ts.isModuleBlock(at) || isBare);
}

function property(node: ts.PropertyDeclaration | ts.PropertyAssignment): NamedDeclaration | undefined {
  const value = node.initializer === undefined ? undefined : unwrap(node.initializer);
  return member(node, value !== undefined && isHolder(value), value);
}

/** Whether the inside of a value belongs to its property: functions, classes, and objects of these. */
function isHolder(value: ts.Node): boolean {
  if (ts.isFunctionLike(value) || ts.isClassExpression(value)) return true;
  return ts.isObjectLiteralExpression(value) && value.properties.some(holdsFunction);
}

function holdsFunction(part: ts.ObjectLiteralElementLike): boolean {
  if (ts.isMethodDeclaration(part) || ts.isAccessor(part)) return true;
  return ts.isPropertyAssignment(part) && isHolder(unwrap(part.initializer));
}

/**
 * Whether an object is exported as a whole (`module.exports = {…}`, `export default {…}`): its members' names get no
 * prefix.
 */
export function isExportedValue(literal: ts.Node): boolean {
  let at = literal.parent;
  while (ts.isParenthesizedExpression(at) || ts.isAsExpression(at) || ts.isSatisfiesExpression(at)) at = at.parent;
  if (ts.isExportAssignment(at)) return true;
  return ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken && isModuleExports(at.left);
}

/** Most calls around an object whose result still counts as the object: `freeze({ … })`, `wrap(freeze({ … }))`. */
const MAX_CALLS = 2;

/** The value that is made of an object by calls to which it is passed: the object's members are its members. */
export function madeValue(literal: ts.Expression): ts.Expression {
  let made = literal;
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    let at: ts.Node = made;
    while (ts.isExpression(at.parent) && unwrap(at.parent) === unwrap(made)) at = at.parent;
    const { parent } = at;
    const isCall = ts.isCallExpression(parent) || ts.isNewExpression(parent);
    if (!isCall || parent.expression === at) return made;
    made = parent;
  }
  return made;
}

function isModuleExports(left: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(left) && left.getText() === "module.exports";
}

function member(
  node: ts.ClassElement | ts.TypeElement | ts.ObjectLiteralElement,
  isOwner: boolean,
  body: ts.Node | undefined,
): NamedDeclaration | undefined {
  const { name } = node;
  if (name === undefined) return undefined;
  const text = ts.isComputedPropertyName(name) ? `[${name.expression.getText()}]` : name.text;
  return { name: text, names: [text], nameNode: name, body, stretch: node, isOwner };
}

/** `exports.f = function () {}`, `C.prototype.m = …`, also of what a call makes, `module.exports = { … }`. */
function assignment(node: ts.BinaryExpression): NamedDeclaration | undefined {
  if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isExpressionStatement(node.parent)) return undefined;
  const value = unwrap(node.right);
  if (!isHolder(value) && !(isMade(value) && isOfOwnPrototype(node.left))) return undefined;
  const names = assignedNames(node.left);
  if (names === undefined) return undefined;
  const name = names.at(-1);
  if (name === undefined) return undefined;
  const nameNode = ts.isPropertyAccessExpression(node.left) ? node.left.name : node.left;
  return { name, names, nameNode, body: value, stretch: node.parent, isOwner: true };
}

/** Whether a call makes a value; `require` only passes another module's on. */
function isMade(value: ts.Expression): boolean {
  return ts.isCallExpression(value) && !(ts.isIdentifier(value.expression) && value.expression.text === "require");
}

/** Whether a member is one of the prototype of a function or class that the file declares at its top. */
function isOfOwnPrototype(left: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(left) || !ts.isPropertyAccessExpression(left.expression)) return false;
  const { expression: owner, name } = left.expression;
  if (name.text !== "prototype" || !ts.isIdentifier(owner)) return false;
  return left.getSourceFile().statements.some((statement) => {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      return statement.name?.text === owner.text;
    const variables = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    return variables.some(({ name: own, initializer }) => {
      return ts.isIdentifier(own) && own.text === owner.text && initializer !== undefined && isHolder(initializer);
    });
  });
}

/**
 * The names of an assignment's left side; `undefined` unless it is a path of names. Parts that lead to the module or a
 * prototype are left out.
 */
function assignedNames(left: ts.Expression): readonly string[] | undefined {
  const names: string[] = [];
  let at = left;
  while (ts.isPropertyAccessExpression(at)) {
    names.unshift(at.name.text);
    at = at.expression;
  }
  if (!ts.isIdentifier(at) || names.length === 0) return undefined;
  if (at.text === "module" && names[0] === "exports") return names.slice(1);
  return [at.text, ...names].filter((name) => name !== "prototype" && name !== "exports");
}

/** Strips parentheses and type assertions from an expression. */
export function unwrap(node: ts.Expression): ts.Expression {
  let at = node;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isSatisfiesExpression(at) ||
    ts.isNonNullExpression(at) ||
    ts.isTypeAssertionExpression(at)
  ) {
    at = at.expression;
  }
  return at;
}
