/** Text form of name lists: members grouped after their owner, shortened lists. */
import { groupBy } from "./layout.js";

/** `Cart and its add, total`: each owner once, for names in any order. @param names qualified names */
export function foldedNames(names: readonly string[]): string {
  const known = new Set(names);
  const members = new Map<string, string[]>();
  const owners: string[] = [];
  for (const name of names) {
    const owner = outermostOwner(name, known);
    if (owner === undefined) owners.push(name);
    else members.set(owner, [...(members.get(owner) ?? []), name.slice(owner.length + 1)]);
  }
  return owners
    .map((owner) => {
      const inside = members.get(owner);
      return inside === undefined ? owner : `${owner} and its ${inside.join(", ")}`;
    })
    .join("; ");
}

function outermostOwner(name: string, known: ReadonlySet<string>): string | undefined {
  for (let dot = name.indexOf("."); dot > 0; dot = name.indexOf(".", dot + 1)) {
    const owner = name.slice(0, dot);
    if (known.has(owner)) return owner;
  }
  return undefined;
}

/** The first texts, and the number of further ones. */
export function shortenList(texts: readonly string[], most: number, separator = ", "): string {
  const shown = texts.slice(0, most).join(separator);
  return texts.length > most ? `${shown} and ${texts.length - most} more` : shown;
}

/** Entries grouped by file, in the order of each file's first entry. */
export function groupByFile<T extends { readonly file: string }>(
  entries: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  return groupBy(entries, ({ file }) => file);
}
