/** Options, environment variables, routes and titles of tests of a TypeScript or JavaScript file, by TypeScript's parser. */
import ts from "@typescript/typescript6";
import type { Handle } from "./file-sites.js";

const ROUTE_CALLS = new Set(["get", "post", "put", "patch", "delete", "all", "route"]);
const SERVERS = /(?:app|router|server|api|admin|fastify|httpNode)$/i;
const OPTION_CALLS = new Set(["option", "requiredOption", "addOption"]);
const TITLE_CALLS = new Set(["it", "test", "specify"]);

/** Finds the handles of a file, in the order of the source. */
export function readTypescriptHandles(file: string, text: string): Handle[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Handle[] = [];
  const visit = (node: ts.Node, name: string): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.push(...handlesOf(node, source).map(({ kind, text: said }) => ({ kind, text: said, line, name, file })));
    const inner = nameOf(node, source) ?? name;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(source, "");
  return found;
}

/** Name of a function or class; `undefined` for other nodes, and for those without a name. */
function nameOf(node: ts.Node, source: ts.SourceFile): string | undefined {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) &&
      node.initializer !== undefined &&
      (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer)));
  return isNamed ? node.name?.getText(source) : undefined;
}

function handlesOf(node: ts.Node, source: ts.SourceFile): Pick<Handle, "kind" | "text">[] {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const read = /^(?:process|import\.meta)\.env(?:\.([A-Z]\w+)|\[["']([A-Z]\w+)["']\])$/.exec(node.getText(source));
    return read === null ? [] : [{ kind: "variable", text: read[1] ?? read[2] ?? "" }];
  }
  if (!ts.isCallExpression(node)) return [];
  const [first] = node.arguments;
  return first !== undefined && ts.isStringLiteralLike(first) ? handlesOfCall(node, first.text, source) : [];
}

function handlesOfCall(
  { expression: callee, arguments: passed }: ts.CallExpression,
  text: string,
  source: ts.SourceFile,
): Pick<Handle, "kind" | "text">[] {
  if (ts.isIdentifier(callee)) return TITLE_CALLS.has(callee.text) ? [{ kind: "title", text }] : [];
  if (!ts.isPropertyAccessExpression(callee)) return [];
  const called = callee.name.text;
  if (OPTION_CALLS.has(called)) return optionsIn(text).map((option) => ({ kind: "option", text: option }));
  const isRoute = ROUTE_CALLS.has(called) && passed.length > 1 && /^\/./.test(text);
  return isRoute && SERVERS.test(callee.expression.getText(source)) ? [{ kind: "route", text }] : [];
}

/** `-p, --port <n>` of commander, `removed-files` of yargs. */
function optionsIn(text: string): string[] {
  if (/^[a-z]\w*(?:-\w+)+$/.test(text)) return [`--${text}`];
  return text.match(/--[a-z][\w-]*/g)?.slice(0, 1) ?? [];
}
