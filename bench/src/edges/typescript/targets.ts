/** Resolves call sites to their callees, as the type checker sees them. */
import ts from "@typescript/typescript6";
import type { DeclarationKey, SiteStatus } from "../oracle.js";
import type { Declarations } from "./declarations.js";
import { unwrap } from "./names.js";
import type { CallSite } from "./sites.js";

/** What a call site calls. */
export interface Callee {
  readonly status: SiteStatus;
  readonly targets: readonly DeclarationKey[];
  /** Declarations of the callee, in the project or not. */
  readonly declarations: readonly ts.Declaration[];
  /** Whether a variable is called about whose value the compiler knows nothing: the name says nothing of the callee. */
  readonly isUnknownValue?: true;
}

/** Methods of functions that call them. */
const CALLERS = new Set(["call", "apply"]);
/** Where the compiler's library declares them. */
const FUNCTION_TYPES = new Set(["Function", "CallableFunction", "NewableFunction"]);

const UNRESOLVED: Callee = { status: "unresolved", targets: [], declarations: [] };

/** Resolves call sites of one program. */
export class Targets {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly declarations: Declarations,
  ) {}

  /**
   * What a site may call: of `f.call(…)` and `f.apply(…)` it is `f`, which runs; of a value of which the compiler knows
   * nothing it may as well be a method of that name.
   */
  readingsOf(site: CallSite): CallSite[] {
    const { callee, form } = site;
    if (form !== "call" || !ts.isPropertyAccessExpression(callee) || !CALLERS.has(callee.name.text)) return [site];
    const inner = unwrap(callee.expression);
    if (ts.isFunctionLike(inner)) return [site];
    const called: CallSite = { form, callee: inner, call: undefined };
    if (isAny(this.checker, callee)) return [site, called];
    const declared = this.symbolOf(callee)?.declarations ?? [];
    const isCaller = declared.some(
      ({ parent }) => ts.isInterfaceDeclaration(parent) && FUNCTION_TYPES.has(parent.name.text),
    );
    return [isCaller ? called : site];
  }

  /** @returns `undefined` for an access of a property that is no accessor; one that may be is unresolved */
  calleeOf(site: CallSite): Callee | undefined {
    if (site.form === "access") return this.accessorOf(site.callee);
    const symbol = this.symbolOf(site.callee);
    const signature = site.call === undefined ? this.signatureOfValue(site.callee) : this.signatureOf(site.call);
    const declared = (symbol?.declarations ?? []).map(assigned);
    // A module is no function: the call would fail.
    if (declared.some((node) => ts.isSourceFile(node))) return UNRESOLVED;
    if (declared.length === 0) return signature === undefined ? UNRESOLVED : this.bySignature(signature);
    const own = declared.filter((node) => this.declarations.pathOf(node) !== undefined && !isAugmentation(node));
    if (own.some((node) => this.isOfUnknownValue(node)))
      return { ...UNRESOLVED, declarations: own, isUnknownValue: true };
    if (own.length === 0 || this.isAugmented(symbol)) {
      const isExternal = this.isKnown(declared) && !declared.some((node) => this.declarations.isUnlisted(node));
      return { status: isExternal ? "external" : "unresolved", targets: [], declarations: declared };
    }
    const through = signature === undefined ? [] : this.keysOf([signature]);
    const direct = own.filter((node) => isDirect(node));
    if (direct.length > 0) {
      const targets = [...this.keysOf(direct), ...this.aliasesOf(direct), ...through];
      return { status: "repository", targets: unique(targets), declarations: direct };
    }
    return this.byValue(own, signature);
  }

  /** Resolves a call of a value, such as a parameter, by what it is an alias of and by its signature. */
  private byValue(own: readonly ts.Declaration[], signature: ts.Declaration | undefined): Callee {
    const aliases = this.aliasesOf(own);
    if (signature === undefined && aliases.length === 0)
      return { ...UNRESOLVED, declarations: own, isUnknownValue: true };
    const through = signature === undefined ? [] : this.keysOf([signature]);
    return { status: "value", targets: unique([...this.keysOf(own), ...aliases, ...through]), declarations: own };
  }

  /** The symbol that an expression names, through imports. */
  symbolOf(expression: ts.Expression): ts.Symbol | undefined {
    const { checker } = this;
    if (expression.kind === ts.SyntaxKind.SuperKeyword) return checker.getTypeAtLocation(expression).getSymbol();
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : nameOfElement(expression);
    const symbol = checker.getSymbolAtLocation(name) ?? this.prototypeMember(expression);
    return symbol === undefined ? undefined : this.aliased(symbol);
  }

  /** The member that `C.prototype.m` names in JavaScript, where the compiler gives `C.prototype` no type. */
  private prototypeMember(expression: ts.Expression): ts.Symbol | undefined {
    if (!ts.isPropertyAccessExpression(expression)) return undefined;
    const { expression: prototype, name } = expression;
    if (!ts.isPropertyAccessExpression(prototype) || prototype.name.text !== "prototype") return undefined;
    return this.symbolOf(prototype.expression)?.members?.get(name.escapedText);
  }

  private aliased(symbol: ts.Symbol): ts.Symbol | undefined {
    const { checker } = this;
    const target = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
    return checker.isUnknownSymbol(target) ? undefined : target;
  }

  private signatureOf(call: ts.CallLikeExpression): ts.Declaration | undefined {
    // The compiler fails on the decorator of a private member.
    if (ts.isDecorator(call) && isPrivate(call.parent)) return undefined;
    return this.checker.getResolvedSignature(call)?.declaration;
  }

  /** The signature of a value that `call` or `apply` calls. */
  private signatureOfValue(value: ts.Expression): ts.Declaration | undefined {
    return this.checker.getTypeAtLocation(value).getCallSignatures()[0]?.declaration;
  }

  private accessorOf(expression: ts.Expression): Callee | undefined {
    const symbol = this.symbolOf(expression);
    const all = symbol?.declarations ?? [];
    const isUnknown = symbol === undefined && isAny(this.checker, expression);
    if (isUnknown || all.some((node) => this.declarations.isUnlisted(node))) return UNRESOLVED;
    const own = all.filter((node) => isAccessor(node) && this.declarations.pathOf(node) !== undefined);
    return own.length === 0
      ? undefined
      : { status: "repository", targets: unique(this.keysOf(own)), declarations: own };
  }

  /** Resolves a call of another call's result by its signature only. */
  private bySignature(declaration: ts.Declaration): Callee {
    if (this.declarations.pathOf(declaration) === undefined) {
      return { status: "external", targets: [], declarations: [declaration] };
    }
    return { status: "value", targets: this.keysOf([declaration]), declarations: [declaration] };
  }

  /** Whether the project only adds members to a symbol declared elsewhere; that does not make it the project's. */
  private isAugmented(symbol: ts.Symbol | undefined): boolean {
    const value = symbol?.valueDeclaration;
    return value !== undefined && this.declarations.pathOf(value) === undefined;
  }

  /** Whether a symbol is declared by more than an import: an unresolved module is declared by its import only. */
  private isKnown(declared: readonly ts.Declaration[]): boolean {
    return declared.every((node) => !ts.isImportSpecifier(node) && !ts.isImportClause(node));
  }

  /**
   * Whether a variable is a part of something of which the compiler knows nothing, `const { f } = unknown`, or holds what
   * `require` gives of a package that is not installed: an `import` of it has no value either.
   */
  private isOfUnknownValue(node: ts.Declaration): boolean {
    if (ts.isBindingElement(node)) return (this.checker.getTypeAtLocation(node.parent).flags & ts.TypeFlags.Any) !== 0;
    let value = ts.isVariableDeclaration(node) ? node.initializer : undefined;
    while (value !== undefined && ts.isPropertyAccessExpression(value)) value = value.expression;
    if (value === undefined || !ts.isCallExpression(value) || value.expression.getText() !== "require") return false;
    return (this.checker.getTypeAtLocation(value).flags & ts.TypeFlags.Any) !== 0;
  }

  private keysOf(nodes: readonly ts.Declaration[]): DeclarationKey[] {
    const { declarations } = this;
    return nodes.flatMap((node) => {
      if (isComment(node)) return [];
      const own = declarations.keyOf(node) ?? declarations.keyOf(node.parent);
      // `exports.f = g` is no declaration itself; the declaration of `g` is.
      return own ?? (ts.isBinaryExpression(node) && isTopLevel(node) ? [] : (declarations.ownerOf(node) ?? []));
    });
  }

  /** Declarations that a name is an alias of: `const f = g`, `{ f: g }`, `const f = c ? g : h`, `const { f } = module`. */
  private aliasesOf(nodes: readonly ts.Declaration[]): DeclarationKey[] {
    return nodes.flatMap((node) => {
      const names = givenValues(node).flatMap(namedValues);
      const given = names.map((name) => this.symbolOf(name));
      const taken = ts.isBindingElement(node) ? [this.takenProperty(node)] : [];
      return [...given, ...taken].flatMap((symbol) => this.keysOf(this.ownDeclarations(symbol)));
    });
  }

  /** The property that an element of a pattern takes. */
  private takenProperty({ parent, propertyName, name }: ts.BindingElement): ts.Symbol | undefined {
    const property = propertyName ?? name;
    if (!ts.isObjectBindingPattern(parent) || !ts.isIdentifier(property)) return undefined;
    const symbol = this.checker.getTypeAtLocation(parent).getProperty(property.text);
    return symbol === undefined ? undefined : this.aliased(symbol);
  }

  private ownDeclarations(symbol: ts.Symbol | undefined): ts.Declaration[] {
    const declared = (symbol?.declarations ?? []).map(assigned);
    return declared.filter((node) => this.declarations.pathOf(node) !== undefined && isDirect(node));
  }
}

