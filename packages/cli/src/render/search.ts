/** Search results: one line each. */
import type { symbolSearch } from "@sdl/engine";
import type { Terminal } from "../terminal.js";
import { renderBasis } from "./basis.js";

type Answer = Awaited<ReturnType<typeof symbolSearch.execute>>;

export function renderSearch(answer: Answer, { style }: Terminal): string {
  const results = answer.results ?? [];
  if (results.length === 0) return `${renderBasis(answer, style)}Nothing found.\n`;
  const width = Math.max(...results.map(({ kind }) => kind.length));
  const lines = results.map(({ symbolId, kind, name, file, line, score }) => {
    const place = `${file}:${line}`;
    return `${style.dim(score.toFixed(2))}  ${style.cyan(kind.padEnd(width))}  ${style.bold(name)}  ${place}  ${style.dim(symbolId)}`;
  });
  const more = answer.truncation === undefined ? "" : `${style.dim(answer.truncation.howToResume)}\n`;
  return `${renderBasis(answer, style)}${lines.join("\n")}\n${more}`;
}
