/**
 * `node bench/dist/freshness/no-change.js`: measures the cost for a query of finding that no file changed, against the
 * floor of one stat per file, alternately in the same process. Cases: a server that watches files, a server that does
 * not, the first query after indexing, and a later process.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Engine, openEngine, runAction, watchRepository } from "@sdl/engine";
import { writeOneLineFiles } from "../memory/one-line-files.js";
import { type StorePlace, withStore } from "../product/cold.js";
import { median } from "../statistics/order.js";

/** Limits in milliseconds by number of files; for a watching server, one limit for any number. */
const BARS_MS: Readonly<Record<number, number>> = { 1700: 15, 20000: 60 };
const WATCHING_BAR_MS = 1;
const ROUNDS = 31;
const FILES_A_FOLDER = 20;
const SETTLED_MS = 3000;

const USAGE = `node bench/dist/freshness/no-change.js [options]
  --files N   files of the repository; may be given more than once (1700 and 20000)`;

const { values: options } = parseArgs({
  options: { files: { type: "string", multiple: true }, help: { type: "boolean", default: false } },
});

if (options.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  console.log(
    "| files | stat of each ms | not watching ms | × floor | after an index ms | next process ms | watching ms |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const files of (options.files ?? ["1700", "20000"]).map(Number))
    await withStore((place) => measure(files, place));
}

async function measure(files: number, { folder, store, env }: StorePlace): Promise<void> {
  const root = join(folder, "repository");
  writeOneLineFiles(root, { files, folders: Math.ceil(files / FILES_A_FOLDER), seed: 1 });
  const engine = openEngine({ cwd: root, env: { ...env, SDL_BACKGROUND: "off" }, storeDirectory: store });
  await engine.register({ rootPath: root, settings: {} });
  const repository = await engine.open(engine.resolve(undefined));
  await repository.refresh({ mode: "incremental" });
  // Files written at the moment of indexing count as changed until they are checked again.
  await sleep(100);
  await repository.refresh({ mode: "incremental" });
  const paths = repository
    .snapshot()
    .files()
    .map((path) => join(root, path));
  const floor = (): void => paths.forEach((path) => void lstatSync(path, { throwIfNoEntry: false }));
  const compare = () => compareWithDisk(repository);
  const firstMs = await measureTime(compare);
  const rounds: { readonly floorMs: number; readonly quickMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ floorMs: await measureTime(floor), quickMs: await measureTime(compare) });
  const [floorMs, quickMs] = [median(rounds.map((one) => one.floorMs)), median(rounds.map((one) => one.quickMs))];
  const watchingMs = await measureWatching(engine);
  await engine.close();
  const nextMs = await measureNext(root, { store, env });
  const all = [floorMs, quickMs, quickMs / floorMs, firstMs, nextMs, watchingMs].map((figure) => figure.toFixed(2));
  console.log(`| ${[files, ...all].join(" | ")} |`);
  const barMs = BARS_MS[files] ?? Number.POSITIVE_INFINITY;
  if (Math.max(quickMs, nextMs) > barMs || watchingMs > WATCHING_BAR_MS) process.exitCode = 1;
}

/** The first comparison of a new engine with an up-to-date index: the cost for the next command. */
async function measureNext(root: string, { store, env }: Pick<StorePlace, "store" | "env">): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const engine = openEngine({ cwd: root, env: { ...env, SDL_BACKGROUND: "off" }, storeDirectory: store });
    const repository = await engine.open(engine.resolve(undefined));
    rounds.push(await measureTime(() => compareWithDisk(repository)));
    await engine.close();
  }
  return median(rounds);
}

async function compareWithDisk(repository: Awaited<ReturnType<Engine["open"]>>): Promise<void> {
  const { staleFiles } = await repository.compareWithDisk();
  if (staleFiles > 0) throw new Error(`${staleFiles} files count as changed`);
}

/** How much longer a question takes in a watching server than one about an old version, which compares nothing. */
async function measureWatching(engine: ReturnType<typeof openEngine>): Promise<number> {
  await watchRepository(engine);
  // Wait until watching is stable: the first refresh starts the watches, and a second comparison with the disk follows.
  await sleep(SETTLED_MS);
  const search = (args: object) => runAction("symbol.search", { query: "load", limit: 1, ...args }, { engine });
  const rounds: { readonly freshMs: number; readonly plainMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const freshMs = await measureTime(() => search({}));
    rounds.push({ freshMs, plainMs: await measureTime(() => search({ asOfVersion: "@latest" })) });
  }
  return Math.max(0, median(rounds.map(({ freshMs }) => freshMs)) - median(rounds.map(({ plainMs }) => plainMs)));
}

async function measureTime(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
