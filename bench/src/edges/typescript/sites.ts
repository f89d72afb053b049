/**
 * Collector of call sites in a file: calls, constructions, JSX tags, tagged templates, decorators, accessors. Knows
 * syntax only.
 */
import ts from "@typescript/typescript6";
import { unwrap } from "./names.js";

/** Syntactic form of a call site. */
export type SiteForm = "call" | "new" | "jsx" | "tag" | "decorator" | "super" | "access";

/** A call site in TypeScript or JavaScript source. */
export interface CallSite {
  readonly form: SiteForm;
  /** The called expression. */
  readonly callee: ts.Expression;
  /** The node that resolves the signature; undefined for accessors. */
  readonly call: ts.CallLikeExpression | undefined;
}

/** Yields the call sites below a node. */
export function* callSites(root: ts.Node): Iterable<CallSite> {
  const open: ts.Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const site = callSiteOf(node);
    if (site !== undefined) yield site;
    ts.forEachChild(node, (child) => {
      open.push(child);
    });
  }
}

function callSiteOf(node: ts.Node): CallSite | undefined {
  if (ts.isCallExpression(node)) return callSiteOfCall(node);
  if (ts.isNewExpression(node)) return { form: "new", callee: unwrap(node.expression), call: node };
  if (ts.isTaggedTemplateExpression(node)) return { form: "tag", callee: unwrap(node.tag), call: node };
  if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) return callSiteOfElement(node);
  if (ts.isDecorator(node)) return callSiteOfDecorator(node);
  if (ts.isPropertyAccessExpression(node) && !isCalled(node)) {
    return { form: "access", callee: node, call: undefined };
  }
  return undefined;
}

function callSiteOfCall(node: ts.CallExpression): CallSite | undefined {
  const callee = unwrap(node.expression);
  // `import.defer(…)` loads a module as `import(…)` does.
  if (callee.kind === ts.SyntaxKind.ImportKeyword || ts.isMetaProperty(callee) || isRequire(node)) return undefined;
  // In `@f(…)`, the decorator is the site.
  if (ts.isDecorator(node.parent)) return undefined;
  return { form: callee.kind === ts.SyntaxKind.SuperKeyword ? "super" : "call", callee, call: node };
}

function isRequire({ expression, arguments: values }: ts.CallExpression): boolean {
  const [first] = values;
  return (
    ts.isIdentifier(expression) && expression.text === "require" && first !== undefined && ts.isStringLiteral(first)
  );
}

/** Lower-case tags belong to the platform. */
function callSiteOfElement(node: ts.JsxOpeningLikeElement): CallSite | undefined {
  const { tagName } = node;
  if (ts.isIdentifier(tagName) && /^[a-z]/.test(tagName.text)) return undefined;
  if (!ts.isIdentifier(tagName) && !ts.isPropertyAccessExpression(tagName)) return undefined;
  return { form: "jsx", callee: tagName, call: node };
}

function callSiteOfDecorator(node: ts.Decorator): CallSite {
  const expression = unwrap(node.expression);
  if (ts.isCallExpression(expression))
    return { form: "decorator", callee: unwrap(expression.expression), call: expression };
  return { form: "decorator", callee: expression, call: node };
}

/** Whether the access is the callee of a call. */
function isCalled(node: ts.PropertyAccessExpression): boolean {
  let at: ts.Node = node;
  while (ts.isParenthesizedExpression(at.parent) || ts.isNonNullExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression === at;
  return ts.isDecorator(parent) || ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent);
}
