/**
 * `node bench/dist/large.js --folder FOLDER`: times of searches and slices on an index of 50,000 symbols and more. Indexing is a command of its own,
 * because times are measured on a quiet machine.
 */
import { cpSync, existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openEngine, runAction, watchRepository } from "@sdl/engine";
import { fetchCorpus } from "./corpora/fetch.js";
import { corpusNamed } from "./corpora/list.js";
import { timeAll } from "./process/time-calls.js";
import { indexSettled, type StorePlace } from "./product/cold.js";
import { makeQueries } from "./product/queries.js";
import { quantile } from "./statistics/order.js";

/** More than 50,000 symbols. */
const DEFAULT_CORPORA = ["sympy"];
/** After the first refresh starts the watches, a second comparison with the disk follows. */
const SETTLED_MS = 3000;
/** Queries that are named with `--slow`. */
const SLOWEST = 15;

const USAGE = `node bench/dist/large.js --folder FOLDER [options]
  --folder FOLDER  holds the corpora's copy and its index
  --prepare        copies and indexes the corpora, and measures nothing
  --corpus NAME    instead of ${DEFAULT_CORPORA.join(", ")}; may be given more than once
  --slow           names the slowest searches`;

const { values: options } = parseArgs({
  options: {
    folder: { type: "string" },
    prepare: { type: "boolean", default: false },
    corpus: { type: "string", multiple: true, default: DEFAULT_CORPORA },
    slow: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.folder === undefined) console.log(USAGE);
else await main(options.folder);
process.exit();

async function main(folder: string): Promise<void> {
  const env = { SDL_HOME: join(folder, "home"), SDL_BACKGROUND: "off", CI: "1" };
  const place = { folder, store: join(folder, "store"), env };
  const root = join(folder, "repository");
  if (options.prepare) await prepare(root, place);
  else if (existsSync(root)) await measure(root, place);
  else throw new Error(`${root} does not exist; run with --prepare first`);
}

async function prepare(root: string, place: StorePlace): Promise<void> {
  mkdirSync(root, { recursive: true });
  for (const name of options.corpus) {
    const corpus = realpathSync(fetchCorpus(corpusNamed(name), "check"));
    cpSync(corpus, join(root, name), { recursive: true, verbatimSymlinks: true });
  }
  await indexSettled(root, place);
}

async function measure(root: string, { store, env }: StorePlace): Promise<void> {
  const engine = openEngine({ cwd: root, env: { ...process.env, ...env }, storeDirectory: store });
  await engine.register({ rootPath: root, settings: {} });
  const repository = await engine.open(engine.resolve(undefined));
  await repository.refresh({ mode: "incremental" });
  await watchRepository(engine);
  await sleep(SETTLED_MS);
  const graph = repository.snapshot();
  const symbols = graph.files().reduce((sum, file) => sum + graph.fileSymbols(file).length, 0);
  const { searches, tasks } = makeQueries(graph);
  const call = async (action: string, request: object) => JSON.stringify(await runAction(action, request, { engine }));
  const searchMs = await timeAll(searches, (query) => call("sdl.symbol.search", { query }));
  const sliceMs = await timeAll(tasks, (taskText) => call("sdl.slice.build", { taskText }));
  const figures = [0.5, 0.95].flatMap((share) => [searchMs, sliceMs].map((times) => quantile(times, share).toFixed(1)));
  console.log("| symbols | search p50 ms | slice p50 ms | search p95 ms | slice p95 ms |");
  console.log("| --- | --- | --- | --- | --- |");
  console.log(`| ${[symbols, ...figures].join(" | ")} |`);
  if (options.slow) printSlowest(searches, searchMs);
  await engine.close();
}

function printSlowest(searches: readonly string[], ms: readonly number[]): void {
  const timed = searches.map((query, at) => ({ query, ms: ms[at] ?? 0 })).sort((a, b) => b.ms - a.ms);
  for (const { query, ms: spent } of timed.slice(0, SLOWEST)) console.log(`${spent.toFixed(1)} ms: ${query}`);
}
