/**
 * Draft of an update: the changes so far, over the state it began with. Gives access to both the old state (the one the update began with) and the
 * new one (the one it will publish); writes nothing.
 */
import { type FileHandle, isSameStat, type SkippedFile } from "@sdl/model";
import { FactsPage, LENGTHS, SYMBOLS } from "@sdl/model/facts";
import type { LinkedFile } from "@sdl/model/graph";
import { pathTermsOf } from "@sdl/model/text";
import { invalidUpdateError } from "../errors.js";
import { PageCache } from "../read/page-cache.js";
import type { PageReader } from "../read/page-reader.js";
import type { FileEntry } from "../records/file-page.js";
import type { ConfigEntry } from "../records/inputs.js";
import {
  decodeSymbolsPage,
  encodeSymbolsPage,
  FACT_FIELDS,
  makeSymbolsPage,
  type PathTerm,
  type SymbolsPage,
  symbolsPageBytes,
} from "../records/symbols-page.js";
import { ByteArena, type RunNumber } from "./byte-arena.js";
import type { FileInput } from "./file-input.js";
import type { PostingsRecords } from "./first-postings.js";
import { areWordsEqual, freshSlots, HandleAllocator, idText, keptSlots, slotsById } from "./handles.js";

/** Maximum total size, in bytes, of a draft's decoded symbols pages, and separately of those of edge targets. */
const MAX_SYMBOLS_BYTES = 24 * 1024 * 1024;

/** Source of facts and symbols of files in one state: the old state's {@link PageReader}, or the draft itself. */
export interface FilePages {
  facts(entry: FileEntry): FactsPage;
  symbols(entry: FileEntry): SymbolsPage;
}

/** A file with its symbols in the new state. */
export interface TargetFile {
  readonly entry: FileEntry;
  readonly symbols: SymbolsPage;
}

/** A file that is new or whose facts changed. */
export interface DraftFile {
  readonly entry: FileEntry;
  /** Run of the encoded symbols page; see {@link Draft.symbols} and {@link Draft.symbolsRecord}. */
  readonly symbolsRun: RunNumber;
  /** The facts page, if the caller passed it; otherwise it is in the store. */
  readonly page: FactsPage | undefined;
  /** Whether its handle range differs from the old one; true for a new file. */
  readonly hasNewRange: boolean;
}

/** Collects changed, removed and linked files. */
export class Draft {
  readonly changed = new Map<FileHandle, DraftFile>();
  readonly removed = new Set<FileHandle>();
  /** Entries whose stat alone changed. */
  readonly touched = new Map<FileHandle, FileEntry>();
  readonly links = new Map<FileHandle, LinkedFile>();
  /** Changed configuration files; `undefined` marks a removal. */
  readonly configs = new Map<string, ConfigEntry | undefined>();
  /** Facts pages that were packed before the commit. */
  readonly packed = new Map<FactsPage, Uint8Array>();
  /** Postings of a first version's files that were built before the commit. */
  postings: PostingsRecords | undefined;
  skipped: readonly SkippedFile[] | undefined;
  readonly allocator: HandleAllocator;
  private targets: (TargetFile | undefined)[] = [];
  private targetBytes = 0;
  /**
   * Encoded symbols pages of changed files. They are kept encoded because a first index changes all files, and decoded pages take twenty times the
   * space.
   */
  private readonly symbolsRecords = new ByteArena();
  private readonly symbolsPages = new PageCache<FileHandle, SymbolsPage>(MAX_SYMBOLS_BYTES);
  /** Cache of {@link newSlots}, keyed by the page of a file's new symbols. */
  private readonly slotMaps = new WeakMap<SymbolsPage, Int32Array>();
  private readonly newPaths = new Map<string, FileHandle>();

  constructor(readonly reader: PageReader) {
    this.allocator = new HandleAllocator(reader.state.files, reader.state.head);
  }

  find(path: string): FileHandle | undefined {
    const added = this.newPaths.get(path);
    if (added !== undefined) return added;
    const before = this.reader.state.files.find(path)?.handle;
    return before === undefined || this.removed.has(before) ? undefined : before;
  }

