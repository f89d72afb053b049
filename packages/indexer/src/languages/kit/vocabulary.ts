/** Numbers of a grammar's node kinds, fields and tokens, by name. */
import { type Grammar, perGrammar } from "../../parse/grammar.js";

/**
 * `call_expression` is a kind, `in_name` the field `name`, `async_token` a token. A name that the grammar lacks is -1,
 * so comparisons with it fail.
 */
export type Vocabulary<Kind extends string, Field extends string, Token extends string> = {
  readonly [Name in Kind | `in_${Field}` | `${Token}_token`]: number;
};

/** Builds the vocabulary that a language needs from its grammars. @param tokens token texts by name */
export function vocabulary<Kind extends string, Field extends string, Token extends string>(
  kinds: readonly Kind[],
  fields: readonly Field[],
  tokens: { readonly [Name in Token]: string },
): (grammar: Grammar) => Vocabulary<Kind, Field, Token> {
  return perGrammar(
    (grammar) =>
      Object.fromEntries([
        ...kinds.map((name) => [name, grammar.kind(name)]),
        ...fields.map((name) => [`in_${name}`, grammar.field(name)]),
        ...Object.entries<string>(tokens).map(([name, text]) => [`${name}_token`, grammar.token(text)]),
      ]) as Vocabulary<Kind, Field, Token>,
  );
}

/** The words of a text, as a type. */
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Names written in one text, separated by single blanks. */
export function words<const Text extends string>(text: Text): Words<Text>[] {
  return text.split(" ") as Words<Text>[];
}
