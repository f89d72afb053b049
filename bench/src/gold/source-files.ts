/** What is made of each source file of a commit, tests left out: kept from commit to commit where the file stays the same. */
import { DEFAULT_MAX_FILE_BYTES, findFileKind } from "@sdl/indexer";
import type { Language } from "@sdl/model";
import { isTaskFile } from "../replay/commits.js";
import { type Clone, listFiles, readBlobs } from "../replay/git.js";

export interface Source {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
}

interface Made<T> {
  readonly blob: string;
  readonly value: T;
}

export class SourceFiles<T> {
  private files: ReadonlyMap<string, Made<T>> = new Map();

  constructor(
    private readonly clone: Clone,
    private readonly make: (source: Source) => T,
  ) {}

  /** By path. Files that the clone lacks, or that are too large to be indexed, are left out. */
  of(commit: string): Map<string, T> {
    const files = [...listFiles(this.clone, commit)].flatMap(([path, blob]) => {
      const language = languageOf(path);
      return language === undefined ? [] : { path, blob, language };
    });
    const changed = files.filter(({ path, blob }) => this.files.get(path)?.blob !== blob);
    const bytes = readBlobs(
      this.clone,
      changed.map(({ blob }) => blob),
    );
    const next = new Map<string, Made<T>>();
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

/** `undefined` for what is no product's source. */
function languageOf(path: string): Language | undefined {
  return isTaskFile(path) ? findFileKind(path.slice(path.lastIndexOf("/") + 1))?.language : undefined;
}
