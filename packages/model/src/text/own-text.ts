/** Texts in separate memory. Knows how the engine stores substrings, not their meaning. */

/** Length from which the engine stores a substring as a view; shorter ones are copied. */
const MIN_VIEW_LENGTH = 13;

/**
 * A copy of a text in separate memory. V8 stores a substring as a view on the whole text, so a cached name of ten
 * letters would keep its whole source in memory. Code that keeps a substring longer than its source uses this copy.
 */
export function copyText(text: string): string {
  return text.length < MIN_VIEW_LENGTH ? text : ` ${text}`.slice(1);
}
