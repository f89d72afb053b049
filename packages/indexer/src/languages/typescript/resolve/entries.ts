/**
 * Entry points called by frameworks, and descriptions of tests: `app.get("/users", list)`, `@Get("users")`,
 * `describe("UserStore", …)`. Recognized by syntax alone; linking finds out whether the handler is a function of the
 * repository.
 */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Resolving } from "../resolving.js";
import type { TypescriptFile } from "../typescript-file.js";

const ROUTE_METHODS = new Set(["get", "post", "put", "patch", "delete", "head", "options", "all"]);
/** Matches receivers of `get("/path", …)` that are HTTP clients, not servers. */
const CLIENTS =
  /^(axios|https?|fetch\w*|request|client|api|\$|jQuery|nock|supertest|agent|got|ky|page|cy)$|(client|Client|Api|Mock)$/;
const ROUTE_DECORATORS = new Set(["Get", "Post", "Put", "Patch", "Delete", "All"]);
const RUNNERS = new Set(["describe", "suite", "context", "it", "test"]);
const MAX_TITLE_LENGTH = 60;

/** Writes the entry of a call whose first argument is a string: it may register a route or name a test. */
export function writeCallEntry(state: Resolving, file: TypescriptFile, call: number): void {
  const { k } = file;
  const list = file.child(call, k.in_arguments);
  if (list === NO_NODE || file.kind(list) !== k.arguments) return;
  const first = file.firstNamed(list);
  if (first === NO_NODE || file.kind(first) !== k.string) return;
  const callee = file.child(call, k.in_function);
  if (file.kind(callee) === k.identifier) writeTitle(state, file, { callee, first });
  else if (file.kind(callee) === k.member_expression) writeMemberEntry(state, file, { call, callee, list, first });
}

interface TextCall {
  readonly call: number;
  readonly callee: number;
  readonly list: number;
  readonly first: number;
}

function writeMemberEntry(state: Resolving, file: TypescriptFile, found: TextCall): void {
  const { k } = file;
  const { callee, first } = found;
  const receiver = file.child(callee, k.in_object);
  const method = file.tree.text(file.child(callee, k.in_property));
  if (ROUTE_METHODS.has(method)) {
    const isRoute = file.stringText(first).startsWith("/") && !CLIENTS.test(lastWord(file.tree.text(receiver)));
    if (isRoute) writeRoute(state, file, { ...found, method: method.toUpperCase() });
  } else writeTitle(state, file, { callee: receiver, first }); // Handles modifiers: describe.only("…").
}

/** Writes a route. The handler is the last argument: a name, or a function whose calls belong to the route. */
function writeRoute(state: Resolving, file: TypescriptFile, route: TextCall & { readonly method: string }): void {
  const { k } = file;
  const { call, list, first, method } = route;
  const last = file.lastNamed(list);
  if (last === first) return;
  const text = `${method} ${file.stringText(first)}`;
  const { extraction } = file;
  if (file.isFunctionValue(last)) extraction.addEntry({ owner: state.owner, kind: "route", text, node: call });
  else if (file.kind(last) === k.identifier || file.kind(last) === k.member_expression) {
    extraction.addEntry({ owner: state.owner, kind: "route", text, handler: lastWord(file.tree.text(last)) });
  }
}

function writeTitle(
  state: Resolving,
  file: TypescriptFile,
  { callee, first }: { readonly callee: number; readonly first: number },
): void {
  const length = (file.tree.end[callee] ?? 0) - (file.tree.start[callee] ?? 0);
  if (length > 8 || !RUNNERS.has(file.tree.text(callee))) return;
  const text = file.stringText(first).slice(0, MAX_TITLE_LENGTH);
  file.extraction.addEntry({ owner: state.owner, kind: "title", text });
}

/** Writes the entry of `@Get("users")` on a method, which is the handler. */
export function writeDecoratorEntry(state: Resolving, file: TypescriptFile, decorator: number): void {
  const { k } = file;
  const value = file.unwrap(file.firstNamed(decorator));
  if (value === NO_NODE || file.kind(value) !== k.call_expression || state.owner === 0) return;
  const callee = file.child(value, k.in_function);
  if (file.kind(callee) !== k.identifier) return;
  const name = file.tree.text(callee);
  if (!ROUTE_DECORATORS.has(name) || file.extraction.kindOf(state.owner) !== "method") return;
  const first = file.firstNamed(file.child(value, k.in_arguments));
  const path = first !== NO_NODE && file.kind(first) === k.string ? file.stringText(first).replace(/^\//, "") : "";
  file.extraction.addEntry({ owner: state.owner, kind: "route", text: `${name.toUpperCase()} /${path}` });
}

function lastWord(text: string): string {
  return text.slice(text.lastIndexOf(".") + 1);
}
