/** Source forms: the ways in which a slice with source shows a symbol, from an excerpt to the whole body. */
import type { SymbolHandle } from "@sdl/model";
import type { SourceChoice, WireFormat } from "../request.js";
import { codeWithoutComments, cutExcerpt } from "../source/excerpt.js";
import type { TaskWords } from "../source/line-scores.js";
import { type CardSource, lineCount, type SourceLines } from "../source/source-lines.js";
import { estimateTokens } from "../tokens/estimate.js";

/** Maximum number of lines of a body that is shown whole or not at all; an excerpt would hardly be shorter. */
const MAX_SHORT_BODY_LINES = 16;
/** Approximate number of lines of an excerpt. */
const EXCERPT_LINES = 24;
/** Minimum ratio of the body's lines to the excerpt's lines. */
const MIN_BODY_RATIO = 1.25;
/** Tokens of a block's fences and line marks. */
const BLOCK_TOKENS = 6;

/** Source forms of a slice's symbols, chosen for its task. */
export class SourceForms {
  constructor(
    private readonly task: TaskWords,
    private readonly sources: ReadonlyMap<SymbolHandle, SourceLines>,
  ) {}

  /** Forms of a symbol's source, shortest first; empty without source. */
  of(symbol: SymbolHandle, choice: SourceChoice): readonly CardSource[] {
    const blocks = this.sources.get(symbol);
    if (choice === "none" || blocks === undefined || blocks.length === 0) return [];
    const body: CardSource = { form: "body", blocks };
    if (choice === "full") return [body];
    const code = codeWithoutComments(blocks);
    const whole: CardSource[] = code === undefined ? [body] : [{ form: "code", blocks: code }, body];
    const all = code ?? blocks;
    if (lineCount(all) <= MAX_SHORT_BODY_LINES) return choice === "excerpts" ? [] : whole;
    const lines = cutExcerpt(all, this.task, EXCERPT_LINES);
    const excerpts: CardSource[] =
      lineCount(lines) * MIN_BODY_RATIO <= lineCount(all) ? [{ form: "excerpt", blocks: lines }] : [];
    return choice === "excerpts" ? excerpts : [...excerpts, ...whole];
  }
}

/** Estimated tokens of a card's source in a wire format. */
export function sourceTokens({ form, blocks }: CardSource, wireFormat: WireFormat): number {
  if (wireFormat !== "text") return estimateTokens(JSON.stringify({ form, blocks }));
  return blocks.reduce((sum, { text }) => sum + BLOCK_TOKENS + estimateTokens(text), 0);
}
