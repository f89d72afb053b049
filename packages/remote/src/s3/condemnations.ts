/** Condemnations: objects that list copies of pages which a collector may delete at any moment. See `s3-pages.ts`. */
import { randomBytes } from "node:crypto";
import { RemoteError } from "../errors.js";
import { forEachParallel } from "../parallel.js";
import { PARALLEL_REQUESTS, type S3Client } from "./s3-client.js";

const CONDEMNED = "condemned/";

/**
 * Age at which the condemnation of a collector that died is deleted, in milliseconds by the store's clock. No deletion is
 * sent once half of it has passed, so this is how long a request would have to be on its way to do harm.
 */
const CONDEMNED_MS = 24 * 3_600_000;

/** What pushers read. */
export class Condemnations {
  private known = new Map<string, readonly string[]>();

  constructor(private readonly client: S3Client) {}

  /** Keys of all copies that are condemned now. Condemnations never change, so each is read once. */
  async read(): Promise<ReadonlySet<string>> {
    const current = new Map<string, readonly string[]>();
    const unread: string[] = [];
    for await (const { key } of this.client.list(CONDEMNED)) {
      const keys = this.known.get(key);
      if (keys === undefined) unread.push(key);
      else current.set(key, keys);
    }
    await forEachParallel(unread, PARALLEL_REQUESTS, async (key) => {
      const list = await this.client.get(key);
      // One that is gone was deleted after all its deletions were answered.
      if (list !== undefined) current.set(key, new TextDecoder().decode(list).split("\n"));
    });
    this.known = current;
    return new Set([...current.values()].flat());
  }
}

/**
 * Condemns copies of pages, and deletes those that are not kept.
 * @param findKept asked after the condemnation was put
 * @returns the copies that were deleted
 * @throws {RemoteError} if a deletion is not answered; then the condemnation stays until its time is over
 */
export async function removeCondemned<Copy extends { readonly key: string }>(
  client: S3Client,
  copies: readonly Copy[],
  findKept: () => Promise<(copy: Copy) => boolean>,
): Promise<Copy[]> {
  const startedMs = Date.now();
  const condemnation = `${CONDEMNED}${randomBytes(12).toString("hex")}`;
  await client.put(condemnation, copies.map(({ key }) => key).join("\n"));
  const isKept = await findKept();
  const removed = copies.filter((copy) => !isKept(copy));
  await forEachParallel(removed, PARALLEL_REQUESTS, async ({ key }) => {
    if (Date.now() - startedMs > CONDEMNED_MS / 2) throw tooLate(client);
    await client.removeOnce(key);
  });
  await client.remove(condemnation);
  return removed;
}

/** Deletes condemnations of collectors that died. */
export async function removeOldCondemnations(client: S3Client): Promise<void> {
  const beforeMs = (await client.nowMs()) - CONDEMNED_MS;
  const old: string[] = [];
  for await (const { key, putAtMs } of client.list(CONDEMNED)) if (putAtMs < beforeMs) old.push(key);
  await forEachParallel(old, PARALLEL_REQUESTS, (key) => client.remove(key));
}

function tooLate(client: S3Client): RemoteError {
  const message = `the collection of ${client.shown} stood still for hours and was given up: collect again`;
  return new RemoteError("remote_unreachable", message);
}
