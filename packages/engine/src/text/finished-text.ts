/** What every text goes through before it is counted and sent. Knows no action. */
import { withMaskedPlaces } from "./masked-note.js";

/**
 * Stands in the place of a call that the server does not offer. No answer holds it: sealed answers have no control characters.
 */
export const REFUSED_CALL = "\u0000";

/** @param answer what the text shows */
export function finishedText(text: string, answer: object): string {
  return withMaskedPlaces(withoutRefusedCalls(text), answer);
}

/** Whoever reads the text could not make the call: its line says nothing to them. */
export function withoutRefusedCalls(text: string): string {
  if (!text.includes(REFUSED_CALL)) return text;
  const lines = text.split("\n").filter((line) => !line.includes(REFUSED_CALL));
  return `${lines.join("\n").trimEnd()}\n`;
}
