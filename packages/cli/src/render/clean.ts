/** Text of what `sdl clean` removed, or would remove. */
import { bytesText, type Cleaned, type CleanResult } from "@sdl/engine";
import type { Style } from "../terminal.js";

const KINDS: Readonly<Record<Cleaned["kind"], string>> = {
  "set-aside": "damaged index that was set aside",
  "other-version": "index of another version of sdl",
  orphan: "index of a repository that is gone",
  leftover: "half-written file",
  cache: "what is remembered of git",
  shared: "what the indexes of worktrees have in common",
  index: "index",
};

/** Formats as text: the removed items and sums. @param dryRun nothing was removed */
export function renderClean({ items, freedBytes, leftBytes }: CleanResult, dryRun: boolean, style: Style): string {
  const lines = items.flatMap((item) => renderItem(item, style));
  const done = dryRun ? "would be freed" : "freed";
  lines.push(`${style.bold(bytesText(freedBytes))} ${done}, ${bytesText(leftBytes)} left`);
  return `${lines.join("\n")}\n`;
}

function renderItem({ kind, path, sizeBytes, kept }: Cleaned, style: Style): string[] {
  const line = `${bytesText(sizeBytes).padStart(10)}  ${KINDS[kind]}`;
  const place = `            ${style.dim(path)}`;
  return kept === undefined ? [line, place] : [line, place, `            ${style.yellow(`kept: ${kept}`)}`];
}
