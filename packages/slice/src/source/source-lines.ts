/** Source lines of symbols, and the parts of them that a slice shows. */

/** Consecutive lines of a file. */
export interface SourceBlock {
  /** Line number of the first line, from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** Text with secrets masked, without a line end after the last line. */
  readonly text: string;
}

/** Source of a symbol that its card shows. */
export interface CardSource {
  /**
   * `body`: all own lines; `code`: all but long comments; `excerpt`: the lines that the task most likely changes, with the headers that contain
   * them.
   */
  readonly form: "excerpt" | "code" | "body";
  /** Blocks in source order. */
  readonly blocks: readonly SourceBlock[];
}

/** A symbol's own lines, without lines of other shown symbols, in source order. */
export type SourceLines = readonly SourceBlock[];

/** Reads the source of symbols as far as policy permits it. Symbols without source are absent from the result. */
export type ReadSource<Handle> = (symbols: readonly Handle[]) => Promise<ReadonlyMap<Handle, SourceLines>>;

/** Splits a block into its lines. */
export function splitBlockLines({ text }: SourceBlock): readonly string[] {
  return text.split("\n");
}

/** Number of lines in all blocks. */
export function lineCount(blocks: SourceLines): number {
  return blocks.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
}
