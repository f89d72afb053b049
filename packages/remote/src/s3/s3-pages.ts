/**
 * Pages in a bucket. S3 has no rename, no time that a client may set, and no "delete if it is still old". So three kinds
 * of small objects stand in:
 *
 * - A *claim* lists pages that a pusher is about to rely on or to write. They are kept for the grace time from then on.
 * - A *condemnation* lists copies of pages that a collector is about to delete. It is there before the collector looks
 *   for claims, and until the last deletion was answered.
 * - `damaged/<id>` marks a page that a reader refused.
 *
 * A pusher puts its claim, then reads the condemnations; a collector puts its condemnation, then reads the claims. Reads
 * and lists of S3 show every write that was answered before. So in every order the collector sees the claim and keeps
 * the page, or the pusher sees the condemnation, takes that copy for lost and writes another one under another key.
 */
import type { RemovedPages, StoredPage } from "../backend.js";
import { RemoteError } from "../errors.js";
import { forEachParallel } from "../parallel.js";
import type { PageId } from "../store.js";
import { ActiveClaims, claimPages } from "./claims.js";
import { Condemnations, removeCondemned, removeOldCondemnations } from "./condemnations.js";
import type { ListedObject } from "./list-xml.js";
import { copyKey, FIRST_COPIES, OTHER_COPIES, otherCopies, pageOfKey } from "./page-keys.js";
import { PARALLEL_REQUESTS, type S3Client } from "./s3-client.js";

const DAMAGED = "damaged/";

/** Copies of pages that are condemned at a time. */
const CONDEMNED_AT_ONCE = 1000;

/** A copy of a page as a list shows it. */
interface Copy extends ListedObject {
  readonly id: PageId;
}

/** The objects of a store's pages. */
export class S3Pages {
  private readonly condemnations: Condemnations;

  constructor(private readonly client: S3Client) {
    this.condemnations = new Condemnations(client);
  }

  async refresh(ids: readonly PageId[]): Promise<Set<PageId>> {
    const damaged = await this.damagedPages();
    const claimed = ids.filter((id) => !damaged.has(id));
    const present = new Set<PageId>();
    if (claimed.length === 0) return present;
    const condemned = await this.claim(claimed);
    await forEachParallel(claimed, PARALLEL_REQUESTS, async (id) => {
      const key = copyKey(id, 0);
      if (!condemned.has(key) && (await this.client.has(key))) present.add(id);
    });
    const others = new Set(claimed.filter((id) => !present.has(id)));
    if (others.size === 0) return present;
    for await (const { key } of this.client.list(OTHER_COPIES)) {
      const id = pageOfKey(key);
      if (id !== undefined && others.has(id) && !condemned.has(key)) present.add(id);
    }
    return present;
  }

  async write(pages: readonly StoredPage[]): Promise<void> {
    const condemned = await this.claim(pages.map(({ id }) => id));
    await forEachParallel(pages, PARALLEL_REQUESTS, async ({ id, stored }) => {
      let number = 0;
      while (condemned.has(copyKey(id, number))) number++;
      await this.client.put(copyKey(id, number), stored);
    });
    const damaged = await this.damagedPages();
    const mended = pages.filter(({ id }) => damaged.has(id));
    await forEachParallel(mended, PARALLEL_REQUESTS, ({ id }) => this.client.remove(DAMAGED + id));
  }

  async read(ids: readonly PageId[]): Promise<Map<PageId, Uint8Array>> {
    const found = new Map<PageId, Uint8Array>();
    await forEachParallel(ids, PARALLEL_REQUESTS, async (id) => {
      const stored =
        (await this.client.get(copyKey(id, 0))) ??
        (await this.readOther(id)) ??
        // It was written again between the two looks.
        (await this.client.get(copyKey(id, 0)));
      if (stored !== undefined) found.set(id, stored);
    });
    return found;
  }

  private async readOther(id: PageId): Promise<Uint8Array | undefined> {
    for await (const { key } of this.client.list(otherCopies(id))) {
      const stored = await this.client.get(key);
      if (stored !== undefined) return stored;
    }
    return undefined;
  }

  /** Marks a page; does nothing where the caller may only read. */
  async markDamaged(id: PageId): Promise<void> {
    try {
      await this.client.put(DAMAGED + id, "");
    } catch (error) {
      if (!(error instanceof RemoteError) || error.code !== "remote_denied") throw error;
    }
  }

  /** Removes pages, and claims and condemnations that no longer count. */
  async remove(reached: ReadonlySet<PageId>, beforeMs: number, signal?: AbortSignal): Promise<RemovedPages> {
    await removeOldCondemnations(this.client);
    const claims = new ActiveClaims(this.client, beforeMs);
    const claimed = await claims.read();
    const isKept = ({ id }: Copy) => reached.has(id) || claimed.has(id);
    const findKept = async () => {
      await claims.read();
      return isKept;
    };
    const removed = new Set<PageId>();
    let bytes = 0;
    let batch: Copy[] = [];
    const removeBatch = async () => {
      signal?.throwIfAborted();
      for (const { id, sizeBytes } of await removeCondemned(this.client, batch, findKept)) {
        removed.add(id);
        bytes += sizeBytes;
      }
      batch = [];
    };
    for await (const copy of this.copies()) {
      if (copy.putAtMs < beforeMs && !isKept(copy)) batch.push(copy);
      if (batch.length === CONDEMNED_AT_ONCE) await removeBatch();
    }
    if (batch.length > 0) await removeBatch();
    await claims.removeOld();
    return { pages: removed.size, bytes };
  }

  private async *copies(): AsyncGenerator<Copy> {
    for (const start of [FIRST_COPIES, OTHER_COPIES]) {
      for await (const object of this.client.list(start)) {
        const id = pageOfKey(object.key);
        if (id !== undefined) yield { ...object, id };
      }
    }
  }

  /** Claims pages. @returns keys of the copies that must not be relied on or written */
  private async claim(ids: readonly PageId[]): Promise<ReadonlySet<string>> {
    await claimPages(this.client, ids);
    return this.condemnations.read();
  }

  private async damagedPages(): Promise<Set<string>> {
    const pages = new Set<string>();
    for await (const { key } of this.client.list(DAMAGED)) pages.add(key.slice(DAMAGED.length));
    return pages;
  }
}
