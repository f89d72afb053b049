/**
 * Memories of one repository. Their files are authoritative; the local state of a machine (memories stored here, removed, adopted) is in a journal
 * next to the store. Staleness is computed from the graph on each read and never written to a memory's file.
 */
import { SdlError, type SymbolId } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { byCodeUnits, hash64Hex, type Masker } from "@sdl/model/text";
import { type FileFingerprint, fingerprintFile, followFile } from "./file-links.js";
import { type FiledMemory, type FolderContent, MemoryFolder, type RepositoryFiles } from "./files/memory-folder.js";
import { formatMemory, parseMemory } from "./files/memory-text.js";
import type { ProgramFiles } from "./files/program-files.js";
import { followLink, makeSymbolLink } from "./links.js";
import { type LocalEvent, LocalStates } from "./local-state.js";
import { DEFAULT_CONFIDENCE, type Memory, type MemoryType, type StoredMemory } from "./memory.js";
import { contentHash, MEMORY_ID, memoryIdFromHash } from "./memory-id.js";
import { searchMemories } from "./text-search.js";

/** Where the memories and their journal are. */
export interface MemoryBookOptions {
  readonly repoId: string;
  readonly rootPath: string;
  readonly files: RepositoryFiles;
  readonly ownFiles: ProgramFiles;
  /** Path of the journal. */
  readonly journalPath: string;
  readonly masker: Masker;
  /** `ask` holds back memories that came with the repository until they are adopted; default `auto`. */
  readonly adopt?: "auto" | "ask";
  readonly now: () => number;
}

/** A memory to store. */
export interface StoreRequest {
  readonly type: MemoryType;
  readonly title: string;
  readonly content: string;
  readonly tags?: readonly string[] | undefined;
  readonly confidence?: number | undefined;
  readonly symbolIds?: readonly SymbolId[] | undefined;
  /** Repository-relative paths. */
  readonly files?: readonly string[] | undefined;
  readonly memoryId?: string | undefined;
}

/** Result of storing a memory. */
export interface StoreResult {
  readonly memoryId: string;
  /** Whether the memory is new; false for an update and for a memory that existed already. */
  readonly created: boolean;
  /** Whether a memory with the same content existed; it is unchanged. */
  readonly deduplicated: boolean;
}

/** Which memories to find. */
export interface MemoryQuery {
  readonly query?: string | undefined;
  readonly types?: readonly MemoryType[] | undefined;
  /** Tags that a memory must all have. */
  readonly tags?: readonly string[] | undefined;
  /** Symbols; a memory must link at least one of them. */
  readonly symbolIds?: readonly SymbolId[] | undefined;
  readonly staleOnly?: boolean | undefined;
  readonly limit: number;
  /** Default: by rank with a `query`, by recency without. */
  readonly sortBy?: "recency" | "confidence" | undefined;
}

/** All memories at one time, with links followed in one graph. */
export interface MemoryView {
  /** Memories that are neither removed nor held back, by id. */
  readonly memories: readonly Memory[];
  /** Identifier of the memories' state relative to the graph; equal versions mean equal memories. */
  readonly version: string;
  /** Number of memories that came with the repository and wait for adoption. */
  readonly heldBack: number;
  readonly warnings: readonly string[];
}

/** Stores, finds, removes and adopts memories. */
export class MemoryBook {
  private readonly folder: MemoryFolder;
  private readonly local: LocalStates;
  private content: { readonly stamp: string; readonly folder: FolderContent } | undefined;
  /** Number of times that the folder was read. */
  private reads = 0;
  private seen: { readonly key: string; readonly view: MemoryView } | undefined;

  constructor(private readonly options: MemoryBookOptions) {
    this.folder = new MemoryFolder(options.rootPath, options.files, options.ownFiles);
    this.local = new LocalStates(options.journalPath, options.ownFiles);
  }

  /** Makes the next access read all files, including those edited in place. Otherwise only added and removed files are noticed. */
  import(): void {
    this.content = undefined;
  }

