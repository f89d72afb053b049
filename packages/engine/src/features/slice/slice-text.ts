/** A slice as text: files as headings, symbols with the source that matters, why each is there, and what to ask next. */
import { EDGE_VERBS, type Slice, type SliceCard, type SliceEdge } from "@sdl/slice";
import type { TextStyle } from "../../contract/answer-form.js";
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { counted, grouped, textOf, wrapped } from "../../text/layout.js";
import { byFile } from "../../text/names-text.js";
import { linesText, sourceText } from "../../text/source-text.js";
import { symbolTitle } from "../../text/symbol-title.js";

export interface SliceAnswer extends TextBasis {
  readonly sliceHandle?: string;
  readonly slice: Readonly<Record<string, unknown>>;
}

interface Unchanged extends TextBasis {
  readonly notModified: true;
}

/** The lists of a slice in the standard shape are left out where they are empty. */
type SentSlice = Pick<Slice, "budget"> & Partial<Slice>;

export function sliceText(answer: SliceAnswer | Unchanged, style: TextStyle): string {
  if ("notModified" in answer) return textOf([`Not modified: the slice you have is still right; ${stateOf(answer)}`]);
  const slice = answer.slice as unknown as SentSlice;
  return textOf([
    headLine(slice, answer),
    ...warningLines(answer),
    ...cardLines(slice),
    ...knownLines(slice),
    ...nearLines(slice),
    ...memoryLines(slice),
    ...nextLines(slice, answer, style),
  ]);
}

function headLine({ cards = [], budget }: SentSlice, basis: TextBasis): string {
  const files = new Set(cards.map(({ file }) => file)).size;
  const least = budget.minimumRequired === undefined ? "" : `, at least ${budget.minimumRequired} are needed`;
  const size = `${counted(cards.length, "symbol")} in ${counted(files, "file")}`;
  return `${size}, ${budget.used} of ${budget.allowed} tokens${least}, ${stateOf(basis)}`;
}

/** Files in the order of their best card, cards of a file in source order. */
function cardLines(slice: SentSlice): string[] {
  const relations = new Relations(slice);
  return [...byFile(slice.cards ?? [])].flatMap(([file, cards]) => [
    "",
    file,
    ...[...cards].sort((a, b) => a.line - b.line).flatMap((card) => oneCard(card, relations)),
  ]);
}

function oneCard(card: SliceCard, relations: Relations): string[] {
  const { source, summary, file } = card;
  const reason = reasonOf(card);
  const title = `${placeOf(card)}  ${titleOf(card)}${reason === "" ? "" : `  ${reason}`}`;
  const related = relations.of(card);
  const lines = source === undefined ? [title] : [title, ...sourceText(source.blocks, file)];
  if (source === undefined && summary !== undefined) lines.push(...wrapped(summary, "  "));
  if (related !== "") lines.push(...wrapped(related, "  "));
  return lines;
}

/** Lines of the source shown, else the line of the name. */
function placeOf({ source, line }: SliceCard): string {
  const [first] = source?.blocks ?? [];
  const last = source?.blocks.at(-1);
  if (first === undefined || last === undefined) return String(line);
  return linesText(first.startLine, last.endLine);
}

/** Source shows the signature itself. */
function titleOf({ source, signature, kind, name, file }: SliceCard): string {
  return symbolTitle({ kind, name, file }, source === undefined ? signature?.text : "");
}

function reasonOf({ why }: SliceCard): string {
  if (why?.lastStep !== undefined) return why.lastStep;
  return why?.matches === undefined ? "" : `matches ${why.matches.join(", ")}`;
}

/** First cards whose test is named: of the others it is one question away, and source says more. */
const TESTED_CARDS = 3;

/** What symbols of the slice have to do with each other; each relation stands at the one that it goes out from. */
class Relations {
  private readonly labels: ReadonlyMap<string, string>;
  private readonly tested: ReadonlySet<string>;
  private readonly edges: readonly SliceEdge[];

  constructor({ cards = [], edges = [] }: SentSlice) {
    const sameName = grouped(cards, ({ name }) => name);
    // A name that two of them have says which one is meant by its place.
    const labelOf = (card: SliceCard) =>
      sameName.get(card.name)?.length === 1 ? card.name : `${card.name} (${addressOf(card)})`;
    this.labels = new Map(cards.map((card) => [card.symbolId, labelOf(card)]));
    this.tested = new Set(cards.slice(0, TESTED_CARDS).map(({ symbolId }) => symbolId));
    this.edges = edges;
  }

  of({ symbolId, metrics }: SliceCard): string {
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

function knownLines({ cardRefs = [] }: SentSlice): string[] {
  return cardRefs.length === 0 ? [] : ["", `${counted(cardRefs.length, "card")} that you have already`];
}

function nearLines({ frontier = [] }: SentSlice): string[] {
  if (frontier.length === 0) return [];
  const near = frontier.map(({ name, file, line }) => (name === file ? name : `${name} (${file}:${line})`));
  return ["", ...wrapped(`Also near: ${near.join(", ")}`)];
}

interface Memory {
  readonly title?: string;
  readonly content?: string;
}

function memoryLines({ memories = [] }: SentSlice): string[] {
  if (memories.length === 0) return [];
  const notes = (memories as readonly Memory[]).flatMap(({ title = "", content = "" }) =>
    wrapped(`${title}${content === "" ? "" : `: ${content.replace(/\s+/g, " ")}`}`, "  "),
  );
  return ["", "Remembered:", ...notes];
}

/** What was left out; where nothing was, the whole of the best symbol of which an excerpt is shown, else who uses the first one. */
function nextLines(slice: SentSlice, { sliceHandle }: SliceAnswer, style: TextStyle): string[] {
  const call = nextCall(slice, sliceHandle, style);
  return call === undefined ? [] : ["", `Next: ${call}`];
}

function nextCall({ cards = [], truncation }: SentSlice, handle: string | undefined, style: TextStyle) {
  if (style.namesHandles && truncation?.truncated === true && handle !== undefined)
    return `${style.call("sdl.slice.build", { cursor: handle })}  what was left out`;
  const cut = cards.find(({ source }) => source !== undefined && source.form !== "body");
  if (cut !== undefined)
    return `${style.call("sdl.symbol.getCard", { symbol: addressOf(cut) })}  the whole of ${cut.name}`;
  const [first] = cards;
  if (first === undefined) return undefined;
  return `${style.call("sdl.symbol.references", { symbol: addressOf(first) })}  who uses ${first.name}`;
}

function addressOf({ file, line }: SliceCard): string {
  return `${file}:${line}`;
}
