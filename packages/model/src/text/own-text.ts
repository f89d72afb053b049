/** Texts in memory of their own. Knows how the engine keeps parts of texts; refuses to know what they say. */

/** Shorter parts are copied by the engine itself. */
const MIN_SHARED_LENGTH = 13;

/**
 * The same text in memory of its own. V8 keeps a part of a text as a view on the whole: whoever keeps a name of ten letters keeps the source
 * that it was cut out of. Who keeps a text longer than the one who cut it out takes a copy.
 */
export function ownText(text: string): string {
  return text.length < MIN_SHARED_LENGTH ? text : ` ${text}`.slice(1);
}
