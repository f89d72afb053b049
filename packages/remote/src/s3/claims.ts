/** Claims: objects that list pages which a pusher relies on from the time of put on. See `s3-pages.ts`. */
import { randomBytes } from "node:crypto";
import { RemoteError } from "../errors.js";
import { forEachParallel } from "../parallel.js";
import type { PageId } from "../store.js";
import { PARALLEL_REQUESTS, type S3Client } from "./s3-client.js";

const CLAIMS = "claims/";
const ID_BYTES = 32;

/** Claims pages for the grace time from now on. */
export async function claimPages(client: S3Client, ids: readonly PageId[]): Promise<void> {
  const list = Buffer.concat(ids.map((id) => Buffer.from(id, "hex")));
  await client.put(`${CLAIMS}${randomBytes(12).toString("hex")}`, list);
}

/** The claims that count for one collection. */
export class ActiveClaims {
  private readonly pages = new Set<PageId>();
  private readonly known = new Set<string>();
  private readonly old = new Set<string>();

  /** @param sinceMs claims that were put earlier do not count */
  constructor(
    private readonly client: S3Client,
    private readonly sinceMs: number,
  ) {}

  /** All pages that are claimed now: one set, to which each call adds. Claims never change, so each is read once. */
  async read(): Promise<ReadonlySet<PageId>> {
    const unread: string[] = [];
    for await (const { key, putAtMs } of this.client.list(CLAIMS)) {
      if (putAtMs < this.sinceMs) this.old.add(key);
      else if (!this.known.has(key)) unread.push(key);
    }
    await forEachParallel(unread, PARALLEL_REQUESTS, async (key) => {
      const list = await this.client.get(key);
      // One that is gone was removed by a collector with a shorter grace time.
      if (list !== undefined) for (const id of this.parse(key, list)) this.pages.add(id);
      this.known.add(key);
    });
    return this.pages;
  }

  /** Deletes those that no longer count. */
  async removeOld(): Promise<void> {
    await forEachParallel([...this.old], PARALLEL_REQUESTS, (key) => this.client.remove(key));
  }

  private parse(key: string, list: Uint8Array): PageId[] {
    if (list.length % ID_BYTES !== 0) {
      const message = `the object ${key} of ${this.client.shown} is damaged: delete it once no push is under way`;
      throw new RemoteError("remote_damaged", `${message}, then collect again`);
    }
    const hex = Buffer.from(list.buffer, list.byteOffset, list.length).toString("hex");
    return (hex.match(/.{64}/g) ?? []) as PageId[];
  }
}