/** The assignment of `exports.f = …` is the declaration, not its left side. */
function assigned(node: ts.Declaration): ts.Declaration {
  const { parent } = node;
  return ts.isPropertyAccessExpression(node) && ts.isBinaryExpression(parent) && parent.left === node ? parent : node;
}

/** Whether a declaration is an accessor, such as `Object.defineProperty(C.prototype, "size", { get() { … } })`. */
function isAccessor(node: ts.Declaration): boolean {
  if (ts.isAccessor(node)) return true;
  const [target, , descriptor] = ts.isCallExpression(node) ? node.arguments : [];
  if (target === undefined || !ts.isPropertyAccessExpression(target) || target.name.text !== "prototype") return false;
  if (descriptor === undefined || !ts.isObjectLiteralExpression(descriptor)) return false;
  return descriptor.properties.some(({ name }) => name !== undefined && /^[gs]et$/.test(name.getText()));
}

function nameOfElement(expression: ts.Expression): ts.Expression {
  return ts.isElementAccessExpression(expression) ? expression.argumentExpression : expression;
}

/** Whether calling a declaration runs a known body, not a value from elsewhere. */
function isDirect(node: ts.Declaration): boolean {
  if (ts.isParameter(node) || ts.isTypeParameterDeclaration(node)) return false;
  if (ts.isPropertySignature(node) || isComment(node)) return false;
  if (ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) return holdsCallable(node.initializer);
  if (ts.isVariableDeclaration(node)) return holdsCallable(node.initializer) || (isTopLevel(node) && !isUnset(node));
  if (ts.isBindingElement(node)) return isTopLevel(node);
  if (ts.isBinaryExpression(node)) return holdsCallable(node.right) || isTopLevel(node);
  return !ts.isPropertyAccessExpression(node) && !ts.isShorthandPropertyAssignment(node);
}

