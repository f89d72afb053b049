/**
 * Hidden characters: invisible to a reviewer, but read by a model. They are removed from answers and counted.
 * Formatting white space (tab, line ends) is kept, and so are joiners inside an emoji and signs that select an emoji's
 * presentation. Sources: Trojan Source (CVE-2021-42574), Unicode tag characters, Unicode TR36.
 */

/** C0 and C1 controls (including the ESC of terminals), zero-width and direction marks, invisible fillers, variation selectors, tags. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|\ud834[\udd73-\udd7a]|\udb40[\udc00-\uddef]/;
const ALL_HIDDEN = new RegExp(HIDDEN.source, "g");
const EMOJI_JOINER = /^\p{Extended_Pictographic}/u;
/** Matches an emoji at the end of a text, perhaps with a presentation sign or a skin tone. */
const EMOJI_END = /(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})$/u;

/** Characters whose presentation, as picture or text, a following sign selects. */
const HAS_PRESENTATION = /\p{Extended_Pictographic}$/u;
const KEYCAP = /[0-9#*][\ufe0e\ufe0f]\u20e3/;

/** A text without hidden characters. */
export interface PlainText {
  readonly text: string;
  /** Number of characters removed. */
  readonly removed: number;
}

/** Removes hidden characters. @returns the text itself if there are none */
export function stripHidden(text: string): PlainText {
  if (!HIDDEN.test(text)) return { text, removed: 0 };
  let removed = 0;
  const plain = text.replace(ALL_HIDDEN, (found: string, at: number) => {
    if (found === "\u200d" && joinsEmoji(text, at)) return found;
    if (/[\ufe0e\ufe0f]/.test(found) && selectsPresentation(text, at)) return found;
    removed++;
    return "";
  });
  return { text: plain, removed };
}

/** Whether a joiner connects two emoji to one. */
function joinsEmoji(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  return EMOJI_JOINER.test(text.slice(at + 1, at + 3)) && EMOJI_END.test(before);
}

/** Whether a sign selects the presentation of an emoji or a keycap. */
function selectsPresentation(text: string, at: number): boolean {
  return (
    HAS_PRESENTATION.test(text.slice(Math.max(0, at - 2), at)) || KEYCAP.test(text.slice(Math.max(0, at - 1), at + 2))
  );
}
