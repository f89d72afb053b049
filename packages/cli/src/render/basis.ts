/** What an answer rests on, where a person should know it. */
import type { Style } from "../terminal.js";

/** A line when files changed since the index; nothing when it is up to date. */
export function renderBasis({ staleFiles }: { readonly staleFiles: number }, style: Style): string {
  if (staleFiles === 0) return "";
  const files = staleFiles === 1 ? "1 file has" : `${staleFiles} files have`;
  return `${style.yellow(`${files} changed since the index was made; sdl index brings it up to date, --fresh does so first.`)}\n`;
}
