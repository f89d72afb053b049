/** Ages in whole UTC days, so that an answer depends on the day only. */
const DAY_MS = 86_400_000;

/** Age of a time in days. @param time ISO time @param asOfDay UTC day, `2026-11-22` @returns days between the two UTC days; 0 for a later time */
export function ageInDays(time: string, asOfDay: string): number {
  return Math.max(0, Math.floor(Date.parse(asOfDay) / DAY_MS) - Math.floor(Date.parse(time) / DAY_MS));
}
