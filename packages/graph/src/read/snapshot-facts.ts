/** Facts of a published version for the linker. Used to find single references, which edges do not store. */
import type { FileHandle } from "@sdl/model";
import type { FactsPage } from "@sdl/model/facts";
import type { FactsSource } from "@sdl/model/graph";
import { throwMissing } from "../errors.js";
import type { FileEntry } from "../records/file-page.js";
import type { PageReader } from "./page-reader.js";

/** Facts of the snapshot's files, in the form that the linker reads. */
export class SnapshotFacts implements FactsSource {
  constructor(private readonly reader: PageReader) {}

  file(path: string): FileHandle | undefined {
    return this.reader.state.files.find(path)?.handle;
  }

  path(file: FileHandle): string {
    return this.entry(file).path;
  }

  facts(file: FileHandle): FactsPage {
    return this.reader.facts(this.entry(file));
  }

  symbolIds(file: FileHandle): Uint32Array {
    return this.reader.symbols(this.entry(file)).ids;
  }

  *files(): Iterable<FileHandle> {
    for (const path of this.reader.state.files.paths()) {
      const file = this.file(path);
      if (file !== undefined) yield file;
    }
  }

  config(path: string): string | undefined {
    return this.reader.configs().get(path)?.text;
  }

  configs(): readonly string[] {
    return [...this.reader.configs().keys()].sort();
  }

  private entry(file: FileHandle): FileEntry {
    return this.reader.state.files.entryAt(file) ?? throwMissing(`the file table (no file ${file})`);
  }
}