  /** All memories with their current links. @param graph graph in which links are followed; without it no memory is stale */
  viewMemories(graph: SymbolGraph | undefined): MemoryView {
    const { memories, warnings } = this.read();
    const key = `${this.reads}|${this.local.journalState()}|${graph?.version}`;
    if (this.seen?.key === key) return this.seen.view;
    const alive = newestById(memories).filter(({ memory }) => this.isAlive(memory));
    const shown = alive.filter(({ memory }) => this.isShown(memory.memoryId));
    const described = shown.map((filed) => this.describe(filed, graph));
    const view: MemoryView = {
      memories: described,
      version: `m${hash64Hex(JSON.stringify(described))}`,
      heldBack: alive.length - shown.length,
      warnings: [...warnings, ...duplicateIdWarnings(memories), ...this.local.warnings()],
    };
    this.seen = { key, view };
    return view;
  }

  /**
   * Writes a memory. If a memory with the same repository, type, title and content exists, it is returned unchanged; with `memoryId` that memory is
   * overwritten, and its links refer to the current state of symbols and files.
   * @throws {SdlError} `symbol_not_found` for symbols that the graph does not contain, `invalid_params`
   */
  store(request: StoreRequest, graph: SymbolGraph | undefined): StoreResult {
    const { repoId } = this.options;
    requireSymbols(request.symbolIds ?? [], graph);
    const text = this.maskRequest(request);
    const hash = contentHash(repoId, text);
    const all = newestById(this.read().memories);
    const wanted = request.memoryId;
    const same = all.find(({ memory }) => this.isAlive(memory) && contentHash(repoId, memory) === hash);
    if (wanted === undefined && same !== undefined) {
      return { memoryId: same.memory.memoryId, created: false, deduplicated: true };
    }
    const memoryId = wanted ?? memoryIdFromHash(hash);
    if (!MEMORY_ID.test(memoryId)) throw new SdlError("invalid_params", `memoryId: ${memoryId} is not 16 hex digits`);
    const before = all.find(({ memory }) => memory.memoryId === memoryId);
    const isNew = before === undefined || !this.isAlive(before.memory);
    this.write(
      this.composeMemory(memoryId, { ...request, ...text }, { before: isNew ? undefined : before?.memory, graph }),
      before?.path,
    );
    return { memoryId, created: isNew, deduplicated: false };
  }

  /**
   * Removes a memory: marks its file as removed, or deletes the file.
   * @returns whether a file was deleted @throws {SdlError} `invalid_params` for an unknown id
   */
  remove(memoryId: string, deleteFile: boolean): boolean {
    const filed = newestById(this.read().memories).find(({ memory }) => memory.memoryId === memoryId);
    if (filed === undefined || !this.isAlive(filed.memory)) throw unknownMemory(memoryId);
    const at = this.currentTime();
    if (deleteFile) {
      for (const { memory, path } of this.read().memories) if (memory.memoryId === memoryId) this.folder.delete(path);
      this.local.append([{ event: "removed", memoryId, at }]);
    } else this.folder.markRemoved(filed.path, at);
    this.import();
    return deleteFile;
  }

  /**
   * Adopts memories that came with the repository; all of them by default. @returns number of adopted memories @throws {SdlError} for an unknown id
   */
  adopt(memoryIds: readonly string[] | undefined): number {
    const alive = newestById(this.read().memories).filter(({ memory }) => this.isAlive(memory));
    const ids = new Set(alive.map(({ memory }) => memory.memoryId));
    for (const id of memoryIds ?? []) if (!ids.has(id)) throw unknownMemory(id);
    const held = (memoryIds ?? [...ids]).filter((id) => !this.isShown(id));
    const at = this.currentTime();
    this.local.append(held.map((memoryId) => ({ event: "adopted", memoryId, at })));
    return held.length;
  }

  query(
    request: MemoryQuery,
    graph: SymbolGraph | undefined,
  ): { readonly memories: readonly Memory[]; readonly total: number } {
    const { query, sortBy } = request;
    const fitting = this.viewMemories(graph).memories.filter((memory) => matchesQuery(memory, request));
    const ranked =
      query === undefined || query.trim() === "" ? compareByRecency(fitting) : searchMemories(fitting, query);
    const memories =
      sortBy === "confidence" ? compareByConfidence(ranked) : sortBy === "recency" ? compareByRecency(ranked) : ranked;
    return { memories: memories.slice(0, request.limit), total: memories.length };
  }

