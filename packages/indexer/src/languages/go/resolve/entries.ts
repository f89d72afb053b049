/** Where web frameworks call in, and what subtests say they test: `r.GET("/users", list)`, `t.Run("empty", …)`. Told by form alone. */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Resolving } from "./resolving.js";

/** Methods that register a handler, and what of a request they are for; others are methods of HTTP by name. */
const ANY_METHOD = new Set(["Handle", "HandleFunc", "Any", "All"]);
const HTTP_METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Get|Post|Put|Patch|Delete|Head|Options)$/;
const MAX_TITLE_LENGTH = 60;

interface CallNodes {
  readonly call: number;
  readonly callee: number;
  readonly list: number;
}

export function writeCallEntry(r: Resolving, { call, callee, list }: CallNodes): void {
  const { file, k } = r;
  if (file.kind(callee) !== k.selector_expression) return;
  const given = file.tree.namedChildren(list);
  const text = given.length < 2 ? undefined : file.stringText(given[0] ?? NO_NODE);
  if (text === undefined) return;
  const name = file.tree.text(file.child(callee, k.in_field));
  if (name === "Run")
    file.extraction.addEntry({ owner: r.owner, kind: "title", text: text.slice(0, MAX_TITLE_LENGTH) });
  const isAny = ANY_METHOD.has(name);
  if (text.includes("/") && (isAny || HTTP_METHOD.test(name)))
    writeRoute(r, call, isAny ? text : `${name.toUpperCase()} ${text}`, given.at(-1) ?? NO_NODE);
}

/** @param handler a name, or a function whose calls are the route's */
function writeRoute(r: Resolving, call: number, text: string, handler: number): void {
  const { file, k } = r;
  const named = file.kind(handler) === k.selector_expression ? file.child(handler, k.in_field) : handler;
  const route = { owner: r.owner, kind: "route", text } as const;
  if (file.kind(handler) === k.func_literal) file.extraction.addEntry({ ...route, node: call });
  else if (file.kind(named) === k.identifier || file.kind(named) === k.field_identifier)
    file.extraction.addEntry({ ...route, handler: file.tree.text(named) });
}
