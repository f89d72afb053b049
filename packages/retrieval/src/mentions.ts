/**
 * Mentions of identifiers in a query: a query that is a single name, and names within a sentence. Knows text only.
 *
 * Within a sentence a word counts as an identifier if it has an inner capital, an underscore, a digit, a call's parenthesis, back quotes, a
 * qualifier, or a capital that does not begin a sentence. Other words are matched as terms only.
 */

/** A name with its qualifiers, as the query writes it: `["Session", "close"]` for `Session.close`. */
export type Mention = readonly string[];

const NAME = String.raw`[#\p{L}_$][\p{L}\p{M}\p{N}_$]*`;
const QUALIFIED_NAME = new RegExp(String.raw`${NAME}(?:(?:\.|#|::)${NAME})*`, "gu");
/** Module names may begin with digits: `0001_initial`, `404`. */
const WHOLE_NAME = String.raw`[#\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*`;
const PURE_NAME = new RegExp(String.raw`^${WHOLE_NAME}(?:(?:\.|#|::)${WHOLE_NAME})*(?:\(\))?$`, "u");

/** The name, if the whole query is a name. */
export function pureName(query: string): Mention | undefined {
  const trimmed = query.trim();
  return PURE_NAME.test(trimmed) ? splitQualifiedName(trimmed.replace(/\(\)$/, "")) : undefined;
}

/** Identifiers that a text mentions, each once, in order of appearance. */
export function mentionsOf(text: string): Mention[] {
  const found = new Map<string, Mention>();
  for (const match of text.matchAll(QUALIFIED_NAME)) {
    const parts = splitQualifiedName(match[0]);
    if (parts.length > 1) found.set(parts.join("."), parts);
    for (const part of parts) {
      if (looksLikeIdentifier(part) || (parts.length === 1 && isMarked(text, match.index, match[0].length))) {
        found.set(part, [part]);
      }
    }
  }
  return [...found.values()];
}

function splitQualifiedName(qualified: string): Mention {
  return qualified.split(/\.|::|(?<=.)#/u);
}

function looksLikeIdentifier(word: string): boolean {
  return /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}|_|\$|\p{L}\p{N}/u.test(word) && word.length > 2;
}

/** Whether a word is in back quotes, precedes a parenthesis, or is capitalised within a sentence. */
function isMarked(text: string, start: number, length: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(start + length, start + length + 1);
  if (before.endsWith("`") || after === "`" || after === "(") return true;
  return length > 2 && /^\p{Lu}\p{Ll}/u.test(text.slice(start, start + 2)) && /[\p{L}\p{N},;] $/u.test(before);
}
