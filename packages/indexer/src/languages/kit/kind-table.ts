/** Tables indexed by node kind: the entry of a node is found with one read. */
import { type Grammar, perGrammar } from "../../parse/grammar.js";

/** Entries by kind name. @template K the language's vocabulary */
export type EntriesByKind<K, Entry> = { readonly [Name in keyof K]?: Entry };

/** Lookup of entries by kind number. */
export class KindTable<Entry> {
  /** Index of each kind's entry; 0 for kinds without one. */
  private readonly places = new Uint8Array(0x10000);
  private readonly entries: readonly (Entry | undefined)[];

  /** @param kinds kind numbers by name; a kind that the grammar lacks is negative and ignored */
  constructor(kinds: { readonly [name: string]: number }, entries: { readonly [name: string]: Entry | undefined }) {
    this.entries = [undefined, ...Object.values(entries)];
    for (const [index, name] of Object.keys(entries).entries()) {
      const kind = kinds[name] ?? -1;
      if (kind >= 0) this.places[kind] = index + 1;
    }
  }

  at(kind: number): Entry | undefined {
    return this.entries[this.places[kind] as number];
  }
}

/** Builds the table once for each grammar of a language. */
export function kindTable<K extends { readonly [Name in keyof K]: number }, Entry>(
  vocabularyOf: (grammar: Grammar) => K,
  entries: EntriesByKind<K, Entry>,
): (grammar: Grammar) => KindTable<Entry> {
  return perGrammar((grammar) => new KindTable<Entry>(vocabularyOf(grammar), entries));
}
