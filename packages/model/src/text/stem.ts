/**
 * Light suffix stemmer: plurals, `ing`, `ed`, `ate`/`ation`, a final `e`; words with different meanings keep different stems.
 * A stem has at least four letters (a plural's at least three), so `string`, `used` and `need` are unchanged.
 * Source: the ablation of identifier split and light stem, relevance notes §2.1; the undoubling is Porter's (1980).
 */

const MIN_STEM_LENGTH = 4;
const MIN_SINGULAR_LENGTH = 3;

/** Stem of a word. @param word in lower case */
export function stem(word: string): string {
  const singular = singularOf(word);
  const verbal = dropSuffixAte(singular) ?? dropEnding(singular, "ing") ?? dropEnding(singular, "ed");
  if (verbal !== undefined) return verbal;
  return singular.endsWith("e") && singular.length > MIN_STEM_LENGTH ? singular.slice(0, -1) : singular;
}

function singularOf(word: string): string {
  if (!word.endsWith("s") || word.length <= MIN_SINGULAR_LENGTH) return word;
  if (word.endsWith("ies")) return word.length > MIN_STEM_LENGTH ? `${word.slice(0, -3)}y` : word;
  if (word.endsWith("sses") || word.endsWith("xes") || word.endsWith("ches") || word.endsWith("shes")) {
    return word.length > MIN_STEM_LENGTH ? word.slice(0, -2) : word;
  }
  return word.endsWith("ss") || word.endsWith("us") || word.endsWith("is") ? word : word.slice(0, -1);
}

/** `validate`, `validated`, `validating`, `validation` → `valid`; `repeated` and `created` are handled by the plain endings. */
function dropSuffixAte(word: string): string | undefined {
  for (const ending of ["ation", "ating", "ated", "ate"]) {
    if (!word.endsWith(ending)) continue;
    const head = word.slice(0, -ending.length);
    return head.length >= MIN_STEM_LENGTH && !head.endsWith("e") ? head : undefined;
  }
  return undefined;
}

function dropEnding(word: string, ending: string): string | undefined {
  if (!word.endsWith(ending) || word.length < MIN_STEM_LENGTH + ending.length) return undefined;
  const head = word.slice(0, -ending.length);
  const last = head.charAt(head.length - 1);
  const doubled = last === head.charAt(head.length - 2) && !"aeioulsz".includes(last);
  return doubled ? head.slice(0, -1) : head;
}
