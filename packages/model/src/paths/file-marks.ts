/** What a repository's configuration says of one file beyond what its path does. */

/** Bits beside each other. They are stored with the file: append only. The lowest bit is the indexer's own. */
export const FileMark = {
  /** It is test code. */
  Test: 2,
  /** A program wrote it. */
  Generated: 4,
  /** What it exports is called from outside of the repository. */
  EntryPoint: 8,
} as const;

export const FILE_MARKS = FileMark.Test | FileMark.Generated | FileMark.EntryPoint;

/** What holds the marks of files: a graph, or what stands for one. */
export interface MarkedFiles {
  fileMarks?(path: string): number;
}

/** 0 for most files. */
export function marksOf(files: MarkedFiles, path: string): number {
  return files.fileMarks?.(path) ?? 0;
}
