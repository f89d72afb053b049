/** `pnpm bench:edges`: measures call edges against compilers. Prints a page and keeps it under .results/. */
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { fetchCorpus } from "./corpora/fetch.js";
import { type Corpus, EDGE_CORPORA } from "./corpora/list.js";
import { Unavailable } from "./corpora/tools.js";
import { calibrationText, isWritten, writeCalibration } from "./edges/calibration-file.js";
import type { Figures } from "./edges/figures.js";
import { fitCalibration } from "./edges/fit-calibration.js";
import type { JudgedEdge } from "./edges/judge.js";
import { judgeRules, measureEdges } from "./edges/measure-edges.js";
import { renderEdges } from "./edges/report.js";
import { RESULTS_FOLDER } from "./paths.js";

const USAGE = `pnpm bench:edges [FOLDER…] [options]: the folders, or the corpora when there are none
  --corpus NAME     only this corpus; may be given more than once (${EDGE_CORPORA.map(({ name }) => name).join(", ")})
  --sites N         Python: pyright is asked about so many call sites of a project, more or less (4000)
  --top N           how many misses and wrong edges to list of each project (10)
  --json            print the figures as JSON
  --fit             measure the rules on the training corpora and write the linker's table of confidences
  --check           with --fit: compare with the table instead of writing it
  --record          accept the corpora as they are now, and write corpora.lock.json`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: "string", multiple: true },
    sites: { type: "string", default: "4000" },
    top: { type: "string", default: "10" },
    json: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    fit: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help) console.log(USAGE);
else if (options.fit) await fitTable();
else await main();

/** @throws {Error} with --check, if the table differs */
async function fitTable(): Promise<void> {
  const projects: JudgedEdge[][] = [];
  for (const corpus of EDGE_CORPORA.filter(({ isTraining }) => isTraining)) {
    console.error(`${corpus.name} …`);
    const root = fetchCorpus(corpus, options.record ? "write" : "check");
    projects.push(await judgeRules(realpathSync(root), wholeNumber(options.sites, "--sites")));
  }
  const of = (isPython: boolean) =>
    projects.map((edges) => edges.filter(({ language }) => (language === "python") === isPython));
  const fitted = fitCalibration(
    new Map([
      ["typescript", of(false)],
      ["python", of(true)],
    ]),
  );
  const text = calibrationText(fitted);
  process.stdout.write(text);
  if (!options.check) writeCalibration(text);
  else if (!isWritten(text)) throw new Error("the linker's table of confidences is not what was measured; run --fit");
}

async function main(): Promise<void> {
  const figures: Figures[] = [];
  for (const { name, root } of listProjects()) {
    console.error(`${name} …`);
    figures.push(...(await measureEdges(name, realpathSync(root), wholeNumber(options.sites, "--sites"))));
  }
  const training = new Set(EDGE_CORPORA.filter(({ isTraining }) => isTraining).map(({ name }) => name));
  const text = renderEdges(figures, { top: wholeNumber(options.top, "--top"), training });
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(join(RESULTS_FOLDER, "edges.json"), `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(join(RESULTS_FOLDER, "edges.md"), text);
  process.stdout.write(options.json ? `${JSON.stringify(figures)}\n` : text);
}

function* listProjects(): Iterable<{ readonly name: string; readonly root: string }> {
  for (const folder of positionals) yield { name: basename(folder), root: folder };
  if (positionals.length > 0 && options.corpus === undefined) return;
  const names = options.corpus ?? EDGE_CORPORA.map(({ name }) => name);
  for (const name of names) {
    const corpus = EDGE_CORPORA.find((candidate) => candidate.name === name);
    if (corpus === undefined) throw new Error(`no corpus is called ${name}\n${USAGE}`);
    const root = fetchOrSkip(corpus);
    if (root !== undefined) yield { name, root };
  }
}

function fetchOrSkip(corpus: Corpus): string | undefined {
  try {
    return fetchCorpus(corpus, options.record ? "write" : "check");
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    console.error(`NOT MEASURED: ${corpus.name}: ${error.message}`);
    return undefined;
  }
}

function wholeNumber(text: string, option: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`${option} ${text}: it must be a whole number of at least 1`);
}
