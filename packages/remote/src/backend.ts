/**
 * What a kind of place does for the store: stored pages, heads, the clock. Names and ids are checked and pages are
 * encoded above it; what it reads may be damaged. Every method rejects with a `RemoteError`.
 */
import type { Head, NamedVersion, PageId } from "./store.js";
import type { FoundNames, NameQuery } from "./store-names.js";

/** A page as it is kept. */
export interface StoredPage {
  readonly id: PageId;
  readonly stored: Uint8Array;
}

/** A page that was removed, with its size as it was stored. */
export interface RemovedPages {
  readonly pages: number;
  readonly bytes: number;
}

/** A folder, a database or a bucket that holds a store. */
export interface Backend {
  readonly place: string;

  /** Of at most {@link BATCH_PAGES} pages those that are there and not marked as damaged; their time of put is now. */
  refreshPages(ids: readonly PageId[]): Promise<ReadonlySet<PageId>>;

  /** Writes at most {@link BATCH_PAGES} pages over those that are there, and removes their marks. Durable. */
  writePages(pages: readonly StoredPage[]): Promise<void>;

  /** Of at most {@link BATCH_PAGES} pages those that are there. */
  readStored(ids: readonly PageId[]): Promise<Map<PageId, Uint8Array>>;

  /** Marks a page as damaged until it is written again. Does nothing where the caller may only read. */
  markDamaged(id: PageId): Promise<void>;

  readHead(repository: string, name: string): Promise<Head | undefined>;

  /** In any order. */
  listHeads(repository: string, prefix: string): Promise<Head[]>;

  /** As {@link RemoteStore.swapHead}, without looking at the pages. */
  swapHead(
    repository: string,
    name: string,
    expected: PageId | undefined,
    next: PageId | NamedVersion | undefined,
  ): Promise<boolean>;

  /** As {@link RemoteStore.searchNames}. */
  searchNames(query: NameQuery): Promise<FoundNames | undefined>;

  /** In any order. */
  repositories(): Promise<string[]>;

  /** The store's clock, in milliseconds since 1970. */
  nowMs(): Promise<number>;

  /** Manifests of all heads, and those that were replaced at `sinceMs` or later. Forgets those replaced earlier. */
  rootManifests(sinceMs: number): Promise<ReadonlySet<PageId>>;

  /** Removes pages that are not in `reached` and whose time of put is before `beforeMs`. */
  removePages(reached: ReadonlySet<PageId>, beforeMs: number, signal?: AbortSignal): Promise<RemovedPages>;

  close(): Promise<void>;
}

/** Pages in one call of a backend. */
export const BATCH_PAGES = 128;
