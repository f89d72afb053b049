/**
 * `node bench/dist/card-report.js FOLDER… [--sample N] [--match TEXT]`: measures cost and content of full cards in real
 * repositories, derived layers included. For each folder: tokens of a card by itself, in a slice, and in the slice's
 * wire encoding; tokens by field; milliseconds (median, 95th percentile); and the share of functions with a summary,
 * invariants and side effects. With `--sample`, also prints some cards, chosen by a fixed seed.
 */
import { basename, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { openEngine } from "@sdl/engine";
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import {
  type BuildCardOptions,
  buildCard,
  type Card,
  encodeSlice,
  loadTokenCounter,
  type Slice,
  type SliceCard,
  type WireEncoding,
} from "@sdl/slice";
import { index, withStore } from "./product/cold.js";
import { median, quantile } from "./statistics/order.js";
import { pick, randomNumbers } from "./statistics/random.js";

const CARDS = 2000;
const SEED = 20261122;
/** The default wire format of `slice.build`. */
const WIRE: WireEncoding = { wireFormat: "compact", wireFormatVersion: 2 };
const NOTHING_ELSE = {
  cardRefs: [],
  edges: [],
  frontier: [],
  startSymbols: [],
  budget: { used: 0, allowed: 0 },
  confidenceDistribution: { high: 0, medium: 0, low: 0 },
};

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
    await repository.settle();
    const graph = repository.snapshot();
    console.log(`${root}\n${cardFigures(graph, { repoId: basename(root), derived: graph.derived() })}`);
    for (const card of sampleCards(graph, Number(options.sample))) console.log(JSON.stringify(shownFields(card)));
    await engine.close();
  });
}

function cardFigures(graph: SymbolGraph, options: BuildCardOptions): string {
  const random = randomNumbers(SEED);
  const symbols = allSymbols(graph);
  const tokens: number[] = [];
  const heldTokens: number[] = [];
  const sentTokens: number[] = [];
  const envelope = countTokens(encodeSliceOf([], {}));
  const fields = new Map<string, number>();
  const times: number[] = [];
  const functions: Card[] = [];
  for (let i = 0; i < CARDS; i++) {
    const started = performance.now();
    const card = buildCard(graph, pick(symbols, random), options);
    times.push(performance.now() - started);
    tokens.push(countTokens(JSON.stringify(card)));
    const { repoId: _, etag, version: __, ...held } = card;
    heldTokens.push(countTokens(JSON.stringify(held)));
    sentTokens.push(
      countTokens(
        encodeSliceOf([{ ...held, line: card.line ?? card.range?.startLine ?? 0 }], { [card.symbolId]: etag }),
      ) - envelope,
    );
    countFields(card, fields);
    if (card.kind === "function" || card.kind === "method") functions.push(card);
  }
  const share = (has: (card: Card) => boolean): string =>
    `${((100 * functions.filter(has).length) / Math.max(1, functions.length)).toFixed(0)} %`;
  return [
    `  tokens of a full card: median ${median(tokens)}, p95 ${quantile(tokens, 0.95)}`,
    `  as slices hold it:      median ${median(heldTokens)}, p95 ${quantile(heldTokens, 0.95)}`,
    `  as slices send it (v2): median ${median(sentTokens)}, p95 ${quantile(sentTokens, 0.95)}`,
    `  tokens a card by field: ${formatShares(fields)}`,
    `  milliseconds: median ${median(times).toFixed(3)}, p95 ${quantile(times, 0.95).toFixed(3)}`,
    `  of ${functions.length} functions and methods: summary ${share((card) => card.summary !== undefined)}, invariants ${share((card) => card.invariants !== undefined)}, side effects ${share((card) => card.sideEffects !== undefined)}`,
  ].join("\n");
}

/** Text of a slice that consists of these cards only, in its wire encoding. */
function encodeSliceOf(cards: readonly SliceCard[], etags: Readonly<Record<string, string>>): string {
  const slice: Slice = { cards, etags, ...NOTHING_ELSE };
  return JSON.stringify(encodeSlice(slice, WIRE));
}

/** Adds the cost of each field: the card's tokens with the field minus those without. */
function countFields(card: Card, fields: Map<string, number>): void {
  const whole = countTokens(JSON.stringify(card));
  for (const key of Object.keys(card)) {
    const rest = Object.fromEntries(Object.entries(card).filter(([other]) => other !== key));
    fields.set(key, (fields.get(key) ?? 0) + whole - countTokens(JSON.stringify(rest)));
  }
}

/** Means over all cards, most expensive field first. */
function formatShares(fields: ReadonlyMap<string, number>): string {
  const dearest = [...fields].sort((a, b) => b[1] - a[1]);
  return dearest.map(([key, tokens]) => `${key} ${(tokens / CARDS).toFixed(1)}`).join(", ");
}

function* sampleCards(graph: SymbolGraph, count: number): Iterable<Card> {
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

/** The fields that a reader judges; the others are ids and numbers. */
function shownFields({
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
