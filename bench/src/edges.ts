/** `pnpm bench:edges`: call edges measured against compilers. Prints a page and keeps it under results/. */
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { fetchCorpus } from "./corpora/fetch.js";
import { CORPORA } from "./corpora/list.js";
import type { Figures } from "./edges/figures.js";
import { measureEdges } from "./edges/measure-edges.js";
import { renderEdges } from "./edges/report.js";
import { RESULTS_FOLDER } from "./paths.js";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: "string", multiple: true },
    json: { type: "boolean", default: false },
    top: { type: "string", default: "10" },
  },
});

const figures: Figures[] = [];
for (const folder of positionals) figures.push(...(await measureEdges(basename(folder), realpathSync(folder))));
for (const name of options.corpus ?? []) {
  const corpus = CORPORA.find((one) => one.name === name);
  if (corpus === undefined) throw new Error(`no corpus is called ${name}`);
  figures.push(...(await measureEdges(name, realpathSync(fetchCorpus(corpus, "check")))));
}
const text = renderEdges(figures, Number(options.top));
mkdirSync(RESULTS_FOLDER, { recursive: true });
writeFileSync(join(RESULTS_FOLDER, "edges.json"), `${JSON.stringify(figures, null, 2)}\n`);
writeFileSync(join(RESULTS_FOLDER, "edges.md"), text);
process.stdout.write(options.json ? `${JSON.stringify(figures)}\n` : text);
