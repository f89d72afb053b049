/** Selection of slow test cases: one share per day in CI, all of them in the long tier. */
import process from "node:process";

const DAY_MS = 86_400_000;

/** Every `parts`-th case, shifted each day. `SDL_DAY` (days since 1970) selects another day's share, `SDL_LONG=1` all cases. */
export function shareOfDay<T>(cases: readonly T[], parts: number): T[] {
  if (process.env["SDL_LONG"] === "1") return [...cases];
  const day = Number(process.env["SDL_DAY"] ?? Math.floor(Date.now() / DAY_MS));
  return cases.filter((_, at) => (at + day) % parts === 0);
}
