/** The lines of source that stand for a symbol, and the parts of them that a slice shows. */

/** Consecutive lines of a file. */
export interface SourceBlock {
  /** From 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** Masked; no line end behind the last line. */
  readonly text: string;
}

/** What a card shows of its symbol's source. */
export interface CardSource {
  /**
   * `body`: all of its own lines; `code`: all but long comments; `excerpt`: those that the task most likely changes, with the lines that
   * hold them.
   */
  readonly form: "excerpt" | "code" | "body";
  /** In source order. */
  readonly blocks: readonly SourceBlock[];
}

/** A symbol's own lines: none that another shown symbol brings. In source order. */
export type SourceLines = readonly SourceBlock[];

/** Reads the source of symbols, as far as it may be shown. A symbol without any is left out. */
export type ReadSource<Handle> = (symbols: readonly Handle[]) => Promise<ReadonlyMap<Handle, SourceLines>>;

export function linesOf({ text }: SourceBlock): readonly string[] {
  return text.split("\n");
}

export function lineCount(blocks: SourceLines): number {
  return blocks.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
}
