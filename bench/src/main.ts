/**
 * `pnpm bench`: measures floors, SDL and its peers on the corpora in one run. Prints the report, keeps it under
 * .results/, and exits with an error if a bar is missed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { fetchCorpus } from "./corpora/fetch.js";
import { CORPORA, type Corpus } from "./corpora/list.js";
import { Unavailable } from "./corpora/tools.js";
import { RESULTS_FOLDER } from "./paths.js";
import { judgeBars } from "./report/bars.js";
import type { CorpusFigures, SkippedCorpus } from "./report/figures.js";
import { type Report, renderReport } from "./report/markdown.js";
import { measureCorpus } from "./report/measure-corpus.js";

const USAGE = `pnpm bench [options]
  --corpus NAME     only this one; may be given more than once (${CORPORA.map(({ name }) => name).join(", ")})
  --runs N          runs of each floor and of the cold index; medians are shown (3)
  --peer-runs N     runs of each peer (1)
  --skip-peers      leave the peers out
  --fetch           fetch the corpora and stop
  --record          accept the corpora as they are now, and write corpora.lock.json`;

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", multiple: true },
    runs: { type: "string", default: "3" },
    "peer-runs": { type: "string", default: "1" },
    "skip-peers": { type: "boolean", default: false },
    fetch: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help) console.log(USAGE);
else process.exitCode = await main(chooseCorpora(options.corpus));

async function main(corpora: readonly Corpus[]): Promise<number> {
  const runs = wholeNumber(options.runs, "--runs");
  const peerRuns = options["skip-peers"] ? 0 : wholeNumber(options["peer-runs"], "--peer-runs");
  const loadBefore = loadavg()[0] ?? 0;
  const figures: CorpusFigures[] = [];
  const skipped: SkippedCorpus[] = [];
  for (const corpus of corpora) {
    const root = fetchOrSkip(corpus);
    if (typeof root !== "string") skipped.push(root);
    else if (!options.fetch) figures.push(await measureCorpus(corpus.name, root, { runs, peerRuns }));
  }
  for (const { corpus, reason } of skipped) console.error(`NOT MEASURED: ${corpus}: ${reason}`);
  if (options.fetch) return skipped.length === 0 ? 0 : 1;
  const conditions = {
    date: new Date().toISOString(),
    node: process.version,
    cpus: cpus().length,
    cpuModel: cpus()[0]?.model ?? "unknown",
    loadBefore,
    loadAfter: loadavg()[0] ?? 0,
    runs,
    peerRuns,
  };
  return finish({ conditions, corpora: figures, skipped, bars: judgeBars(figures) });
}

/** @returns the corpus's folder, or why it is not available */
function fetchOrSkip(corpus: Corpus): string | SkippedCorpus {
  try {
    return fetchCorpus(corpus, options.record ? "write" : "check");
  } catch (error) {
    if (error instanceof Unavailable) return { corpus: corpus.name, reason: error.message };
    throw error;
  }
}

function finish(report: Report): number {
  const text = renderReport(report);
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(join(RESULTS_FOLDER, "latest.json"), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(RESULTS_FOLDER, "latest.md"), text);
  console.log(text);
  const failed = report.bars.filter((bar) => !bar.passed);
  return failed.length === 0 && report.corpora.length > 0 ? 0 : 1;
}

function chooseCorpora(names: readonly string[] | undefined): readonly Corpus[] {
  if (names === undefined) return CORPORA;
  return names.map((name) => {
    const corpus = CORPORA.find((candidate) => candidate.name === name);
    if (corpus === undefined) throw new Error(`no corpus is called ${name}\n${USAGE}`);
    return corpus;
  });
}

function wholeNumber(text: string, option: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`${option} ${text}: it must be a whole number of at least 1`);
}
