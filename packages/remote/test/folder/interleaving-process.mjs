/**
 * Two pushers and two collectors of one store in a folder, in one process whose calls of the file system are delayed at
 * random, so that they meet in many orders. Arguments: folder, seed, rounds. Prints the pages that a pusher was told to
 * be there and that were not there afterwards, and counts.
 */
import { readdirSync, utimesSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { randomNumbers } from "../../dist/testing/index.js";

const [folder, seed, rounds] = process.argv.slice(2);
const random = randomNumbers(Number(seed));

for (const name of ["link", "open", "readdir", "rename", "rm", "stat", "utimes"]) {
  const call = promises[name];
  promises[name] = async (...args) => {
    if (random(2) === 0) await sleep(random(4));
    return call(...args);
  };
}
syncBuiltinESMExports();
const { openRemote, pageOf } = await import("../../dist/index.js");

const store = await openRemote(folder, { create: true });
const pages = Array.from({ length: 24 }, (_, i) => pageOf(Buffer.from(`page ${i}`)));
const ids = pages.map(({ id }) => id);
const counts = { found: 0, removed: 0, lost: 0 };

async function find(wanted) {
  await sleep(random(40));
  const missing = new Set(await store.missingPages(wanted));
  await store.putPages(pages.filter(({ id }) => missing.has(id)));
  counts.found += wanted.length - missing.size;
  return wanted;
}

async function collect() {
  counts.removed += (await store.collectPages()).removedPages;
}

for (let round = 0; round < Number(rounds); round++) {
  await store.putPages(pages);
  for (const entry of readdirSync(join(folder, "pages"), { recursive: true }))
    utimesSync(join(folder, "pages", entry), 0, 0);
  const relied = await Promise.all([find(ids.slice(0, 16)), find(ids.slice(8)), collect(), collect()]);
  for (const id of new Set([...relied[0], ...relied[1]])) {
    await store.readPages([id]).catch((error) => {
      counts.lost++;
      process.stderr.write(`round ${round}: ${error.message}\n`);
    });
  }
}
process.stdout.write(JSON.stringify(counts));
