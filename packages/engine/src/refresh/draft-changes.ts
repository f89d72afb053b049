/**
 * Changes files and configuration of a draft, and notes which recorded lookups then have another answer: whoever recorded one of them
 * is linked again. Knows neither where the changes come from nor what becomes of the draft.
 */
import type { ConfigEntry, FileInput, LedgerUpdate } from "@sdl/graph";
import { changedConfigLookups, changedLookups, type FileView } from "@sdl/indexer";
import type { FileHandle } from "@sdl/model";

export class DraftChanges {
  /** Hashes of lookups with another answer than before. */
  readonly lookups = new Set<number>();
  private hasSameSymbols = true;

  /** @param options.compares false where every file is linked anyway: no lookup is noted */
  constructor(
    private readonly update: LedgerUpdate,
    private readonly options: { readonly compares: boolean } = { compares: true },
  ) {}

  /** Whether no lookup has another answer, and every file has the symbols it had in their order. */
  get isBodyEdit(): boolean {
    return this.lookups.size === 0 && this.hasSameSymbols;
  }

  putFile(input: FileInput): FileHandle {
    const before = this.view(input.path);
    const handle = this.update.putFile(input);
    this.noteChange(before, this.view(input.path));
    return handle;
  }

  /** @returns whether there was such a file */
  removeFile(path: string): boolean {
    const before = this.view(path);
    if (before === undefined) return false;
    this.noteChange(before, undefined);
    this.update.removeFile(path);
    return true;
  }

  putConfig(config: ConfigEntry): void {
    const { path, text } = config;
    for (const lookup of changedConfigLookups(path, this.update.config(path), text)) this.lookups.add(lookup);
    this.update.putConfig(config);
  }

  removeConfig(path: string): void {
    const before = this.update.config(path);
    if (before === undefined) return;
    for (const lookup of changedConfigLookups(path, before, undefined)) this.lookups.add(lookup);
    this.update.removeConfig(path);
  }

  private noteChange(before: FileView | undefined, after: FileView | undefined): void {
    if (!this.options.compares) return;
    this.hasSameSymbols &&=
      before !== undefined && after !== undefined && isSameWords(before.symbolIds, after.symbolIds);
    for (const lookup of changedLookups(before, after)) this.lookups.add(lookup);
  }

  private view(path: string): FileView | undefined {
    const handle = this.update.file(path);
    if (handle === undefined) return undefined;
    return { path, facts: this.update.facts(handle), symbolIds: this.update.symbolIds(handle) };
  }
}

function isSameWords(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}
