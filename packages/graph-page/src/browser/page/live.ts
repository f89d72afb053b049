/** Announcements of changes to screen readers. */
import { byId } from "./dom.js";

/** Announces a text. */
export function announce(text: string): void {
  const live = byId("live");
  // A changed character makes screen readers repeat an equal sentence.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}
