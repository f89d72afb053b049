/**
 * `node bench/dist/card-report.js FOLDER… [--sample N] [--match TEXT]`: what full cards of real repositories cost and say, derived layers included. For each
 * folder: tokens of a card by itself and in a slice, milliseconds (median, 95th percentile), and the share of functions that have a summary, invariants
 * and side effects. With `--sample`, some cards to read, chosen by a fixed seed.
 */
import { basename, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { openEngine } from "@sdl/engine";
import type { SymbolGraph, SymbolHandle } from "@sdl/model";
import { type BuildCardOptions, buildCard, type Card, loadTokenCounter } from "@sdl/slice";
import { index, withStore } from "./product/cold.js";
import { pick, randomNumbers } from "./product/random.js";
import { median, quantile } from "./statistics.js";

const CARDS = 2000;
const SEED = 20261122;

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string", default: "0" }, match: { type: "string" } },
});
if (positionals.length === 0) throw new Error("name folders: node bench/dist/card-report.js FOLDER…");
const countTokens = await loadTokenCounter();
for (const folder of positionals) await reportFolder(resolve(folder));
process.exit(0);

async function reportFolder(root: string): Promise<void> {
  await withStore(async (place) => {
    await index(root, place);
    const engine = openEngine({ cwd: root, env: { ...process.env, ...place.env }, storeDirectory: place.store });
    await engine.register({ rootPath: root, settings: {} });
    const repository = await engine.open(engine.resolve(undefined));
    await repository.workspace.settle();
    const graph = repository.snapshot();
    console.log(`${root}\n${figures(graph, { repoId: basename(root), derived: graph.derived() })}`);
    for (const card of sampleOf(graph, Number(options.sample))) console.log(JSON.stringify(shown(card)));
    await engine.close();
  });
}

function figures(graph: SymbolGraph, options: BuildCardOptions): string {
  const random = randomNumbers(SEED);
  const symbols = allSymbols(graph);
  const tokens: number[] = [];
  const heldTokens: number[] = [];
  const times: number[] = [];
  const functions: Card[] = [];
  for (let i = 0; i < CARDS; i++) {
    const started = performance.now();
    const card = buildCard(graph, pick(symbols, random), options);
    times.push(performance.now() - started);
    tokens.push(countTokens(JSON.stringify(card)));
    const { repoId: _, etag: __, version: ___, ...held } = card;
    heldTokens.push(countTokens(JSON.stringify(held)));
    if (card.kind === "function" || card.kind === "method") functions.push(card);
  }
  const share = (has: (card: Card) => boolean): string =>
    `${((100 * functions.filter(has).length) / Math.max(1, functions.length)).toFixed(0)} %`;
  return [
    `  tokens of a full card: median ${median(tokens)}, p95 ${quantile(tokens, 0.95)}`,
    `  as slices hold it:      median ${median(heldTokens)}, p95 ${quantile(heldTokens, 0.95)}`,
    `  milliseconds: median ${median(times).toFixed(3)}, p95 ${quantile(times, 0.95).toFixed(3)}`,
    `  of ${functions.length} functions and methods: summary ${share((card) => card.summary !== undefined)}, invariants ${share((card) => card.invariants !== undefined)}, side effects ${share((card) => card.sideEffects !== undefined)}`,
  ].join("\n");
}

function* sampleOf(graph: SymbolGraph, count: number): Iterable<Card> {
  const random = randomNumbers(SEED + 1);
  const symbols = allSymbols(graph);
  for (let found = 0, tries = 0; found < count && tries < 100 * count + 1000; tries++) {
    const card = buildCard(graph, pick(symbols, random));
    if (options.match !== undefined && !JSON.stringify(card).includes(options.match)) continue;
    found++;
    yield card;
  }
}

function allSymbols(graph: SymbolGraph): SymbolHandle[] {
  return graph.files().flatMap((file) => graph.fileSymbols(file).slice(1));
}

/** What a reader judges; the rest is ids and numbers. */
function shown({
  file,
  line,
  range,
  qualifiedName,
  name,
  signature,
  summary,
  invariants,
  sideEffects,
  deps,
}: Card): object {
  const place = `${file}:${line ?? range?.startLine}`;
  return { place, name: qualifiedName ?? name, signature: signature?.text, summary, invariants, sideEffects, deps };
}
