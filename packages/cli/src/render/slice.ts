/** A slice as a person reads it: cards grouped by file, each with why it is there, then what lies just outside. */
import type { Slice, SliceCard, sliceBuild } from "@sdl/engine";
import type { Style, Terminal } from "../terminal.js";
import { renderBasis } from "./basis.js";

type Answer = Awaited<ReturnType<typeof sliceBuild.execute>>;
type SentSlice = Exclude<Answer, { readonly notModified: true }>;
type Unchanged = Extract<Answer, { readonly notModified: true }>;

/** The slice is the one that the reader has. */
export function renderUnchanged(answer: Unchanged, { style }: Terminal): string {
  const { sliceHandle, ledgerVersion, sliceEtag } = answer;
  const names = style.dim(`${sliceHandle} at ${ledgerVersion}, hash ${sliceEtag.sliceHash}`);
  return `${renderBasis(answer, style)}${style.bold("Not modified")}  ${names}\n`;
}

/** @param slice decoded, in the standard shape */
export function renderSlice(answer: SentSlice, slice: Slice, { style }: Terminal): string {
  const lines = [...header(answer, slice, style), "", ...cardGroups(slice, style)];
  if (slice.cardRefs.length > 0) lines.push(`${slice.cardRefs.length} cards that you have already`, "");
  lines.push(...frontierLines(slice, style), ...footer(slice, style));
  lines.push(style.dim(`hash ${answer.sliceEtag.sliceHash}, for --if-none-match`));
  return `${renderBasis(answer, style)}${lines.join("\n")}\n`;
}

function header(answer: SentSlice, slice: Slice, style: Style): string[] {
  const { used, allowed, minimumRequired } = slice.budget;
  const files = new Set(slice.cards.map(({ file }) => file)).size;
  const tooSmall = minimumRequired === undefined ? "" : style.yellow(`  (at least ${minimumRequired} are needed)`);
  return [
    `${style.bold(`${slice.cards.length} symbols in ${files} files`)}  ${used} of ${allowed} tokens${tooSmall}  ${style.dim(`${answer.sliceHandle} at ${answer.ledgerVersion}`)}`,
  ];
}

/** Files in the order of their best card, cards of a file in source order. */
function cardGroups(slice: Slice, style: Style): string[] {
  const groups = new Map<string, SliceCard[]>();
  for (const card of slice.cards) {
    const group = groups.get(card.file);
    if (group === undefined) groups.set(card.file, [card]);
    else group.push(card);
  }
  const starts = new Map<string, string>(slice.startSymbols.map(({ symbolId, source }) => [symbolId, source]));
  return [...groups].flatMap(([file, cards]) => [
    style.bold(file),
    ...[...cards].sort((a, b) => a.line - b.line).flatMap((card) => cardLines(card, starts.get(card.symbolId), style)),
    "",
  ]);
}

function cardLines(card: SliceCard, start: string | undefined, style: Style): string[] {
  const { line, range, kind, name, qualifiedName, signature, summary, deps, why } = card;
  const place = range === undefined || range.endLine === line ? `${line}` : `${line}-${range.endLine}`;
  // A module's name is the path that stands above its symbols.
  const title = signature?.text ?? (name === card.file ? kind : `${kind} ${name}`);
  const mark = start === undefined ? " " : style.green("*");
  const owner = signature !== undefined && qualifiedName !== undefined ? `  ${style.dim(qualifiedName)}` : "";
  const score = why === undefined ? "" : `  ${style.dim(why.score.toFixed(2))}`;
  const lines = [`${mark} ${style.dim(place.padStart(9))}  ${style.cyan(oneLine(title))}${owner}${score}`];
  const indent = " ".repeat(13);
  if (summary !== undefined) lines.push(`${indent}${summary}`);
  if (deps?.calls !== undefined && deps.calls.length > 0)
    lines.push(`${indent}${style.dim(`calls ${deps.calls.join(", ")}`)}`);
  if (why !== undefined && start === undefined && why.path.length > 0)
    lines.push(`${indent}${style.dim(`why: ${why.path.join(" → ")}`)}`);
  return lines;
}

function frontierLines({ frontier }: Slice, style: Style): string[] {
  if (frontier.length === 0) return [];
  const lines = frontier.map(
    ({ name, why, score, symbolId }) =>
      `  ${style.dim(score.toFixed(2))}  ${name}  ${style.dim(`${why}  ${symbolId}`)}`,
  );
  return [style.bold("Just outside"), ...lines, ""];
}

function footer(slice: Slice, style: Style): string[] {
  const { truncation, startSymbols } = slice;
  const lines = startSymbols.length > 0 ? [style.dim("* where the slice starts")] : [];
  if (truncation?.truncated === true)
    lines.push(style.dim(`${truncation.droppedCards} more candidates: ${truncation.howToResume}`));
  return lines;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
