/**
 * Port of a team's store: pages under the SHA-256 of their bytes, and named heads that lead to a manifest. A manifest is
 * a page that lists the pages of one version. The store knows nothing of what the other pages hold.
 *
 * Invariants: a head leads to a manifest whose pages were all in the store when the head was moved. Pages are verified
 * when they are read. A swap that failed or was interrupted changes nothing that a reader sees.
 */
import type { FileNames, FoundNames, NameQuery, PackageName } from "./store-names.js";

declare const brand: unique symbol;

/** SHA-256 of a page's bytes, in 64 lower-case hexadecimal digits. */
export type PageId = string & { readonly [brand]: "PageId" };

/** Immutable bytes under their hash. At most {@link MAX_PAGE_BYTES} long. */
export interface Page {
  readonly id: PageId;
  readonly bytes: Uint8Array;
}

/** Maximum length of a page: a page is read, verified and decompressed in memory. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/** Where a name leads to now. */
export interface Head {
  /** A kind and a name of it: `commit/<sha>`, `branch/<name>`. */
  readonly name: string;
  readonly manifest: PageId;
  /** When the head was moved there, in milliseconds since 1970 by the store's clock. */
  readonly movedAtMs: number;
}

/** A version whose symbols and packages replace those of its repository in the tables of names, when a head moves there. */
export interface NamedVersion {
  readonly manifest: PageId;
  /** A store that keeps no names ignores them. */
  readonly names: readonly FileNames[];
  readonly packages: readonly PackageName[];
}

/** Options of {@link RemoteStore.collectPages}. */
export interface CollectOptions {
  /**
   * How long an unreachable page is kept, in milliseconds by the store's clock. It must be longer than a push or a pull
   * takes; by default seven days ({@link GRACE_MS}).
   */
  readonly graceMs?: number;
  readonly signal?: AbortSignal;
}

/** Seven days: default time for which unreachable pages are kept. */
export const GRACE_MS = 7 * 24 * 3_600_000;

/** What {@link RemoteStore.collectPages} did. */
export interface Collected {
  /** Pages that heads lead to, or led to within the grace time. */
  readonly reachedPages: number;
  readonly removedPages: number;
  /** Bytes of the removed pages as they were stored, which is mostly compressed. */
  readonly removedBytes: number;
}

/**
 * A team's store. Every method rejects with a `RemoteError`. Names of repositories have 1 to 200 characters; names of
 * heads are a kind of lower-case letters, `/`, and 1 to 300 characters. Control characters are refused in both.
 */
export interface RemoteStore {
  /** Where the store is, for messages: a path or a URL without a password. */
  readonly place: string;

  /**
   * The pages that are not in the store, in the order given, each once. The others are kept for the grace time from now
   * on, so that a pusher can rely on them. A page that a reader found damaged counts as missing.
   */
  missingPages(ids: readonly PageId[]): Promise<PageId[]>;

  /**
   * Stores pages; replaces damaged ones. Durable when it returns. Idempotent.
   * @throws {RemoteError} `remote_invalid` if a page is too long or not of its id
   */
  putPages(pages: readonly Page[]): Promise<void>;

  /**
   * Reads pages and verifies their hashes. All are in memory at once: ask for as many as there is room for.
   * @throws {RemoteError} `remote_damaged` that names the first page that is missing or damaged
   */
  readPages(ids: readonly PageId[]): Promise<Map<PageId, Uint8Array>>;

  readHead(repository: string, name: string): Promise<Head | undefined>;

  /** Heads whose names start with `prefix`, sorted by name. */
  listHeads(repository: string, prefix?: string): Promise<Head[]>;

  /**
   * Moves a head if it still is `expected`; `undefined` stands for a head that does not exist, so that it creates and
   * removes as well. Durable when it returns.
   * @returns false if another pusher moved the head. In rare races also false after a swap that took effect and that
   * another pusher has since built upon; so after false the head is to be read again in any case.
   * @throws {RemoteError} `remote_conflict` if the manifest or a page that it lists is not in the store
   */
  swapHead(
    repository: string,
    name: string,
    expected: PageId | undefined,
    next: PageId | NamedVersion | undefined,
  ): Promise<boolean>;

  /** Symbols, best first, and packages by name over many repositories; `undefined` if this kind of store keeps no names. */
  searchNames(query: NameQuery): Promise<FoundNames | undefined>;

  /** Repositories that have a head, sorted. */
  repositories(): Promise<string[]>;

  /**
   * Removes pages that no head leads to, or led to within the grace time, and that no pusher put or found in that time.
   * Safe beside readers and pushers.
   * @throws {RemoteError} `remote_damaged` if the manifest of a head cannot be read; then nothing was removed
   */
  collectPages(options?: CollectOptions): Promise<Collected>;

  /** The store's clock, in milliseconds since 1970: that of the file server or of PostgreSQL. */
  nowMs(): Promise<number>;

  close(): Promise<void>;
}
