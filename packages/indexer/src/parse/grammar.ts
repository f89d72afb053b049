/** Names and numbers of one grammar's node kinds and fields. Knows no tree. */
import type { Language as WasmLanguage } from "web-tree-sitter";

/** The kind number of ERROR nodes in every grammar. */
export const ERROR_KIND = 0xffff;

export class Grammar {
  private readonly named = new Map<string, number>();
  private readonly anonymous = new Map<string, number>();
  private readonly fields = new Map<string, number>();
  private readonly derived = new Map<(grammar: Grammar) => unknown, unknown>();
  readonly kindCount: number;

  constructor(readonly language: WasmLanguage) {
    this.kindCount = language.nodeTypeCount;
    for (let id = 0; id < language.nodeTypeCount; id++) {
      const name = language.nodeTypeForId(id);
      if (name === null || !language.nodeTypeIsVisible(id)) continue;
      const isNamed = language.nodeTypeIsNamed(id);
      const table = isNamed ? this.named : this.anonymous;
      // Several symbols may share a name (a rule and an alias of it): trees hold the one that a look-up by name gives.
      if (!table.has(name)) table.set(name, language.idForNodeType(name, isNamed) ?? id);
    }
    for (let id = 1; id <= language.fieldCount; id++) {
      const name = language.fieldNameForId(id);
      if (name !== null) this.fields.set(name, id);
    }
  }

  /** The number of a named kind; -1 when this grammar has none of that name, so that comparisons simply fail. */
  kind(name: string): number {
    if (name === "ERROR") return ERROR_KIND;
    return this.named.get(name) ?? -1;
  }

  /** The number of an anonymous token such as `async` or `=>`; -1 when there is none. */
  token(text: string): number {
    return this.anonymous.get(text) ?? -1;
  }

  /** The number of a field; -1 when there is none. */
  field(name: string): number {
    return this.fields.get(name) ?? -1;
  }

  /** 1 at the number of each kind listed. */
  kindSet(names: readonly string[], tokens: readonly string[] = []): Uint8Array {
    const set = new Uint8Array(0x10000);
    for (const name of names) if (this.kind(name) >= 0) set[this.kind(name)] = 1;
    for (const token of tokens) if (this.token(token) >= 0) set[this.token(token)] = 1;
    return set;
  }

  /** What `make` gives for this grammar; made when it is first asked for. */
  derive<T>(make: (grammar: Grammar) => T): T {
    const known = this.derived.get(make);
    if (known !== undefined) return known as T;
    const made = make(this);
    this.derived.set(make, made);
    return made;
  }
}

/** Makes a value once for each grammar, which keeps it: one table of kinds, however many files ask for it. */
export function perGrammar<T>(make: (grammar: Grammar) => T): (grammar: Grammar) => T {
  return (grammar) => grammar.derive(make);
}
