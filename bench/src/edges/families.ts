/** Which methods override which: a call to one of them may be linked to the other. */
import type { DeclarationKey } from "./oracle.js";

export class Families {
  private readonly known = new Map<DeclarationKey, ReadonlySet<DeclarationKey>>();

  constructor(private readonly bases: Readonly<Record<DeclarationKey, readonly DeclarationKey[]>>) {}

  /** Whether both are one method of a class and of one of its bases. */
  areOne(a: DeclarationKey, b: DeclarationKey): boolean {
    if (a === b) return true;
    const [classA, nameA] = split(a);
    const [classB, nameB] = split(b);
    if (nameA === "" || nameA !== nameB) return false;
    return this.above(classA).has(classB) || this.above(classB).has(classA);
  }

  /** Whether `base` is a base of `key`, direct or not. */
  isAbove(base: DeclarationKey, key: DeclarationKey): boolean {
    return this.above(key).has(base);
  }

  private above(key: DeclarationKey): ReadonlySet<DeclarationKey> {
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

/** The class and the name in it; an empty name for what stands in no class. */
function split(key: DeclarationKey): readonly [DeclarationKey, string] {
  const dot = key.lastIndexOf(".");
  return dot > key.indexOf("#") ? [key.slice(0, dot), key.slice(dot + 1)] : [key, ""];
}
