/** Final steps of every text before it is counted and sent. Knows no action. */
import { addMaskedNote } from "./masked-note.js";

/**
 * Placeholder for a call that the server does not offer. No answer contains this character, because sanitised answers have no control characters.
 */
export const REFUSED_CALL = "\u0000";

/** @param answer the answer that the text shows */
export function finalizeText(text: string, answer: object): string {
  return addMaskedNote(withoutRefusedCalls(text), answer);
}

/** Removes lines with calls that the reader cannot make. */
export function withoutRefusedCalls(text: string): string {
  if (!text.includes(REFUSED_CALL)) return text;
  const lines = text.split("\n").filter((line) => !line.includes(REFUSED_CALL));
  return `${lines.join("\n").trimEnd()}\n`;
}
