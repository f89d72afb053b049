/**
 * A process with several pushers, readers or collectors of one store; the test kills it at any moment. The role
 * `prepare` puts the pages that versions share.
 * Arguments: role, URL, number of actors, name of this process, seed, grace time in milliseconds.
 *
 * A version's first page counts the pushes of every pusher to that branch. A pusher reads the head, adds one to its own
 * count and swaps, and reports each attempt and each success. So after the end a lost push shows as a count that is too
 * low, and no later push hides it.
 */
import { writeSync } from "node:fs";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeManifest, encodeManifest, openRemote, pageOf, RemoteError } from "../../dist/index.js";
import { randomNumbers } from "../../dist/testing/index.js";

const [role, url, actors, processName, seed, graceMs] = process.argv.slice(2);

const BRANCHES = 6;
/** Pages that versions of all branches share, of which each has some. */
const SHARED = 40;
const REPOSITORY = "team/app";

/** One line to the test, written before anything else happens. */
const report = (...words) => writeSync(1, `${words.join(" ")}\n`);

const textPage = (text) => pageOf(new TextEncoder().encode(text));
const sharedPage = (i) => textPage(`shared ${i} ${"text ".repeat(i)}`);
const branchName = (random) => `branch/${random(BRANCHES)}`;

/** A version as its pages tell it. Throws if they are not of one version. */
async function readVersion(store, head) {
  const manifest = (await store.readPages([head.manifest])).get(head.manifest);
  const ids = decodeManifest(manifest);
  const pages = await store.readPages(ids);
  const [first, ...others] = ids.map((id) => new TextDecoder().decode(pages.get(id)));
  const { version, counts } = JSON.parse(first);
  for (const text of others) {
    if (!text.startsWith("shared ") && !text.startsWith(`${version} `)) throw new Error(`${text} in ${version}`);
  }
  return { version, counts };
}

async function push(store, random, name) {
  const branch = branchName(random);
  const head = await store.readHead(REPOSITORY, branch);
  const counts = head === undefined ? {} : (await readVersion(store, head)).counts;
  counts[name] = (counts[name] ?? 0) + 1;
  const version = `${name}:${random(2 ** 31)}`;
  const own = [0, 1, 2].map((part) => textPage(`${version} ${part} ${"line ".repeat(random(2000))}`));
  const shared = [...new Set([random(SHARED), random(SHARED)])].map((i) =>
    textPage(`shared ${i} ${"text ".repeat(i)}`),
  );
  const pages = [textPage(JSON.stringify({ version, branch, counts })), ...own, ...shared];
  const manifest = pageOf(encodeManifest(pages.map(({ id }) => id)));
  const all = [...pages, manifest];
  const missing = new Set(await store.missingPages(all.map(({ id }) => id)));
  await store.putPages(all.filter(({ id }) => missing.has(id)));
  report("try", name, branch);
  const isMoved = await store.swapHead(REPOSITORY, branch, head?.manifest, manifest.id);
  report(isMoved ? "pushed" : "beaten", name, branch);
}

const seen = new Map();

async function read(store, random, name) {
  const branch = branchName(random);
  const head = await store.readHead(REPOSITORY, branch);
  if (head === undefined) return;
  const { counts } = await readVersion(store, head);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const before = seen.get(`${name} ${branch}`) ?? 0;
  if (total < before) throw new Error(`${branch} went back from ${before} pushes to ${total}`);
  seen.set(`${name} ${branch}`, total);
  report("read", name, branch);
}

async function collect(store, random, name) {
  const { removedPages } = await store.collectPages({ graceMs: Number(graceMs) });
  report("collected", name, removedPages);
  await sleep(random(500));
}

const TURNS = { push, read, collect };
/** What ends a turn and not the actor: the server is away for longer than is waited for, or the push was too slow. */
const PASSING = new Set(["remote_unreachable", "remote_conflict"]);

if (role === "prepare") {
  const store = await openRemote(url, { create: true });
  await store.putPages(Array.from({ length: SHARED }, (_, i) => sharedPage(i)));
  process.exit(0);
}

async function act(name, random) {
  let store;
  for (;;) {
    try {
      store ??= await openRemote(url);
      await TURNS[role](store, random, name);
    } catch (error) {
      if (!(error instanceof RemoteError) || !PASSING.has(error.code)) throw error;
      report("passing", name, error.code);
    }
  }
}

const failures = Array.from({ length: Number(actors) }, (_, i) =>
  act(`${processName}.${i}`, randomNumbers(Number(seed) + i)),
);
await Promise.all(failures).catch((error) => {
  report("wrong", processName, JSON.stringify(String(error?.stack ?? error)));
  process.exit(1);
});
