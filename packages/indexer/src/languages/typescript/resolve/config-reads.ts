/** Reads of configuration: environment variables, and configuration files that a call names by a string literal. */
import { RefKind } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { environmentUses } from "../behaviour/environment.js";
import type { Resolving } from "../resolving.js";
import { moduleExpr } from "../types/type-expressions.js";

const SETTINGS_FILE = /^[\w./-]+\.(?:jsonc?|json5|ya?ml|toml|ini|cfg)$/;
const READER = /^(?:read|load)(?:\w*File(?:Sync)?|Json\w*|JSON\w*|Yaml\w*|YAML\w*|Toml\w*|Config\w*)?$/;
const JOINER = /^(?:join|resolve|URL)$/;

/**
 * Writes the reads of `process.env.X`, `process.env["X"]`, `import.meta.env.X`, `const { X } = process.env`. @returns
 * whether the node is an environment
 */
export function readEnvironment(state: Resolving, node: number): boolean {
  const { file } = state;
  const uses = environmentUses(file.tree, node);
  if (uses.length === 0) return false;
  const { names } = file;
  const process = names.of("process");
  const isImportMeta = file.tree.source.startsWith("import", file.tree.start[node]);
  if (!isImportMeta && state.environment.value(process) !== undefined) return false;
  const environment = file.extraction.member(file.global(process), "env");
  for (const { name } of uses) {
    if (name !== undefined) state.addRefOnce(RefKind.Read, file.extraction.member(environment, name), node);
  }
  return true;
}

/**
 * Writes the read of `readFileSync("config.json")` or `loadConfig(join(root, "config.yaml"))`: the callee's name must
 * look like a reader's.
 */
export function readSettingsFile(state: Resolving, callee: number, list: number): void {
  const { file, k } = state;
  if (file.kind(list) !== k.arguments || !READER.test(lastName(state, callee))) return;
  const argument = file.firstNamed(list);
  const text = argument === NO_NODE ? undefined : pathText(state, argument);
  if (text === undefined || !SETTINGS_FILE.test(text)) return;
  state.addRefOnce(RefKind.Read, moduleExpr(state, `file:${text}`), argument);
}

/** A string literal, or the last part of a joined path. */
function pathText(state: Resolving, node: number): string | undefined {
  const { file, k } = state;
  if (file.kind(node) === k.string) return file.stringText(node);
  const isCall = file.kind(node) === k.call_expression;
  if (!isCall && file.kind(node) !== k.new_expression) return undefined;
  if (!JOINER.test(lastName(state, file.child(node, isCall ? k.in_function : k.in_constructor)))) return undefined;
  const parts = file.tree.namedChildren(file.child(node, k.in_arguments));
  const last = parts.findLast((part) => file.kind(part) === k.string);
  return last === undefined ? undefined : file.stringText(last);
}

function lastName({ file }: Resolving, callee: number): string {
  const isMember = file.kind(callee) === file.k.member_expression;
  const named = isMember ? file.child(callee, file.k.in_property) : callee;
  return named === NO_NODE ? "" : file.tree.text(named);
}
