/** The UTC day of a time, `2026-11-22`: answers depend on the day rather than the hour, so that they change less often. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