  /**
   * Records after a refresh which memories became stale in this version, which are fresh again, and the fingerprints of newly seen linked files.
   */
  recordStaleness(graph: SymbolGraph): void {
    this.recordFiles(graph);
    const { memories } = this.viewMemories(graph);
    const at = this.currentTime();
    const events = memories.map(({ memoryId, stale, staleVersion }): LocalEvent | undefined => {
      if (stale && staleVersion === undefined) return { event: "stale", memoryId, at, version: graph.version };
      const noted = this.local.of(memoryId).staleVersion;
      return !stale && noted !== undefined ? { event: "fresh", memoryId, at } : undefined;
    });
    this.local.append(events.filter((event) => event !== undefined));
  }

  /** Records fingerprints of files that hand-written memories link, and of moved files at their new path, so that later copies are recognised. */
  private recordFiles(graph: SymbolGraph): void {
    const at = this.currentTime();
    const alive = newestById(this.read().memories).filter(({ memory }) => this.isAlive(memory));
    const events = alive.flatMap(({ memory }) =>
      memory.files.flatMap((linked): LocalEvent[] => {
        const known = this.storedFingerprint(memory, linked);
        const { file, isGone } = followFile(graph, linked, known);
        const mark = isGone || known?.file === file ? undefined : fingerprintFile(graph, file);
        return mark === undefined ? [] : [{ event: "fileSeen", memoryId: memory.memoryId, at, linked, mark }];
      }),
    );
    this.local.append(events);
  }

  private storedFingerprint({ memoryId, fileMarks }: StoredMemory, linked: string): FileFingerprint | undefined {
    return this.local.of(memoryId).filesSeen.get(linked) ?? fileMarks.find(({ file }) => file === linked);
  }

  private read(): FolderContent {
    const stamp = this.folder.stateId();
    if (this.content?.stamp !== stamp) {
      this.content = { stamp, folder: this.folder.read() };
      this.reads++;
    }
    return this.content.folder;
  }

  private write(memory: StoredMemory, path: string | undefined): void {
    const back = parseMemory(formatMemory(memory), { memoryId: "", type: undefined, writtenAt: memory.createdAt });
    if ("problem" in back)
      throw new SdlError("invalid_params", `content: the memory's file could not be read back: ${back.problem}`);
    this.folder.write(memory, path);
    this.local.append([{ event: "stored", memoryId: memory.memoryId, at: this.currentTime() }]);
    this.import();
  }

  private maskRequest({ type, title, content }: StoreRequest): Pick<StoredMemory, "type" | "title" | "content"> {
    const { masker } = this.options;
    const plain = withoutLastLineEnds(content.replace(/\r\n/g, "\n"));
    if (plain.trim() === "" || title.trim() === "") {
      throw new SdlError(
        "invalid_params",
        "title and content: both must contain text; state what is worth knowing, and why",
      );
    }
    return { type, title: masker.mask(title), content: masker.mask(plain) };
  }

  /** A memory from a request; fields that the request omits keep their previous values. */
  private composeMemory(
    memoryId: string,
    request: StoreRequest,
    { before, graph }: { readonly before: StoredMemory | undefined; readonly graph: SymbolGraph | undefined },
  ): StoredMemory {
    const at = this.currentTime();
    const { type, title, content, tags, confidence, symbolIds, files } = request;
    const followed = before?.links.map((link) =>
      graph === undefined ? link.symbolId : followLink(graph, link).symbolId,
    );
    const ids = [...new Set(symbolIds ?? followed ?? [])];
    const paths = [
      ...new Set(files ?? (before === undefined ? [] : this.linkedFilesOf(before, graph).map(({ file }) => file))),
    ];
    return {
      memoryId,
      type,
      title,
      content,
      tags: tags === undefined ? (before?.tags ?? []) : [...new Set(tags.map((tag) => this.options.masker.mask(tag)))],
      confidence: confidence ?? before?.confidence ?? DEFAULT_CONFIDENCE,
      links: ids.map((id) => makeSymbolLink(graph, id)),
      files: paths,
      fileMarks: graph === undefined ? [] : paths.flatMap((path) => fingerprintFile(graph, path) ?? []),
      createdAt: before?.createdAt ?? at,
      updatedAt: at,
      ...(before?.otherFields === undefined ? {} : { otherFields: before.otherFields }),
    };
  }

