/** Text form of quantities and times. */

/** For example `65 kB`, `1.8 MB`; kB is 1000 bytes. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${bytes < 10_000_000 ? Math.round(bytes / 1e5) / 10 : Math.round(bytes / 1e6)} MB`;
}

/** For example `2026-01-31 12:00 UTC`. */
export function minuteText(isoTime: string): string {
  return `${isoTime.slice(0, 16).replace("T", " ")} UTC`;
}

/** For example `340 ms`, `2.5 s`. */
export function durationText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}
