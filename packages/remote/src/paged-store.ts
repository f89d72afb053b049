/**
 * The store over a backend: checks names and ids, encodes and verifies pages, divides calls into batches, and moves a
 * head only to a version whose pages are all there.
 */
import { BATCH_PAGES, type Backend, type StoredPage } from "./backend.js";
import { collectPages } from "./collect.js";
import { RemoteError } from "./errors.js";
import { checkHeadName, checkRepositoryName } from "./names.js";
import { decodeManifest } from "./pages/manifest.js";
import { pageOf, parsePageId } from "./pages/page.js";
import { readVerified } from "./pages/read-verified.js";
import { encodeStored } from "./pages/stored-page.js";
import type { Collected, CollectOptions, Head, NamedVersion, Page, PageId, RemoteStore } from "./store.js";
import type { FoundNames, NameQuery } from "./store-names.js";

/** Bytes that one call of a backend writes, but for its last page. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** {@link RemoteStore} over any backend. */
export class PagedStore implements RemoteStore {
  readonly place: string;

  constructor(private readonly backend: Backend) {
    this.place = backend.place;
  }

  async missingPages(ids: readonly PageId[]): Promise<PageId[]> {
    const wanted = [...new Set(ids.map(parsePageId))];
    const missing: PageId[] = [];
    for (let at = 0; at < wanted.length; at += BATCH_PAGES) {
      const batch = wanted.slice(at, at + BATCH_PAGES);
      const present = await this.backend.refreshPages(batch);
      missing.push(...batch.filter((id) => !present.has(id)));
    }
    return missing;
  }

  async putPages(pages: readonly Page[]): Promise<void> {
    const wanted = new Map(pages.map((page) => [page.id, page]));
    let batch: StoredPage[] = [];
    let sizeBytes = 0;
    for (const { id, bytes } of wanted.values()) {
      if (pageOf(bytes).id !== id) {
        throw new RemoteError("remote_invalid", `page ${id} has other bytes than its id says; make pages with pageOf`);
      }
      const stored = encodeStored(bytes);
      batch.push({ id, stored });
      sizeBytes += stored.length;
      if (batch.length < BATCH_PAGES && sizeBytes < BATCH_BYTES) continue;
      await this.backend.writePages(batch);
      batch = [];
      sizeBytes = 0;
    }
    if (batch.length > 0) await this.backend.writePages(batch);
  }

  readPages(ids: readonly PageId[]): Promise<Map<PageId, Uint8Array>> {
    return readVerified(this.backend, [...new Set(ids.map(parsePageId))]);
  }

  async readHead(repository: string, name: string): Promise<Head | undefined> {
    return this.backend.readHead(checkRepositoryName(repository), checkHeadName(name));
  }

  async listHeads(repository: string, prefix = ""): Promise<Head[]> {
    const heads = await this.backend.listHeads(checkRepositoryName(repository), prefix);
    return heads.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async swapHead(
    repository: string,
    name: string,
    expected: PageId | undefined,
    next: PageId | NamedVersion | undefined,
  ): Promise<boolean> {
    const manifest = typeof next === "object" ? next.manifest : next;
    checkRepositoryName(repository);
    checkHeadName(name);
    if (expected !== undefined) parsePageId(expected);
    if (manifest !== undefined) await this.checkVersion(parsePageId(manifest));
    return this.backend.swapHead(repository, name, expected, next);
  }

  searchNames(query: NameQuery): Promise<FoundNames | undefined> {
    return this.backend.searchNames(query);
  }

  async repositories(): Promise<string[]> {
    return (await this.backend.repositories()).sort();
  }

  collectPages(options: CollectOptions = {}): Promise<Collected> {
    return collectPages(this.backend, options);
  }

  nowMs(): Promise<number> {
    return this.backend.nowMs();
  }

  close(): Promise<void> {
    return this.backend.close();
  }

  /** Looks for all pages of a version, which also keeps them for the grace time. */
  private async checkVersion(manifest: PageId): Promise<void> {
    const conflict = (count: number) => {
      const pages = count === 1 ? "1 page of the version is" : `${count} pages of the version are`;
      return new RemoteError("remote_conflict", `${pages} not in ${this.place}: put the missing pages, then try again`);
    };
    if ((await this.missingPages([manifest])).length > 0) throw conflict(1);
    const bytes = (await this.readPages([manifest])).get(manifest);
    const missing = await this.missingPages(bytes === undefined ? [] : decodeManifest(bytes));
    if (missing.length > 0) throw conflict(missing.length);
  }
}
