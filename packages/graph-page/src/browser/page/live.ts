/** Announcements of changes to screen readers. */
import { elementById } from "./dom.js";

/** Announces a text. */
export function announceToScreenReader(text: string): void {
  const live = elementById("live");
  // A changed character makes screen readers repeat an equal sentence.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}
