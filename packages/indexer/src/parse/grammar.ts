/** Node kinds and fields of one grammar, by name and number. Knows no tree. */
import type { Language as WasmLanguage } from "web-tree-sitter";

/** The kind number of ERROR nodes in every grammar. */
export const ERROR_KIND = 0xffff;

/** Numbers of a grammar's kinds, tokens and fields. */
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
      // Several symbols may share a name (a rule and its alias): trees contain the one that a lookup by name returns.
      if (!table.has(name)) table.set(name, language.idForNodeType(name, isNamed) ?? id);
    }
    for (let id = 1; id <= language.fieldCount; id++) {
      const name = language.fieldNameForId(id);
      if (name !== null) this.fields.set(name, id);
    }
  }

  /** The number of a named kind; -1 if the grammar lacks it, so comparisons with it fail. */
  kind(name: string): number {
    if (name === "ERROR") return ERROR_KIND;
    return this.named.get(name) ?? -1;
  }

  /** The number of an anonymous token such as `async` or `=>`; -1 if the grammar lacks it. */
  token(text: string): number {
    return this.anonymous.get(text) ?? -1;
  }

  /** The number of a field; -1 if the grammar lacks it. */
  field(name: string): number {
    return this.fields.get(name) ?? -1;
  }

  /** A set of kinds: 1 at the number of each listed kind. */
  kindSet(names: readonly string[], tokens: readonly string[] = []): Uint8Array {
    const set = new Uint8Array(0x10000);
    for (const name of names) if (this.kind(name) >= 0) set[this.kind(name)] = 1;
    for (const token of tokens) if (this.token(token) >= 0) set[this.token(token)] = 1;
    return set;
  }

  /** The result of `make` for this grammar; computed at first use. */
  derive<T>(make: (grammar: Grammar) => T): T {
    const known = this.derived.get(make);
    if (known !== undefined) return known as T;
    const made = make(this);
    this.derived.set(make, made);
    return made;
  }
}

/**
 * Wraps `make` so that its result is computed once per grammar and cached there, for all files. The last result is at
 * hand without a lookup: passes ask at every node.
 */
export function perGrammar<T>(make: (grammar: Grammar) => T): (grammar: Grammar) => T {
  let last: { readonly grammar: Grammar; readonly made: T } | undefined;
  return (grammar) => {
    if (last?.grammar !== grammar) last = { grammar, made: grammar.derive(make) };
    return last.made;
  };
}
