/**
 * Changes of a draft's files and configuration, and the recorded lookups whose answers they change: files with such a
 * lookup are linked again. Independent of where the changes come from and what happens to the draft.
 */
import type { ConfigEntry, FileInput, LedgerUpdate } from "@sdl/graph";
import { changedConfigLookups, changedLookups } from "@sdl/indexer";
import type { FileHandle } from "@sdl/model";
import type { FileView } from "@sdl/model/facts";
import { isIsolatedFault } from "../faults.js";

/** Finds the lookups whose answers changed. */
export interface LookupComparison {
  readonly changedLookups: typeof changedLookups;
  readonly changedConfigLookups: typeof changedConfigLookups;
}

/** Options of {@link DraftChanges}. */
export interface DraftChangesOptions {
  /** False if every file is linked anyway: then lookups are not compared. Default: true. */
  readonly compares?: boolean;
  readonly comparison?: LookupComparison | undefined;
  /** Called for every fault of the program while comparing the lookups of a file. */
  readonly onFault?: (path: string, error: unknown) => void;
}

/** Applies changes to a draft. */
export class DraftChanges {
  /** Hashes of lookups whose answers changed. */
  readonly lookups = new Set<number>();
  private hasFailed = false;

  constructor(
    private readonly update: LedgerUpdate,
    private readonly options: DraftChangesOptions = {},
  ) {}

  /** Whether comparing lookups failed: then every file must be linked again. */
  get isUncertain(): boolean {
    return this.hasFailed;
  }

  putFile(input: FileInput): FileHandle {
    if (this.options.compares === false) return this.update.putFile(input);
    const before = this.view(input.path);
    const handle = this.update.putFile(input);
    this.noteChange(before, this.view(input.path));
    return handle;
  }

  /** Removes a file. @returns whether it existed */
  removeFile(path: string): boolean {
    const before = this.view(path);
    if (before === undefined) return false;
    this.noteChange(before, undefined);
    this.update.removeFile(path);
    return true;
  }

  putConfig(config: ConfigEntry): void {
    const { path, text } = config;
    this.noteConfig(path, text);
    this.update.putConfig(config);
  }

  removeConfig(path: string): void {
    if (this.update.config(path) === undefined) return;
    this.noteConfig(path, undefined);
    this.update.removeConfig(path);
  }

  private noteConfig(path: string, after: string | undefined): void {
    if (this.options.compares === false) return;
    this.note(path, () => this.comparison.changedConfigLookups(path, this.update.config(path), after));
  }

  private noteChange(before: FileView | undefined, after: FileView | undefined): void {
    if (this.options.compares === false) return;
    this.note((after ?? before)?.path ?? "", () => this.comparison.changedLookups(before, after));
  }

  private get comparison(): LookupComparison {
    return this.options.comparison ?? { changedLookups, changedConfigLookups };
  }

  private note(path: string, changed: () => Iterable<number>): void {
    try {
      for (const lookup of changed()) this.lookups.add(lookup);
    } catch (error) {
      if (!isIsolatedFault(error)) throw error;
      this.hasFailed = true;
      this.options.onFault?.(path, error);
    }
  }

  private view(path: string): FileView | undefined {
    const handle = this.update.file(path);
    if (handle === undefined) return undefined;
    return { path, facts: this.update.facts(handle), symbolIds: this.update.symbolIds(handle) };
  }
}
