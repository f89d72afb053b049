/** Reads of configuration: environment variables, and configuration files named by a string literal. */
import { ExprOp, RefKind } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { stringText } from "../declare/docs.js";
import { argumentNodes } from "./dynamic-import.js";
import type { Resolving } from "./resolving.js";

const SETTINGS_FILE = /^[\w./-]+\.(?:json|ya?ml|toml|ini|cfg)$/;
const READER = /^(?:open|Path|PurePath|read\w*|load\w*|parse\w*)$/;

/** Writes the reads of `os.getenv("X")`, `os.environ.get("X")`, `open("settings.json")`. */
export function readConfigCall(r: Resolving, call: number, callee: number): void {
  const { file, k } = r;
  const name = file.lastNameText(callee);
  const isGet = name === "get" || name === "pop" || name === "setdefault";
  if (name !== "getenv" && !isGet && !READER.test(name)) return;
  const [first] = argumentNodes(file, call);
  const text = first === undefined ? undefined : pathText(r, first);
  if (text === undefined) return;
  const object = file.kind(callee) === k.attribute ? file.child(callee, k.in_object) : NO_NODE;
  if (name === "getenv") readVariable(r, callee, text);
  else if (isGet && isEnvironment(r, object)) readVariable(r, object, text);
  else if (!isGet && SETTINGS_FILE.test(text)) {
    const { facts } = file;
    r.addRefOnce(RefKind.Read, facts.expr(ExprOp.Module, facts.string(`file:${text}`)), first ?? call);
  }
}

/** The string literal of a path; of a joined path its last part: `HERE / "settings.toml"`, `join(HERE, "settings.toml")`. */
function pathText({ file, k }: Resolving, node: number): string | undefined {
  if (file.kind(node) === k.binary_operator) return stringText(file, file.child(node, k.in_right));
  const isJoin =
    file.kind(node) === k.call && /^join(?:path)?$/.test(file.lastNameText(file.child(node, k.in_function)));
  const last = isJoin ? argumentNodes(file, node).at(-1) : node;
  return last === undefined ? undefined : stringText(file, last);
}

/** Writes the read of `os.environ["X"]`. */
export function readConfigItem(r: Resolving, subscript: number): void {
  const { file } = r;
  const object = file.child(subscript, file.k.in_value);
  if (!isEnvironment(r, object)) return;
  const text = stringText(file, file.child(subscript, file.k.in_subscript));
  if (text !== undefined) readVariable(r, object, text);
}

function isEnvironment({ file }: Resolving, node: number): boolean {
  return node !== NO_NODE && file.lastNameText(node) === "environ";
}

/** Writes the variable as a member of the reading expression; linking checks that the expression is the environment. */
function readVariable(r: Resolving, source: number, name: string): void {
  const expr = r.expressions.value(source);
  if (expr !== 0 && /^\w+$/.test(name)) r.addRefOnce(RefKind.Read, r.file.extraction.member(expr, name), source);
}
