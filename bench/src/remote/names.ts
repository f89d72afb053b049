/**
 * `node bench/dist/remote/names.js --folder FOLDER`: searches of names over 20 and 200 repositories in one PostgreSQL, and
 * what their rows cost. A repository is a run of files of a corpus, by path, so that its names are real ones. Indexing is a
 * command of its own, because times are measured on a quiet machine.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { fileNames, type NameTable, openNameTable, PostgresServer } from "@sdl/engine/testing";
import { openLedger } from "@sdl/graph";
import { identifierTerms, wordsOf } from "@sdl/model/text";
import { fetchCorpus } from "../corpora/fetch.js";
import { corpusNamed } from "../corpora/list.js";
import { timeAll } from "../process/time-calls.js";
import { indexSettled } from "../product/cold.js";
import { quantile } from "../statistics/order.js";
import { pick, randomNumbers } from "../statistics/random.js";

const CORPORA = ["django", "sqlalchemy", "effect", "rxjs", "webpack"];
const COUNTS = [20, 200] as const;
const QUERIES = 300;
const FEW = 5;
const LIMIT = 51;
const SEED = 20261127;
const TABLES = ["sdl_names", "sdl_name_files", "sdl_named_repositories"];

const { values: options } = parseArgs({
  options: { folder: { type: "string" }, prepare: { type: "boolean", default: false } },
});
if (options.folder === undefined) throw new Error("pass --folder FOLDER; first with --prepare");
await (options.prepare ? prepare(options.folder) : measure(options.folder));
process.exit();

async function prepare(folder: string): Promise<void> {
  for (const name of CORPORA) {
    const env = { SDL_HOME: join(folder, "home"), SDL_BACKGROUND: "off", CI: "1" };
    mkdirSync(folder, { recursive: true });
    await indexSettled(realpathSync(fetchCorpus(corpusNamed(name), "check")), {
      folder,
      store: join(folder, name),
      env,
    });
  }
}

type FileNames = ReturnType<typeof fileNames>[number];

/** A repository's name and its files. */
interface Part {
  readonly repository: string;
  readonly files: readonly FileNames[];
}

async function measure(folder: string): Promise<void> {
  const ledgers = CORPORA.map((name) => openLedger({ directory: join(folder, name) }));
  const snapshots = ledgers.map((ledger) => ledger.snapshot());
  const files = snapshots.flatMap((snapshot, i) =>
    fileNames(snapshot).map((file) => ({ ...file, path: `${CORPORA[i]}/${file.path}` })),
  );
  const server = await PostgresServer.start();
  try {
    const table = await openNameTable(server.url());
    const parts = cut(files, Math.max(...COUNTS));
    console.log("| repositories | symbols | rows | MB | search p50 ms | p95 ms | of few p50 ms | p95 ms | push s |");
    console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    const rows = [];
    for (const count of COUNTS) rows.push(await measureCount({ table, url: server.url() }, parts, count));
    const [small, large] = rows;
    if (small !== undefined && large !== undefined) printGrowth(small, large);
    await table.close();
  } finally {
    await server.remove();
  }
}

/** Divides the files into repositories of equally many. */
function cut(files: readonly FileNames[], count: number): readonly Part[] {
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, i) => ({
    repository: `owner${i % 7}/part${i}`,
    files: files.slice(i * size, (i + 1) * size),
  }));
}

interface Measured {
  readonly count: number;
  readonly rows: number;
  readonly bytes: number;
  readonly p95: number;
}

interface Place {
  readonly table: NameTable;
  readonly url: string;
}

async function measureCount({ table, url }: Place, all: readonly Part[], count: number): Promise<Measured> {
  const step = all.length / count;
  const parts = all.filter((_, i) => i % step === 0);
  const startedMs = performance.now();
  // Those of the smaller count stay: a head that exists is not created again.
  for (const { repository, files } of parts) await table.put(repository, files);
  const pushS = (performance.now() - startedMs) / 1000;
  psql(url, "vacuum analyze");
  const names = parts.flatMap(({ files }) => files.flatMap((file) => file.names().map(({ name }) => name)));
  const queries = drawQueries(names);
  const few = parts.slice(0, FEW).map(({ repository }) => repository);
  const search = (repositories: readonly string[] | undefined) => (text: string) =>
    table.search({
      ...{ text, repositories, kinds: undefined, limit: LIMIT },
      terms: [...new Set(wordsOf(text).flatMap(identifierTerms))],
    });
  const ofAll = await timeAll(queries, search(undefined));
  const ofFew = await timeAll(queries, search(few));
  const sizes = TABLES.map((table) => `pg_total_relation_size('${table}')`).join(" + ");
  const counts = "(select count(*) from sdl_names) + (select count(*) from sdl_name_files)";
  const [bytes = 0, rows = 0] = psql(url, `select ${sizes}, ${counts}`).split("|").map(Number);
  const measured = { count, rows, bytes, p95: quantile(ofAll, 0.95) };
  const times = [quantile(ofAll, 0.5), measured.p95, quantile(ofFew, 0.5), quantile(ofFew, 0.95)];
  const cells = [count, names.length, measured.rows, (bytes / 1e6).toFixed(1), ...times.map((ms) => ms.toFixed(1))];
  console.log(`| ${[...cells, pushS.toFixed(1)].join(" | ")} |`);
  return measured;
}

function psql(url: string, statement: string): string {
  return execFileSync("psql", [url, "--no-align", "--tuples-only", "--command", statement], { encoding: "utf8" });
}

/** Whole names, two words of a name, the beginning of a name; a third each. */
function drawQueries(names: readonly string[]): readonly string[] {
  const random = randomNumbers(SEED);
  const kinds = [
    (name: string) => name,
    (name: string) => identifierTerms(name).slice(-2).join(" ") || name,
    (name: string) => name.slice(0, 4),
  ];
  return Array.from({ length: QUERIES }, (_, i) => (kinds[i % kinds.length] ?? String)(pick(names, random)));
}

function printGrowth(small: Measured, large: Measured): void {
  const exponent = (of: (measured: Measured) => number) =>
    (Math.log(of(large) / of(small)) / Math.log(large.count / small.count)).toFixed(2);
  console.log(
    `\nGrowth exponents from ${small.count} to ${large.count} repositories: rows ${exponent(({ rows }) => rows)}, bytes ${exponent(({ bytes }) => bytes)}, search p95 ${exponent(({ p95 }) => p95)}`,
  );
  console.log(
    `Per repository: ${Math.round(large.rows / large.count)} rows, ${Math.round(large.bytes / large.count / 1000)} kB`,
  );
}