  before(file: FileHandle): FileEntry | undefined {
    return this.reader.state.files.entryAt(file);
  }

  /** The new entry; `undefined` if the file is not indexed or was removed. */
  entry(file: FileHandle): FileEntry | undefined {
    const changed = this.changed.get(file);
    if (changed !== undefined) return changed.entry;
    if (this.removed.has(file)) return undefined;
    return this.touched.get(file) ?? this.before(file);
  }

  /** @throws {GraphError} `INVALID_UPDATE` if the handle belongs to no file of the update */
  requireEntry(file: FileHandle): FileEntry {
    const entry = this.entry(file);
    if (entry === undefined) throw invalidUpdateError(`file handle ${file} is not indexed`);
    return entry;
  }

  /**
   * The target file of an edge. Cached, because edges request it by the hundred thousand; valid while no file is put or removed.
   * @throws {GraphError} `INVALID_UPDATE` if the handle belongs to no file of the update
   */
  targetFile(file: FileHandle): TargetFile {
    const known = this.targets[file];
    if (known !== undefined) return known;
    const entry = this.requireEntry(file);
    const made = { entry, symbols: this.symbols(entry) };
    this.targetBytes += symbolsPageBytes(made.symbols);
    if (this.targetBytes > MAX_SYMBOLS_BYTES) {
      this.targets = [];
      this.targetBytes = 0;
    }
    this.targets[file] = made;
    return made;
  }

  symbols(entry: FileEntry): SymbolsPage {
    const changed = this.changed.get(entry.handle);
    return changed === undefined ? this.reader.symbols(entry) : this.draftedSymbols(changed);
  }

  /** The encoded symbols page of a changed file. */
  symbolsRecord({ symbolsRun }: DraftFile): Uint8Array {
    return this.symbolsRecords.get(symbolsRun);
  }

  private draftedSymbols({ entry, symbolsRun }: DraftFile): SymbolsPage {
    // The run serves as the stamp: putting a file again gives it another run.
    const kept = this.symbolsPages.get(entry.handle, symbolsRun);
    if (kept !== undefined) return kept;
    const page = decodeSymbolsPage(this.symbolsRecords.get(symbolsRun), `the symbols page of ${entry.path}`);
    this.symbolsPages.put(entry.handle, page, symbolsPageBytes(page), symbolsRun);
    return page;
  }

  /** Whether a changed file still has the same symbols, in the same order and under the same handles, as after an edit of a function body. */
  hasSameHandles(file: FileHandle): boolean {
    const changed = this.changed.get(file);
    const before = this.before(file);
    if (changed === undefined || changed.hasNewRange || before === undefined) return false;
    const { ids, slots } = this.reader.symbols(before);
    const after = this.draftedSymbols(changed);
    return areWordsEqual(after.ids, ids) && areWordsEqual(after.slots, slots);
  }

  /** For each old slot of a changed file, the new slot of its symbol; -1 if the symbol was removed. */
  newSlots(old: FileEntry, entry: FileEntry): Int32Array {
    const after = this.symbols(entry);
    const known = this.slotMaps.get(after);
    if (known !== undefined) return known;
    const before = this.reader.symbols(old);
    if (this.hasSameHandles(entry.handle)) return before.ordinals.map((ordinal, slot) => (ordinal < 0 ? -1 : slot));
    const slots = slotsById(after);
    const map = before.ordinals.map((ordinal) => (ordinal < 0 ? -1 : (slots.get(idText(before.ids, ordinal)) ?? -1)));
    this.slotMaps.set(after, map);
    return map;
  }

  facts(entry: FileEntry): FactsPage {
    return this.changed.get(entry.handle)?.page ?? this.reader.facts(entry);
  }

