/** Cases that take long and are tried one share a day in CI, and all of them in the long tier. */
import process from "node:process";

const DAY_MS = 86_400_000;

/** Every `parts`-th one, another part each day; `SDL_DAY` (days since 1970) asks for that of another day, `SDL_LONG` for all. */
export function shareOfDay<T>(cases: readonly T[], parts: number): T[] {
  if (process.env["SDL_LONG"] === "1") return [...cases];
  const day = Number(process.env["SDL_DAY"] ?? Math.floor(Date.now() / DAY_MS));
  return cases.filter((_, at) => (at + day) % parts === 0);
}