/** Whether a variable has no value until code assigns one: `let box;`, `let box = null`. */
function isUnset(node: ts.VariableDeclaration): boolean {
  if (ts.isForInStatement(node.parent.parent) || ts.isForOfStatement(node.parent.parent)) return false;
  if (node.initializer !== undefined) return node.initializer.kind === ts.SyntaxKind.NullKeyword;
  return (
    (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Ambient) === 0 && !node.getSourceFile().isDeclarationFile
  );
}

/** Whether a node is `declare module "m" { … }`, which adds to a module that is elsewhere. */
export function isAugmentation(node: ts.Declaration): boolean {
  return ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name);
}

/** Whether a node is a JSDoc type: it gives a value's type, not its place. */
function isComment(node: ts.Node): boolean {
  const { FirstJSDocNode, LastJSDocNode } = ts.SyntaxKind;
  return ts.findAncestor(node, ({ kind }) => kind >= FirstJSDocNode && kind <= LastJSDocNode) !== undefined;
}

function holdsCallable(value: ts.Expression | undefined): boolean {
  if (value === undefined) return false;
  const inner = unwrap(value);
  return ts.isFunctionLike(inner) || ts.isClassExpression(inner);
}

function isTopLevel(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) if (ts.isFunctionLike(at)) return false;
  return true;
}

