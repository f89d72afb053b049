/**
 * `node bench/dist/blast.js`: measures the blast radius against planted signature breaks. Prints a page and keeps the
 * figures under .results/.
 */
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { type JudgedPlant, measureBlast } from "./blast/measure-blast.js";
import { PLANT_KINDS } from "./blast/plants.js";
import { fetchCorpus } from "./corpora/fetch.js";
import { EDGE_CORPORA } from "./corpora/list.js";
import { RESULTS_FOLDER } from "./paths.js";

/** Corpora with types, which are quick to check. */
const DEFAULT_CORPORA = ["rxjs", "xterm", "query", "blueprint", "zod", "werkzeug"];

const USAGE = `node bench/dist/blast.js [options]
  --corpus NAME   only this corpus; may be given more than once (${DEFAULT_CORPORA.join(", ")})
  --plants N      breaks planted in each (24)
  --seed N        which ones (1)
  --seconds N     for each corpus, at most (600)
  --verbose       what was missed and what was wrong, break by break`;

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", multiple: true },
    plants: { type: "string", default: "24" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "600" },
    verbose: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  const all: JudgedPlant[] = [];
  for (const name of options.corpus ?? DEFAULT_CORPORA) {
    const corpus = EDGE_CORPORA.find((candidate) => candidate.name === name);
    if (corpus === undefined) throw new Error(`no corpus is called ${name}\n${USAGE}`);
    console.error(`${name} …`);
    const request = { plants: Number(options.plants), seed: Number(options.seed), maxSeconds: Number(options.seconds) };
    all.push(...(await measureBlast(name, realpathSync(fetchCorpus(corpus, "check")), request)));
  }
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(join(RESULTS_FOLDER, "blast.json"), `${JSON.stringify(all, null, 2)}\n`);
  const text = render(all);
  writeFileSync(join(RESULTS_FOLDER, "blast.md"), text);
  process.stdout.write(text);
}

function render(all: readonly JudgedPlant[]): string {
  const corpora = [...new Set(all.map(({ corpus }) => corpus))];
  const rows = [
    ...corpora.map((name) =>
      formatRow(
        name,
        all.filter(({ corpus }) => corpus === name),
      ),
    ),
    ...PLANT_KINDS.flatMap((kind) => {
      const ofKind = all.filter(({ plant }) => plant.kind === kind);
      return ofKind.length === 0 ? [] : formatRow(`(${kind})`, ofKind);
    }),
    formatRow("all", all),
  ];
  const head = [
    "| corpus | breaks | broken symbols | recall within 3 (mean) | recall (pooled) | first ten (mean) | first ten (pooled) |",
    "| --- | --- | --- | --- | --- | --- | --- |",
  ];
  const details = options.verbose ? all.flatMap(describeJudged) : [];
  return `${[...head, ...rows, ...details].join("\n")}\n`;
}

function formatRow(name: string, judged: readonly JudgedPlant[]): string {
  const sum = (of: (one: JudgedPlant) => number): number => judged.reduce((total, one) => total + of(one), 0);
  const listing = judged.filter(({ first }) => first > 0);
  const precision = listing.reduce((total, { precise, first }) => total + precise / first, 0) / listing.length;
  const figures = [
    sum((one) => one.found / one.broken) / judged.length,
    sum(({ found }) => found) / sum(({ broken }) => broken),
    precision,
    sum(({ precise }) => precise) / sum(({ first }) => first),
  ];
  const cells = [name, judged.length, sum(({ broken }) => broken), ...figures.map((figure) => figure.toFixed(3))];
  return `| ${cells.join(" | ")} |`;
}

function describeJudged({ corpus, plant, broken, found, first, precise, missed, wrong }: JudgedPlant): string[] {
  return [
    `\n${corpus} ${plant.kind} ${plant.file} ${plant.name}: ${found} of ${broken} found, ${precise} of ${first} precise`,
    ...missed.slice(0, 8).map((name) => `  missed ${name}`),
    ...wrong.slice(0, 8).map((name) => `  wrong  ${name}`),
  ];
}
