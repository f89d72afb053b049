/**
 * Cache of values computed from a commit's source files, without tests: unchanged files keep theirs from commit to
 * commit.
 */
import { DEFAULT_MAX_FILE_BYTES, findFileKind } from "@sdl/indexer";
import type { Language } from "@sdl/model";
import { isTaskFile } from "../replay/commits.js";
import { type Clone, listFiles, readBlobs } from "../replay/git.js";

/** A source file of a commit. */
export interface Source {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
}

interface CachedValue<T> {
  readonly blob: string;
  readonly value: T;
}

/** Computes a value per file, for one commit after another. */
export class SourceFiles<T> {
  private files: ReadonlyMap<string, CachedValue<T>> = new Map();

  constructor(
    private readonly clone: Clone,
    private readonly make: (source: Source) => T,
  ) {}

  /** Values by path. Files that the clone lacks, or that are too large to be indexed, are left out. */
  of(commit: string): Map<string, T> {
    const files = [...listFiles(this.clone, commit)].flatMap(([path, blob]) => {
      const language = productLanguage(path);
      return language === undefined ? [] : { path, blob, language };
    });
    const changed = files.filter(({ path, blob }) => this.files.get(path)?.blob !== blob);
    const bytes = readBlobs(
      this.clone,
      changed.map(({ blob }) => blob),
    );
    const next = new Map<string, CachedValue<T>>();
    for (const { path, blob, language } of files) {
      const known = this.files.get(path);
      const read = bytes.get(blob);
      if (known?.blob === blob) next.set(path, known);
      else if (read !== undefined && read.length <= DEFAULT_MAX_FILE_BYTES)
        next.set(path, { blob, value: this.make({ path, language, text: read.toString("utf8") }) });
    }
    this.files = next;
    return new Map([...next].map(([path, { value }]) => [path, value]));
  }
}

/** @returns `undefined` unless the file is product source */
function productLanguage(path: string): Language | undefined {
  return isTaskFile(path) ? findFileKind(path.slice(path.lastIndexOf("/") + 1))?.language : undefined;
}
