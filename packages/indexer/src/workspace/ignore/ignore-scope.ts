/**
 * The ignore files that apply in one directory, innermost first. Knows their order; refuses to read them.
 * Invariant: a parent is asked only if every file below it is silent, and nobody asks about what lies in an ignored directory:
 * so no rule can bring back a file whose directory is ignored.
 */
import type { IgnoreRule, IgnoreRules } from "./gitignore.js";

export interface IgnoreScope {
  readonly rules: IgnoreRules;
  /** Length in octets of the path of the directory that the rules belong to, with its slash; 0 at the root. */
  readonly baseLength: number;
  readonly parent: IgnoreScope | undefined;
}

/** The rule that decides, of the innermost ignore file that has one that matches; `undefined` if none has. */
export function findRule(
  scope: IgnoreScope | undefined,
  entry: { readonly name: string; readonly path: string; readonly isDirectory: boolean },
): { readonly rule: IgnoreRule; readonly rules: IgnoreRules } | undefined {
  for (let current = scope; current; current = current.parent) {
    const path = current.baseLength === 0 ? entry.path : entry.path.slice(current.baseLength);
    const rule = current.rules.findRule({ name: entry.name, path, isDirectory: entry.isDirectory });
    if (rule !== undefined) return { rule, rules: current.rules };
  }
  return undefined;
}
