/** What an answer rests on, where a person should know it: in front of the answer. */
import { staleLines, type TextBasis, warningLines } from "@sdl/engine";
import type { Style } from "../terminal.js";

/** A line for what the answer does not know, and for each warning; nothing when it is up to date. */
export function renderBasis(basis: TextBasis, style: Style): string {
  return [...staleLines(basis), ...warningLines(basis)].map((line) => `${style.yellow(line)}\n`).join("");
}