  private describe({ memory, path }: FiledMemory, graph: SymbolGraph | undefined): Memory {
    const { memoryId, type, title, content, tags, confidence, links, createdAt, updatedAt } = memory;
    const files = this.linkedFilesOf(memory, graph);
    const { isLocal, staleVersion } = this.local.of(memoryId);
    const followed = links.map((link) =>
      graph === undefined ? { symbolId: link.symbolId, isStale: false } : followLink(graph, link),
    );
    const stale = followed.some(({ isStale }) => isStale) || files.some(({ isGone }) => isGone);
    return {
      ...{ memoryId, type, title, content, tags, confidence },
      linkedSymbols: [...new Set(followed.map(({ symbolId }) => symbolId))],
      linkedFiles: [...new Set(files.map(({ file }) => file))],
      stale,
      ...(stale && staleVersion !== undefined ? { staleVersion } : {}),
      origin: isLocal ? "local" : "repository",
      createdAt,
      updatedAt,
      sourceFile: path,
    };
  }

  private linkedFilesOf(memory: StoredMemory, graph: SymbolGraph | undefined) {
    return memory.files.map((file) =>
      graph === undefined ? { file, isGone: false } : followFile(graph, file, this.storedFingerprint(memory, file)),
    );
  }

  private isAlive({ memoryId, deletedAt, updatedAt }: StoredMemory): boolean {
    if (deletedAt !== undefined) return false;
    const { removedAt } = this.local.of(memoryId);
    return removedAt === undefined || updatedAt > removedAt;
  }

  private isShown(memoryId: string): boolean {
    const { isLocal, isAdopted } = this.local.of(memoryId);
    return this.options.adopt !== "ask" || isLocal || isAdopted;
  }

  private currentTime(): string {
    return new Date(this.options.now()).toISOString();
  }
}

/** Of files with the same memory id (after a partly merged move) the one with the latest update. */
function newestById(filed: readonly FiledMemory[]): FiledMemory[] {
  const newest = new Map<string, FiledMemory>();
  for (const one of filed) {
    const known = newest.get(one.memory.memoryId);
    if (known === undefined || one.memory.updatedAt > known.memory.updatedAt) newest.set(one.memory.memoryId, one);
  }
  return [...newest.values()].sort((a, b) => (a.memory.memoryId < b.memory.memoryId ? -1 : 1));
}

function duplicateIdWarnings(filed: readonly FiledMemory[]): string[] {
  const chosen = new Set(newestById(filed));
  return filed
    .filter((one) => !chosen.has(one))
    .map(
      ({ path, memory }) =>
        `${path} was left out: another file has the same memoryId ${memory.memoryId}; delete one of the files`,
    );
}

function requireSymbols(ids: readonly SymbolId[], graph: SymbolGraph | undefined): void {
  const missing = graph === undefined ? [] : ids.filter((id) => graph.findSymbol(id) === undefined);
  if (missing.length > 0) {
    throw new SdlError(
      "symbol_not_found",
      `symbolIds: ${missing.join(", ")} not in the index; search for the symbols first`,
    );
  }
}

function unknownMemory(memoryId: string): SdlError {
  return new SdlError(
    "invalid_params",
    `memoryId: no memory has the id ${JSON.stringify(memoryId)}; query the memories for their ids`,
    {
      nextBestAction: { tool: "sdl.memory.query", args: {}, rationale: "lists memories with their ids" },
    },
  );
}

function matchesQuery(memory: Memory, { types, tags, symbolIds, staleOnly }: MemoryQuery): boolean {
  if (staleOnly === true && !memory.stale) return false;
  if (types !== undefined && types.length > 0 && !types.includes(memory.type)) return false;
  if (tags !== undefined && !tags.every((tag) => memory.tags.includes(tag))) return false;
  return symbolIds === undefined || symbolIds.length === 0 || symbolIds.some((id) => memory.linkedSymbols.includes(id));
}

function compareByRecency(memories: readonly Memory[]): Memory[] {
  return [...memories].sort((a, b) => byCodeUnits(b.updatedAt, a.updatedAt) || byCodeUnits(a.memoryId, b.memoryId));
}

/** By descending confidence; equal ones keep their order. */
function compareByConfidence(memories: readonly Memory[]): Memory[] {
  return [...memories].sort((a, b) => b.confidence - a.confidence);
}

function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  return text.slice(0, end);
}
