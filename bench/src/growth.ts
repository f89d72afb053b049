/**
 * `node bench/dist/growth.js`: measures how much the store grows by a one-line edit. Prints a page and keeps the
 * figures under .results/.
 */
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { fetchCorpus } from "./corpora/fetch.js";
import { CORPORA } from "./corpora/list.js";
import { type Growth, measureGrowth } from "./growth/measure-growth.js";
import { RESULTS_FOLDER } from "./paths.js";
import { median, quantile } from "./statistics/order.js";

/** Corpora of both languages with many long files. */
const DEFAULT_CORPORA = ["effect", "webpack", "sqlalchemy", "sympy"];
const BAR_BYTES = 4096;

const USAGE = `node bench/dist/growth.js [options]
  --corpus NAME   only this corpus; may be given more than once (${DEFAULT_CORPORA.join(", ")})
  --edits N       in each (250)
  --seed N        which ones (1)`;

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", multiple: true },
    edits: { type: "string", default: "250" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});

if (options.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  const all: Growth[] = [];
  for (const name of options.corpus ?? DEFAULT_CORPORA) {
    const corpus = CORPORA.find((candidate) => candidate.name === name);
    if (corpus === undefined) throw new Error(`no corpus is called ${name}\n${USAGE}`);
    console.error(`${name} …`);
    const request = { edits: Number(options.edits), seed: Number(options.seed) };
    all.push(await measureGrowth(name, realpathSync(fetchCorpus(corpus, "check")), request));
  }
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(join(RESULTS_FOLDER, "growth.json"), `${JSON.stringify(all, null, 2)}\n`);
  const text = render(all);
  writeFileSync(join(RESULTS_FOLDER, "growth.md"), text);
  process.stdout.write(text);
  if (median(all.flatMap(({ editBytes }) => editBytes)) > BAR_BYTES) process.exitCode = 1;
}

function render(all: readonly Growth[]): string {
  const pooled = {
    name: "all",
    files: sum(all.map(({ files }) => files)),
    lines: sum(all.map(({ lines }) => lines)),
    editBytes: all.flatMap(({ editBytes }) => editBytes),
    unpackedBytes: all.flatMap(({ unpackedBytes }) => unpackedBytes),
    grown: sum(all.map(growthBytes)),
  };
  const rows = [...all.map((one) => ({ ...one, name: one.corpus, grown: growthBytes(one) })), pooled].map((one) => {
    const { editBytes, unpackedBytes } = one;
    const figures = [
      one.files,
      Math.round(one.lines / one.files),
      editBytes.length,
      Math.round(median(unpackedBytes)),
      Math.round(median(editBytes)),
      Math.round(quantile(editBytes, 0.9)),
      Math.round(one.grown / editBytes.length),
    ];
    return `| ${[one.name, ...figures].join(" | ")} |`;
  });
  return `${[
    `Bytes by edit of one line; bar: a median of ${BAR_BYTES}.`,
    "",
    "| corpus | files | lines each | edits | unpacked, median | packed, median | packed, p90 | all records, mean |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n")}\n`;
}

function growthBytes({ storeBytes }: Growth): number {
  return storeBytes.after - storeBytes.before;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
