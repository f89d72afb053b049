/**
 * Heads in a bucket, moved without locks: `heads/<repository>/<kind>/<name>/<generation>`, as in a folder. The record of
 * the highest generation is the head. To move it, a pusher that read generation n creates generation n + 1 on the
 * condition that there is no such object (`If-None-Match: *`), which the server grants to one of all pushers.
 *
 * Old generations are removed after the grace time, lowest first, never the highest. A pusher that slept for longer could
 * then create a generation that existed before. It notices: its generation is not the highest, and the one before it is
 * gone.
 */
import { randomBytes } from "node:crypto";
import { RemoteError } from "../errors.js";
import {
  decodeHeadRecord,
  encodeHeadRecord,
  GENERATION,
  generationName,
  type HeadRecord,
  headOf,
  headPath,
  repositoryFolder,
} from "../heads/head-record.js";
import { forEachParallel } from "../parallel.js";
import type { Head, PageId } from "../store.js";
import type { ListedObject } from "./list-xml.js";
import { PARALLEL_REQUESTS, type S3Client } from "./s3-client.js";

const HEADS = "heads/";

/** Attempts to read the highest generation while others move the head. */
const READ_ATTEMPTS = 20;

/** A generation of a head, as it was read. */
interface Generation {
  readonly key: string;
  readonly number: number;
  readonly record: HeadRecord;
  readonly text: string;
  readonly movedAtMs: number;
}

/** The objects of a store's heads. Rejects with `remote_damaged` for a damaged record. */
export class S3Heads {
  constructor(private readonly client: S3Client) {}

  async read(repository: string, name: string): Promise<Head | undefined> {
    return headOf(await this.readLatest(folderOf(repository, name)));
  }

  async list(repository: string, prefix: string): Promise<Head[]> {
    const heads: Head[] = [];
    const folders = await this.generations(`${HEADS}${repositoryFolder(repository)}/`);
    await forEachParallel([...folders], PARALLEL_REQUESTS, async ([folder, generations]) => {
      const head = headOf(await this.readLatest(folder, generations));
      if (head?.name.startsWith(prefix) === true) heads.push(head);
    });
    return heads;
  }

  async repositories(): Promise<string[]> {
    const found = new Set<string>();
    const folders = await this.generations(HEADS);
    await forEachParallel([...folders], PARALLEL_REQUESTS, async ([folder, generations]) => {
      const record = (await this.readLatest(folder, generations))?.record;
      if (record?.manifest !== undefined) found.add(record.repository);
    });
    return [...found];
  }

  async swap(
    repository: string,
    name: string,
    expected: PageId | undefined,
    manifest: PageId | undefined,
  ): Promise<boolean> {
    const folder = folderOf(repository, name);
    const before = await this.readLatest(folder);
    if (before?.record.manifest !== expected) return false;
    if (manifest === undefined && expected === undefined) return true;
    const swap = randomBytes(16).toString("hex");
    const text = encodeHeadRecord({ repository, name, manifest, swap });
    const number = (before?.number ?? 0) + 1;
    const key = folder + generationName(number);
    // The server refuses the repetition of a request whose answer was lost: then the record is this one.
    const isCreated = (await this.client.create(key, text)) || (await this.readText(key)) === text;
    if (!isCreated) return false;
    const highest = (await this.generations(folder)).get(folder)?.[0];
    return highest?.key === key || (before !== undefined && (await this.readText(before.key)) === before.text);
  }

  /** Manifests of all heads, and those replaced at `sinceMs` or later; removes the records of those replaced earlier. */
  async roots(sinceMs: number): Promise<Set<PageId>> {
    const roots = new Set<PageId>();
    const folders = await this.generations(HEADS);
    await forEachParallel([...folders.values()], PARALLEL_REQUESTS, async (generations) => {
      // What was replaced before the limit was replaced by this one or by one before it.
      const replacing = generations.findIndex(({ putAtMs }) => putAtMs < sinceMs);
      const counting = replacing < 0 ? generations : generations.slice(0, replacing + 1);
      for (const { key } of counting) {
        const text = await this.readText(key);
        // One that is gone was removed by another collector.
        const manifest = text === undefined ? undefined : parse(text, key, this.client).manifest;
        if (manifest !== undefined) roots.add(manifest);
      }
      for (const { key } of generations.slice(counting.length).reverse()) await this.client.remove(key);
    });
    return roots;
  }

  /** @param known the head's generations as they were listed a moment ago, highest first */
  private async readLatest(folder: string, known?: readonly ListedObject[]): Promise<Generation | undefined> {
    let listed = known;
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
      const latest = (listed ?? (await this.generations(folder)).get(folder))?.[0];
      if (latest === undefined) return undefined;
      const { key, putAtMs } = latest;
      const text = await this.readText(key);
      if (text !== undefined) {
        const number = Number(key.slice(folder.length));
        return { key, number, record: parse(text, key, this.client), text, movedAtMs: putAtMs };
      }
      // Removed meanwhile, so there is a higher one.
      listed = undefined;
    }
    const message = `${this.client.shown} changed at each of ${READ_ATTEMPTS} looks at a head: try again`;
    throw new RemoteError("remote_unreachable", message);
  }

  /** Generations of the heads whose keys start so, by folder; highest first. */
  private async generations(start: string): Promise<Map<string, ListedObject[]>> {
    const folders = new Map<string, ListedObject[]>();
    for await (const object of this.client.list(start)) {
      const end = object.key.lastIndexOf("/") + 1;
      if (!GENERATION.test(object.key.slice(end))) continue;
      const folder = object.key.slice(0, end);
      const generations = folders.get(folder);
      if (generations === undefined) folders.set(folder, [object]);
      else generations.unshift(object);
    }
    return folders;
  }

  private async readText(key: string): Promise<string | undefined> {
    const text = await this.client.get(key);
    return text === undefined ? undefined : new TextDecoder().decode(text);
  }
}

function parse(text: string, key: string, client: S3Client): HeadRecord {
  const record = decodeHeadRecord(text);
  if (record !== undefined) return record;
  const message = `the record of a head of ${client.shown} is damaged: delete the object ${key}, which leads back to where`;
  throw new RemoteError("remote_damaged", `${message} the head was before, then push again`);
}

/** Start of the keys of a head's generations. */
function folderOf(repository: string, name: string): string {
  return `${HEADS}${headPath(repository, name).join("/")}/`;
}
