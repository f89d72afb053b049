/**
 * The ignore files that apply in one directory, innermost first. Knows their order; refuses to read them.
 * Invariant: a parent is asked only if every file below it is silent, and nobody asks about what lies in an ignored directory:
 * so no rule can bring back a file whose directory is ignored.
 */
import type { IgnoreRules } from "./gitignore.js";

export interface IgnoreScope {
  readonly rules: IgnoreRules;
  /** Length in octets of the path of the directory that the rules belong to, with its slash; 0 at the root. */
  readonly baseLength: number;
  readonly parent: IgnoreScope | undefined;
}

/** Whether the innermost ignore file with an opinion ignores the entry; `undefined` if none has one. */
export function findVerdict(
  scope: IgnoreScope | undefined,
  entry: { readonly name: string; readonly path: string; readonly isDirectory: boolean },
): boolean | undefined {
  for (let current = scope; current; current = current.parent) {
    const path = current.baseLength === 0 ? entry.path : entry.path.slice(current.baseLength);
    const verdict = current.rules.findVerdict({ name: entry.name, path, isDirectory: entry.isDirectory });
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}
