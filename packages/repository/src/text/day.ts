/** The UTC day of a time, `2026-11-22`: what answers are computed for, where an hour would change them for nothing. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
