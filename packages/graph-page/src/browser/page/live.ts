/** Says to screen readers what changed. */
import { byId } from "./dom.js";

export function say(text: string): void {
  const live = byId("live");
  // The same sentence again is said again.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}