  /** Adds a file. If its facts are unchanged, only the stat is updated. */
  put(input: FileInput): FileHandle {
    const old = this.reader.state.files.find(input.path);
    const file = old?.handle ?? this.newPaths.get(input.path) ?? this.allocator.allocateFile();
    const isUnchanged = old !== undefined && isSameContent(old, input);
    if (!isUnchanged || this.changed.has(file)) this.links.delete(file);
    this.removed.delete(file);
    this.changed.delete(file);
    this.touched.delete(file);
    if (isUnchanged) {
      this.touch(old, input.stat);
      return file;
    }
    this.changed.set(file, this.makeDraftFile(file, input, old));
    if (old === undefined) this.newPaths.set(input.path, file);
    return file;
  }

  touch(entry: FileEntry, stat: FileEntry["stat"]): void {
    if (isSameStat(entry.stat, stat)) return;
    const changed = this.changed.get(entry.handle);
    if (changed === undefined) this.touched.set(entry.handle, { ...entry, stat });
    else this.changed.set(entry.handle, { ...changed, entry: { ...changed.entry, stat } });
  }

  remove(file: FileHandle, path: string): void {
    this.changed.delete(file);
    this.touched.delete(file);
    this.links.delete(file);
    this.newPaths.delete(path);
    if (this.before(file) !== undefined) this.removed.add(file);
  }

  /** All paths of the new state, ordered by code units. */
  paths(): readonly string[] {
    const before = this.reader.state.files.paths();
    if (this.newPaths.size === 0 && this.removed.size === 0) return before;
    const kept = before.filter((path) => this.find(path) !== undefined);
    return [...kept, ...this.newPaths.keys()].sort();
  }

  private makeDraftFile(file: FileHandle, input: FileInput, old: FileEntry | undefined): DraftFile {
    const page = input.page === undefined ? this.storedFacts(input) : new FactsPage(input.page);
    const count = page.rows(SYMBOLS);
    if (input.symbolIds.length !== 2 * count)
      throw invalidUpdateError(`${input.path} has ${count} symbols but ${input.symbolIds.length / 2} symbol ids`);
    const kept = old && keptSlots(this.reader.symbols(old), old.capacity, input.symbolIds);
    const range = old !== undefined && kept !== undefined ? old : this.allocator.allocateRange(count);
    const entry: FileEntry = {
      handle: file,
      path: input.path,
      language: input.language,
      factsKey: input.factsKey,
      stat: input.stat,
      flags: input.flags ?? 0,
      base: range.base,
      capacity: range.capacity,
      symbolCount: count,
      edgeCount: 0,
    };
    const slots = kept ?? freshSlots(count);
    const symbols = makeSymbolsPage(input.symbolIds, slots, lengthsOf(page, count), sortedPathTerms(input.path));
    const symbolsRun = this.symbolsRecords.add(encodeSymbolsPage(symbols));
    return { entry, symbolsRun, page: input.page === undefined ? undefined : page, hasNewRange: kept === undefined };
  }

  private storedFacts(input: FileInput): FactsPage {
    const page = this.reader.factsByKey(input.factsKey);
    if (page === undefined) throw invalidUpdateError(`the facts of ${input.path} (${input.factsKey}) are not stored`);
    return page;
  }
}

function isSameContent(entry: FileEntry, input: FileInput): boolean {
  return entry.factsKey === input.factsKey && entry.language === input.language && entry.flags === (input.flags ?? 0);
}

/** Numbers of terms in the fields that facts contain; {@link FACT_FIELDS} lengths per symbol. */
function lengthsOf(page: FactsPage, count: number): Uint32Array {
  const table = page.table(LENGTHS);
  const columns = [table.name, table.signature, table.doc, table.body, table.literal];
  const lengths = new Uint32Array(count * FACT_FIELDS);
  columns.forEach((column, field) => {
    for (let i = 0; i < count; i++) lengths[i * FACT_FIELDS + field] = column[i] ?? 0;
  });
  return lengths;
}

function sortedPathTerms(path: string): PathTerm[] {
  const counts = new Map<number, number>();
  for (const { hash, count } of pathTermsOf(path)) counts.set(hash, (counts.get(hash) ?? 0) + count);
  return [...counts].map(([term, count]) => ({ term, count })).sort((a, b) => a.term - b.term);
}
