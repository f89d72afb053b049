/** The ways in which a slice with source may show a symbol: its line alone, an excerpt of it, or its body. */
import type { SymbolHandle } from "@sdl/model";
import type { SourceChoice, WireFormat } from "../request.js";
import { codeOf, excerptOf } from "../source/excerpt.js";
import type { TaskWords } from "../source/line-scores.js";
import { type CardSource, lineCount, type SourceLines } from "../source/source-lines.js";
import { estimateTokens } from "../tokens/estimate.js";

/** A body of so many lines is shown whole or not at all: an excerpt would be hardly shorter. */
const SHORT_BODY = 16;
/** Lines of an excerpt, about. */
const EXCERPT_LINES = 24;
/** How much longer a body must be than its excerpt. */
const MUCH_SHORTER = 1.25;
/** Of fences and of the marks in front of lines. */
const BLOCK_TOKENS = 6;

/** Of one slice: what its symbols' source is worth to its task. */
export class SourceForms {
  constructor(
    private readonly task: TaskWords,
    private readonly sources: ReadonlyMap<SymbolHandle, SourceLines>,
  ) {}

  /** Poorest first. */
  of(symbol: SymbolHandle, choice: SourceChoice): readonly CardSource[] {
    const blocks = this.sources.get(symbol);
    if (choice === "none" || blocks === undefined || blocks.length === 0) return [];
    const body: CardSource = { form: "body", blocks };
    if (choice === "full") return [body];
    const code = codeOf(blocks);
    const whole: CardSource[] = code === undefined ? [body] : [{ form: "code", blocks: code }, body];
    const all = code ?? blocks;
    if (lineCount(all) <= SHORT_BODY) return choice === "excerpts" ? [] : whole;
    const lines = excerptOf(all, this.task, EXCERPT_LINES);
    const excerpts: CardSource[] =
      lineCount(lines) * MUCH_SHORTER <= lineCount(all) ? [{ form: "excerpt", blocks: lines }] : [];
    return choice === "excerpts" ? excerpts : [...excerpts, ...whole];
  }
}

export function sourceTokens({ form, blocks }: CardSource, wireFormat: WireFormat): number {
  if (wireFormat !== "text") return estimateTokens(JSON.stringify({ form, blocks }));
  return blocks.reduce((sum, { text }) => sum + BLOCK_TOKENS + estimateTokens(text), 0);
}
