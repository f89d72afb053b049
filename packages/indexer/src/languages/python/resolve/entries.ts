/**
 * Entry points called by frameworks and the shell: `@app.route("/users")`, `path("users/", views.users)`, calls under
 * `if __name__ == "__main__":`. Recognized by syntax alone; linking finds out whether the handler is in the repository.
 */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { decoratorTarget } from "../declare/decorators.js";
import { stringText } from "../declare/docs.js";
import type { PythonFile } from "../python-file.js";
import { argumentNodes } from "./dynamic-import.js";
import type { Resolving, RowRange } from "./resolving.js";

const ROUTE_METHODS = new Set(["get", "post", "put", "patch", "delete", "head", "options", "websocket"]);
const ROUTE_FUNCTIONS = new Set(["path", "re_path"]);
const MAIN_GUARD = /^if\s*\(?\s*__name__\s*==\s*(["'])__main__\1/;
/** Longest `__main__` guard that is recognized, in UTF-16 units. */
const GUARD_LENGTH = 40;

/** Writes the entry of a decorator that registers its definition. @param owner the decorated definition's symbol */
export function writeDecoratorEntry(r: Resolving, decorator: number, owner: number): void {
  const { file } = r;
  const call = file.firstNamed(decorator);
  const target = decoratorTarget(file, decorator);
  if (owner <= 0 || file.kind(call) !== file.k.call || file.kind(target) !== file.k.attribute) return;
  const name = file.lastNameText(target);
  if (name !== "route" && !ROUTE_METHODS.has(name)) return;
  const [first] = argumentNodes(file, call);
  const path = first === undefined ? undefined : stringText(file, first);
  if (path === undefined || !path.startsWith("/")) return;
  const method = name === "route" ? methodsOf(file, call) : name.toUpperCase();
  file.extraction.addEntry({ owner, kind: "route", text: `${method} ${path}` });
}

/** The HTTP methods in `methods=["POST"]`; GET by default. */
function methodsOf(file: PythonFile, call: number): string {
  const written = /\bmethods\s*=\s*[[({]([^\])}]*)/.exec(file.tree.text(call));
  const methods = [...(written?.[1] ?? "").matchAll(/["'](\w+)["']/g)].map((match) => (match[1] ?? "").toUpperCase());
  return methods.length === 0 ? "GET" : methods.join("|");
}

/** Writes the entry of a call that registers a view, or of a call under the `__main__` guard. */
export function writeCallEntry(r: Resolving, call: number, callee: number): void {
  const { file } = r;
  const { owner } = r;
  // A URL table is a module variable.
  if (owner !== 0 && file.extraction.kindOf(owner) !== "variable") return;
  if (isUnderMainGuard(r, call)) {
    const handler = file.lastNameText(callee);
    if (handler !== "") file.extraction.addEntry({ owner, kind: "main", text: "__main__", handler });
  } else if (file.kind(callee) === file.k.identifier && ROUTE_FUNCTIONS.has(file.lastNameText(callee))) {
    writeView(file, call, owner);
  }
}

function writeView(file: PythonFile, call: number, owner: number): void {
  const [first, view] = argumentNodes(file, call);
  const path = first === undefined ? undefined : stringText(file, first);
  if (path === undefined || view === undefined) return;
  const handler = file.lastNameText(viewName(file, view));
  if (handler !== "") file.extraction.addEntry({ owner, kind: "route", text: `/${path}`, handler });
}

/** The name of a view; for `View.as_view()` the class. */
function viewName(file: PythonFile, view: number): number {
  const { k } = file;
  if (file.kind(view) !== k.call) return view;
  const callee = file.child(view, k.in_function);
  if (file.kind(callee) !== k.attribute || file.lastNameText(callee) !== "as_view") return NO_NODE;
  return file.child(callee, k.in_object);
}

/** Whether the call's top-level statement is the `__main__` guard. */
function isUnderMainGuard(r: Resolving, call: number): boolean {
  r.mainGuards ??= findGuards(r.file);
  const known = r.mainGuards;
  let [low, high] = [0, known.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((known[middle]?.end ?? 0) <= call) low = middle + 1;
    else high = middle;
  }
  return (known[low]?.first ?? call) < call;
}

function findGuards(file: PythonFile): RowRange[] {
  const { source, start } = file.tree;
  const found: RowRange[] = [];
  for (let first = 1; first < file.next(0); first = file.next(first)) {
    const at = start[first] ?? 0;
    if (!source.startsWith("if", at) || !MAIN_GUARD.test(source.slice(at, at + GUARD_LENGTH))) continue;
    found.push({ first, end: file.next(first) });
  }
  return found;
}
