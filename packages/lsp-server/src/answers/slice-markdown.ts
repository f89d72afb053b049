/** Slice as a Markdown document, for readers without tools: files as headings, symbols with their source or signature. Pure. */
import type { SliceCard } from "@sdl/engine";
import { escapedMarkdown, fencedCode } from "./markdown.js";

/** Writes the cards, grouped by file in their order. */
export function sliceMarkdown(cards: readonly SliceCard[]): string {
  const files = new Map<string, SliceCard[]>();
  for (const card of cards) files.set(card.file, [...(files.get(card.file) ?? []), card]);
  return [...files].map(([file, inFile]) => fileSection(file, inFile)).join("\n\n");
}

function fileSection(file: string, cards: readonly SliceCard[]): string {
  const sorted = [...cards].sort((a, b) => a.line - b.line);
  return [`## ${escapedMarkdown(file)}`, ...sorted.map(cardSection)].join("\n\n");
}

function cardSection({ name, kind, file, line, signature, summary, source, why }: SliceCard): string {
  const reason = why?.lastStep ?? (why?.matches === undefined ? undefined : `matches ${why.matches.join(", ")}`);
  const title = `**${escapedMarkdown(name)}** (${kind}, line ${line})${reason === undefined ? "" : `: ${escapedMarkdown(reason)}`}`;
  const blocks = source?.blocks ?? [];
  const code = blocks.length === 0 ? signature?.text : blocks.map(({ text }) => text).join("\n…\n");
  const said = blocks.length === 0 && summary !== undefined ? [escapedMarkdown(summary)] : [];
  return [title, ...said, ...(code === undefined ? [] : [fencedCode(code, file)])].join("\n\n");
}