function givenValues(node: ts.Declaration): readonly ts.Expression[] {
  if (ts.isPropertyDeclaration(node) && node.initializer === undefined) return assignedInClass(node);
  if (hasInitializer(node)) return node.initializer === undefined ? [] : [node.initializer];
  if (ts.isShorthandPropertyAssignment(node)) return [node.name];
  return ts.isBinaryExpression(node) ? [node.right] : [];
}

/** Whether the initializer of a declaration is its value: of a parameter, its default. */
function hasInitializer(
  node: ts.Declaration,
): node is
  | ts.VariableDeclaration
  | ts.PropertyDeclaration
  | ts.PropertyAssignment
  | ts.ParameterDeclaration
  | ts.BindingElement {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node)
  );
}

/** Values of `this.name = value` anywhere in the class. */
function assignedInClass({ parent, name }: ts.PropertyDeclaration): ts.Expression[] {
  const values: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isOwnMember(node.left, name.getText())) values.push(node.right);
    if (!ts.isClassLike(node)) ts.forEachChild(node, visit);
  };
  parent.members.forEach(visit);
  return values;
}

function isOwnMember(left: ts.Expression, name: string): boolean {
  const isMember = ts.isPropertyAccessExpression(left) && left.expression.kind === ts.SyntaxKind.ThisKeyword;
  return isMember && left.name.text === name;
}

/** Whether an expression is a member of something of which the compiler knows nothing. */
function isAny(checker: ts.TypeChecker, expression: ts.Expression): boolean {
  const isMember = ts.isPropertyAccessExpression(expression);
  return isMember && (checker.getTypeAtLocation(expression.expression).flags & ts.TypeFlags.Any) !== 0;
}

function isPrivate({ name }: ts.Node & { readonly name?: ts.Node }): boolean {
  return name !== undefined && ts.isPrivateIdentifier(name);
}

/** The names that a value may come from, through conditions, defaults and assignments. */
function namedValues(value: ts.Expression): ts.Expression[] {
  const inner = unwrap(value);
  if (ts.isIdentifier(inner) || ts.isPropertyAccessExpression(inner)) return [inner];
  if (ts.isConditionalExpression(inner)) return [...namedValues(inner.whenTrue), ...namedValues(inner.whenFalse)];
  if (!ts.isBinaryExpression(inner)) return [];
  const { kind } = inner.operatorToken;
  if (kind === ts.SyntaxKind.EqualsToken) return namedValues(inner.right);
  const isDefault = kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;
  return isDefault ? [...namedValues(inner.left), ...namedValues(inner.right)] : [];
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)].sort();
}
