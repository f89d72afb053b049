/**
 * Scope of ignore files that apply in one directory, innermost first. Knows their order; does not read them. Invariant:
 * an outer file decides only if no inner file has a match. Entries of an ignored directory are never matched, so no
 * rule can re-include a file whose directory is ignored.
 */
import type { IgnoreRule, IgnoreRules } from "./gitignore.js";

/** The rules of one directory, and the scope of its parent. */
export interface IgnoreScope {
  readonly rules: IgnoreRules;
  /** Length in octets of the path of the rules' directory, with its slash; 0 at the root. */
  readonly baseLength: number;
  readonly parent: IgnoreScope | undefined;
}

/** The deciding rule, from the innermost ignore file with a match; `undefined` if none matches. */
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
