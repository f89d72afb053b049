/** Bursts of changes as somebody types them, and how their delay is counted. */

/** Changes of a burst. */
export const PUSHES = 4;
/** Pause between two changes of a burst, in milliseconds. */
export const BETWEEN_KEYS_MS = 30;
/** Default of the drafts' setting `debounceMs`: how long later changes of a burst wait. */
const DEBOUNCE_MS = 75;

/** Bars of {@link lessDebounce}. */
export const TYPED_BARS = { p50Ms: 50, p95Ms: 120 };

/** @param tookMs milliseconds from a burst's last change until it is found @returns these without the debounce */
export function lessDebounce(tookMs: number): number {
  return Math.max(0, tookMs - DEBOUNCE_MS);
}
