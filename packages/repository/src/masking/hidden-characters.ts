/**
 * Characters that show nothing and may say something: to a model, not to the person who reviews what it reads. They are taken out of
 * answers and counted. White space that formats (tab, line ends) stays, and so do the joiner between emoji parts of one glyph and the sign
 * that says how an emoji looks.
 * Sources: Trojan Source (CVE-2021-42574), Unicode tag characters, Unicode TR36.
 */

/** C0 and C1 controls (ESC of terminals among them), zero-width and direction marks, fillers that look like nothing, variation selectors, tags. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|\ud834[\udd73-\udd7a]|\udb40[\udc00-\uddef]/;
const ALL_HIDDEN = new RegExp(HIDDEN.source, "g");
const EMOJI_JOINER = /^\p{Extended_Pictographic}/u;
/** A picture, perhaps with the sign that says so, or with a skin tone. */
const EMOJI_END = /(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})$/u;

/** What is shown as a picture or as text, as the sign behind it says. */
const HAS_LOOKS = /\p{Extended_Pictographic}$/u;
const KEYCAP = /[0-9#*][\ufe0e\ufe0f]\u20e3/;

export interface PlainText {
  readonly text: string;
  /** How many characters were taken out. */
  readonly removed: number;
}

/** @returns the text itself when it hides nothing */
export function stripHidden(text: string): PlainText {
  if (!HIDDEN.test(text)) return { text, removed: 0 };
  let removed = 0;
  const plain = text.replace(ALL_HIDDEN, (found: string, at: number) => {
    if (found === "\u200d" && joinsEmoji(text, at)) return found;
    if (/[\ufe0e\ufe0f]/.test(found) && choosesLooks(text, at)) return found;
    removed++;
    return "";
  });
  return { text: plain, removed };
}

/** Between two pictures, where it makes them one. */
function joinsEmoji(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  return EMOJI_JOINER.test(text.slice(at + 1, at + 3)) && EMOJI_END.test(before);
}

/** Behind a picture, or within a keycap. */
function choosesLooks(text: string, at: number): boolean {
  return HAS_LOOKS.test(text.slice(Math.max(0, at - 2), at)) || KEYCAP.test(text.slice(Math.max(0, at - 1), at + 2));
}
