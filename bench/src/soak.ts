/** `node bench/dist/soak.js`: measures memory, descriptors and threads of a server, and the size of its files, over thousands of calls and hundreds of edits. */
import { cpSync, realpathSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { fetchCorpus } from "./corpora/fetch.js";
import { CORPORA } from "./corpora/list.js";
import { type Look, soak } from "./memory/soak-run.js";
import { CLI } from "./paths.js";
import { indexSettled, withStore } from "./product/cold.js";

const BAR_BYTES = 350_000_000;
/** Limit of growth since the thousandth call. */
const BAR_GROWTH = 1.1;
const BASE_CALLS = 1_000;

const USAGE = `node bench/dist/soak.js [options]
  --corpus NAME   what is asked about (tsmix)
  --folder PATH   a folder of your own instead; it is copied first
  --calls N       (20000)
  --edits N       (400)
  --seed N        which calls and edits (1)
  --cli FILE      the program to measure (this checkout's bundle)`;

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "tsmix" },
    folder: { type: "string" },
    calls: { type: "string", default: "20000" },
    edits: { type: "string", default: "400" },
    seed: { type: "string", default: "1" },
    cli: { type: "string", default: CLI },
    help: { type: "boolean", default: false },
  },
});

if (options.help) console.log(USAGE);
else await main();

function findRoot(): string {
  if (options.folder !== undefined) return realpathSync(options.folder);
  const corpus = CORPORA.find(({ name }) => name === options.corpus);
  if (corpus === undefined) throw new Error(`no corpus is called ${options.corpus}\n${USAGE}`);
  return realpathSync(fetchCorpus(corpus, "check"));
}

async function main(): Promise<void> {
  console.log(
    "| calls | edits | errors | busy | RSS MB | PSS MB | largest process MB | peak RSS MB | anonymous MB | mapped files MB | descriptors | threads | session store MB | ledger MB |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  const looks: Look[] = [];
  const errors = await withStore(async (place) => {
    const root = join(place.folder, "repository");
    cpSync(findRoot(), root, { recursive: true, verbatimSymlinks: true });
    await indexSettled(root, place);
    return soak({
      cli: options.cli,
      root,
      place,
      calls: Number(options.calls),
      edits: Number(options.edits),
      seed: Number(options.seed),
      lookEvery: BASE_CALLS,
      onLook: (look) => {
        looks.push(look);
        console.log(formatRow(look));
      },
    });
  });
  if (errors.size > 0) console.log(`\nErrors: ${[...errors].map(([tool, count]) => `${tool} ${count}`).join(", ")}`);
  judgeMemory(looks);
}

/** The tree counts shared pages once; the largest process is the server. */
function judgeMemory(looks: readonly Look[]): void {
  const base = looks.find(({ calls }) => calls === BASE_CALLS)?.memory;
  const last = looks.at(-1)?.memory;
  if (base === undefined || last === undefined) return;
  const growth = last.pssBytes / base.pssBytes;
  const figures = `PSS ${toMegabytes(last.pssBytes)} MB, largest process ${toMegabytes(last.largestRssBytes)} MB`;
  console.log(`\nAfter the last call: ${figures}; PSS is ${growth.toFixed(2)} times that of call ${BASE_CALLS}.`);
  if (Math.max(last.pssBytes, last.largestRssBytes) > BAR_BYTES || growth > BAR_GROWTH) process.exitCode = 1;
}

function formatRow({
  calls,
  edits,
  errors,
  busy,
  memory,
  peak,
  descriptors,
  threads,
  sessionBytes,
  ledgerBytes,
}: Look): string {
  const { rssBytes, pssBytes, largestRssBytes, anonymousBytes, fileBytes } = memory;
  const bytes = [rssBytes, pssBytes, largestRssBytes, peak.rssBytes, anonymousBytes, fileBytes].map(toMegabytes);
  const figures = [
    calls,
    edits,
    errors,
    busy,
    ...bytes,
    descriptors,
    threads,
    toMegabytes(sessionBytes),
    toMegabytes(ledgerBytes),
  ];
  return `| ${figures.join(" | ")} |`;
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
