/** Classifier of call sites by how they reach their callee. */
import ts from "@typescript/typescript6";
import type { ReceiverKind } from "../oracle.js";
import type { CallSite } from "./sites.js";

/** Classifies a call site. @param declarations of the callee */
export function receiverKind(
  checker: ts.TypeChecker,
  site: CallSite,
  declarations: readonly ts.Declaration[],
): ReceiverKind {
  const { form, callee } = site;
  if (form === "access") return "accessor";
  if (form !== "call") return form;
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) {
    const isHere = declarations.some((node) => node.getSourceFile() === callee.getSourceFile());
    return isHere ? "same file" : "import";
  }
  const object = callee.expression;
  if (object.kind === ts.SyntaxKind.SuperKeyword) return "super";
  return memberKind(checker, object, declarations[0]);
}

function memberKind(
  checker: ts.TypeChecker,
  object: ts.Expression,
  declaration: ts.Declaration | undefined,
): ReceiverKind {
  if (isNamespace(checker, object)) return "namespace";
  const holder = declaration?.parent;
  if (holder === undefined) return "object member";
  if (ts.isInterfaceDeclaration(holder) || ts.isTypeLiteralNode(holder)) return "interface method";
  if (!ts.isClassLike(holder)) return "object member";
  if (isClassItself(checker, object)) return "static";
  if (object.kind === ts.SyntaxKind.ThisKeyword) return isInside(object, holder) ? "this" : "inherited";
  const receiver = checker.getTypeAtLocation(object).getSymbol();
  const isOwn = receiver?.declarations?.includes(holder) ?? false;
  return isOwn || receiver === undefined ? "typed receiver" : "inherited";
}

function isNamespace(checker: ts.TypeChecker, object: ts.Expression): boolean {
  const symbol = checker.getSymbolAtLocation(object);
  if (symbol === undefined) return false;
  const target = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  return (target.flags & ts.SymbolFlags.Module) !== 0;
}

function isClassItself(checker: ts.TypeChecker, object: ts.Expression): boolean {
  if (object.kind === ts.SyntaxKind.ThisKeyword) return false;
  const symbol = checker.getSymbolAtLocation(object);
  if (symbol === undefined) return false;
  const target = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  return (target.flags & ts.SymbolFlags.Class) !== 0;
}

/** Whether the class is the innermost one around `this`. */
function isInside(node: ts.Node, holder: ts.ClassLikeDeclaration): boolean {
  let at = node;
  while (!ts.isSourceFile(at) && !ts.isClassLike(at)) at = at.parent;
  return at === holder;
}
