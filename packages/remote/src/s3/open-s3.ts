/** Opens or creates a store in a bucket. The object `sdl-remote.json` marks such a prefix and names the format. */
import { randomBytes } from "node:crypto";
import type { Backend } from "../backend.js";
import { RemoteError } from "../errors.js";
import { checkMarker, MARKER, MARKER_TEXT } from "../marker.js";
import { OPEN_RETRY_MS, S3Client } from "./s3-client.js";
import { S3Heads } from "./s3-heads.js";
import { S3Pages } from "./s3-pages.js";
import { parseS3Url, s3Access } from "./s3-url.js";

/** Start of the keys of objects that are written to prove what a server does. */
const PROBES = "probes/";
const PROBERS = 8;

/**
 * The store in a bucket.
 * @param isCreating makes the store if there is none, and proves that the server keeps the condition of heads
 * @throws {RemoteError} `remote_invalid`, `remote_denied`, `remote_not_found`, `remote_too_new`, `remote_unsupported` for
 * a prefix of other objects and for a server that ignores the condition, or what the server refuses
 */
export async function openS3(url: string, isCreating: boolean): Promise<Backend> {
  const place = parseS3Url(url);
  const client = new S3Client(place, s3Access(place.shown, process.env));
  const marker = await client.get(MARKER, OPEN_RETRY_MS);
  if (marker !== undefined) checkMarker(client.shown, `${client.shown}/${MARKER}`, new TextDecoder().decode(marker));
  else if (!isCreating) throw notFound(client.shown);
  if (isCreating) {
    if (marker === undefined) await refuseOtherObjects(client);
    await proveCondition(client);
    await client.create(MARKER, MARKER_TEXT);
  }
  return backendOf(client);
}

function backendOf(client: S3Client): Backend {
  const pages = new S3Pages(client);
  const heads = new S3Heads(client);
  return {
    place: client.shown,
    refreshPages: (ids) => pages.refresh(ids),
    writePages: (stored) => pages.write(stored),
    readStored: (ids) => pages.read(ids),
    markDamaged: (id) => pages.markDamaged(id),
    readHead: (repository, name) => heads.read(repository, name),
    listHeads: (repository, prefix) => heads.list(repository, prefix),
    swapHead: (repository, name, expected, next) =>
      heads.swap(repository, name, expected, typeof next === "object" ? next.manifest : next),
    // A bucket keeps no names: searching it would read every object.
    searchNames: async () => undefined,
    repositories: () => heads.repositories(),
    nowMs: () => client.nowMs(),
    rootManifests: (sinceMs) => heads.roots(sinceMs),
    removePages: (reached, beforeMs, signal) => pages.remove(reached, beforeMs, signal),
    close: async () => {
      // Connections that are not used keep no process alive.
    },
  };
}

function notFound(shown: string): RemoteError {
  const message = `${shown} holds no store of pages: check bucket and prefix, or create it with \`sdl remote add\``;
  return new RemoteError("remote_not_found", message);
}

async function refuseOtherObjects(client: S3Client): Promise<void> {
  for await (const { key } of client.list("")) {
    if (key === MARKER || key.startsWith(PROBES)) continue; // another process creates the store now
    const message = `${client.shown} holds other objects (${key}): name a prefix without objects, s3://BUCKET/PREFIX`;
    throw new RemoteError("remote_unsupported", message);
  }
}

/** Creates one object many times at once: the server must grant it to one at most, and must list it at once. */
async function proveCondition(client: S3Client): Promise<void> {
  const key = `${PROBES}${randomBytes(12).toString("hex")}`;
  const created = await Promise.all(Array.from({ length: PROBERS }, (_, i) => client.create(key, String(i))));
  let isListed = false;
  for await (const probe of client.list(key)) isListed ||= probe.key === key;
  await client.remove(key);
  if (created.filter(Boolean).length > 1) {
    throw unfit(client, "ignores the condition If-None-Match, so that pushers could overwrite each other's work");
  }
  if (!isListed) throw unfit(client, "does not list an object that was just written, so that pages could be lost");
}

function unfit(client: S3Client, flaw: string): RemoteError {
  const message = `the server of ${client.shown} ${flaw}: use another server, a folder or PostgreSQL`;
  return new RemoteError("remote_unsupported", message);
}
