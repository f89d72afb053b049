/** Text form of a slice: files as headings, symbols with their relevant source and the reason for each, and the next call. */
import { placeText } from "@sdl/model/paths";
import { EDGE_VERBS, type Slice, type SliceCard, type SliceEdge } from "@sdl/slice";
import type { TextStyle } from "../../contract/answer-form.js";
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { countText, groupBy, textOf, wrapText } from "../../text/layout.js";
import { groupByFile } from "../../text/names-text.js";
import { linesText, sourceText } from "../../text/source-text.js";
import { symbolTitle } from "../../text/symbol-title.js";

/** A slice, as far as its text needs it. */
export interface SliceAnswer extends TextBasis {
  readonly sliceHandle?: string;
  readonly slice: Readonly<Record<string, unknown>>;
}

interface Unchanged extends TextBasis {
  readonly notModified: true;
}

/** A slice in the standard shape as sent: empty lists are left out. */
type SentSlice = Pick<Slice, "budget"> & Partial<Slice>;

/** Words cards with source, frontier, memories and the next call. */
export function sliceText(answer: SliceAnswer | Unchanged, style: TextStyle): string {
  if ("notModified" in answer) return textOf([`Not modified: the slice is still current; ${stateOf(answer)}`]);
  const slice = answer.slice as unknown as SentSlice;
  return textOf([
    headLine(slice, answer),
    ...warningLines(answer),
    ...cardLines(slice),
    ...knownCardLines(slice),
    ...frontierLines(slice),
    ...memoryLines(slice),
    ...nextLines(slice, answer, style),
  ]);
}

function headLine({ cards = [], budget }: SentSlice, basis: TextBasis): string {
  const files = new Set(cards.map(({ file }) => file)).size;
  const least = budget.minimumRequired === undefined ? "" : `, at least ${budget.minimumRequired} are required`;
  const size = `${countText(cards.length, "symbol")} in ${countText(files, "file")}`;
  return `${size}, ${budget.used} of ${budget.allowed} tokens${least}, ${stateOf(basis)}`;
}

/** Files in the order of their best card, cards of a file in source order. */
function cardLines(slice: SentSlice): string[] {
  const relations = new Relations(slice);
  return [...groupByFile(slice.cards ?? [])].flatMap(([file, cards]) => [
    "",
    file,
    ...[...cards].sort((a, b) => a.line - b.line).flatMap((card) => writeCard(card, relations)),
  ]);
}

function writeCard(card: SliceCard, relations: Relations): string[] {
  const { source, summary, file } = card;
  const reason = reasonOf(card);
  const title = `${placeOf(card)}  ${titleOf(card)}${reason === "" ? "" : `  ${reason}`}`;
  const related = relations.describeRelations(card);
  const lines = source === undefined ? [title] : [title, ...sourceText(source.blocks, file)];
  if (source === undefined && summary !== undefined) lines.push(...wrapText(summary, "  "));
  if (related !== "") lines.push(...wrapText(related, "  "));
  return lines;
}

/** Line range of the source shown, else the line of the name. */
function placeOf({ source, file, line }: SliceCard): string {
  const [first] = source?.blocks ?? [];
  const last = source?.blocks.at(-1);
  if (first === undefined || last === undefined) return linesText(file, line);
  return linesText(file, first.startLine, last.endLine);
}

/** Leaves out the signature if source is shown, because the source contains it. */
function titleOf({ source, signature, kind, name, file }: SliceCard): string {
  return symbolTitle({ kind, name, file }, source === undefined ? signature?.text : "");
}

function reasonOf({ why }: SliceCard): string {
  if (why?.lastStep !== undefined) return why.lastStep;
  return why?.matches === undefined ? "" : `matches ${why.matches.join(", ")}`;
}

/** Number of first cards whose test is named. Tests of others are one call away, and their tokens are better spent on source. */
const TESTED_CARDS = 3;

/** Relations between the slice's symbols; each is listed at the symbol that it starts from. */
class Relations {
  private readonly labels: ReadonlyMap<string, string>;
  private readonly tested: ReadonlySet<string>;
  private readonly edges: readonly SliceEdge[];

  constructor({ cards = [], edges = [] }: SentSlice) {
    const sameName = groupBy(cards, ({ name }) => name);
    // If two symbols have the same name, adds their location.
    const labelOf = (card: SliceCard) =>
      sameName.get(card.name)?.length === 1 ? card.name : `${card.name} (${addressOf(card)})`;
    this.labels = new Map(cards.map((card) => [card.symbolId, labelOf(card)]));
    this.tested = new Set(cards.slice(0, TESTED_CARDS).map(({ symbolId }) => symbolId));
    this.edges = edges;
  }

  describeRelations({ symbolId, metrics }: SliceCard): string {
    const groups = new Map<string, string[]>();
    for (const { from, to, kind } of this.edges) {
      const label = this.labels.get(to);
      if (from !== symbolId || label === undefined) continue;
      const verb = EDGE_VERBS[kind].out;
      groups.set(verb, [...(groups.get(verb) ?? []), label]);
    }
    const [test] = this.tested.has(symbolId) ? (metrics?.testRefs ?? []) : [];
    if (test !== undefined) groups.set("tested by", [test]);
    return [...groups].map(([verb, names]) => `${verb} ${names.join(", ")}`).join("; ");
  }
}

function knownCardLines({ cardRefs = [] }: SentSlice): string[] {
  return cardRefs.length === 0
    ? []
    : ["", `${countText(cardRefs.length, "card")} not sent again: you have them already`];
}

function frontierLines({ frontier = [] }: SentSlice): string[] {
  if (frontier.length === 0) return [];
  const near = frontier.map(({ name, file, line }) =>
    name === file || file === undefined || line === undefined ? name : `${name} (${placeText(file, line)})`,
  );
  return ["", ...wrapText(`Related, not included: ${near.join(", ")}`)];
}

interface Memory {
  readonly title?: string;
  readonly content?: string;
}

function memoryLines({ memories = [] }: SentSlice): string[] {
  if (memories.length === 0) return [];
  const notes = (memories as readonly Memory[]).flatMap(({ title = "", content = "" }) =>
    wrapText(`${title}${content === "" ? "" : `: ${content.replace(/\s+/g, " ")}`}`, "  "),
  );
  return ["", "Memories:", ...notes];
}

/** The next call: the candidates left out; if none, the full source of the best symbol shown as an excerpt; else the users of the first symbol. */
function nextLines(slice: SentSlice, { sliceHandle }: SliceAnswer, style: TextStyle): string[] {
  const call = nextCall(slice, sliceHandle, style);
  return call === undefined ? [] : ["", `Next: ${call}`];
}

function nextCall({ cards = [], truncation }: SentSlice, handle: string | undefined, style: TextStyle) {
  if (style.namesHandles && truncation?.truncated === true && handle !== undefined)
    return `${style.call("sdl.slice.build", { cursor: handle })}  the candidates left out`;
  const cut = cards.find(({ source }) => source !== undefined && source.form !== "body");
  if (cut !== undefined)
    return `${style.call("sdl.symbol.getCard", { symbol: addressOf(cut) })}  the full source of ${cut.name}`;
  const [first] = cards;
  if (first === undefined) return undefined;
  return `${style.call("sdl.symbol.references", { symbol: addressOf(first) })}  who uses ${first.name}`;
}

function addressOf({ file, line }: SliceCard): string {
  return placeText(file, line);
}
