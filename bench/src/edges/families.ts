/** Overriding methods: an edge to any method that overrides, or is overridden by, the called one counts as correct. */
import type { DeclarationKey } from "./oracle.js";

/** Answers which methods override each other. */
export class Families {
  private readonly known = new Map<DeclarationKey, ReadonlySet<DeclarationKey>>();

  constructor(private readonly bases: Readonly<Record<DeclarationKey, readonly DeclarationKey[]>>) {}

  /** Whether one method overrides the other, directly or indirectly. */
  areOne(a: DeclarationKey, b: DeclarationKey): boolean {
    if (a === b) return true;
    const [classA, nameA] = splitKey(a);
    const [classB, nameB] = splitKey(b);
    if (nameA === "" || nameA !== nameB) return false;
    return this.allBases(classA).has(classB) || this.allBases(classB).has(classA);
  }

  /** Whether `base` is a direct or indirect base of `key`. */
  isAbove(base: DeclarationKey, key: DeclarationKey): boolean {
    return this.allBases(key).has(base);
  }

  private allBases(key: DeclarationKey): ReadonlySet<DeclarationKey> {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = new Set<DeclarationKey>();
    const open = [key];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const base of this.bases[at] ?? []) {
        if (found.has(base)) continue;
        found.add(base);
        open.push(base);
      }
    }
    this.known.set(key, found);
    return found;
  }
}

/** The class and the member's name; an empty name outside classes. */
function splitKey(key: DeclarationKey): readonly [DeclarationKey, string] {
  const dot = key.lastIndexOf(".");
  return dot > key.indexOf("#") ? [key.slice(0, dot), key.slice(dot + 1)] : [key, ""];
}
