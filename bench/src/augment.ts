/**
 * `node bench/dist/augment.js --clones FOLDER`: measures what `sdl augment` adds to searches for names that real commits
 * changed, each at the commit's parent, and its cost. Each search alternates with a bare start of Node.js.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { loadTokenCounter } from "@sdl/slice";
import { type Measured, measureClone } from "./augment/measure-clone.js";
import { requireClone } from "./replay/clones.js";
import { REPOSITORIES } from "./search/repositories.js";
import { quantile } from "./statistics/order.js";

const USAGE = `node bench/dist/augment.js --clones FOLDER | --repo CLONE… [--only NAME] [--searches N]
  --clones FOLDER  holds OWNER+NAME/repo, or OWNER+NAME, of the five repositories that search is only judged on
  --only NAME      only repositories with NAME in their names; may be given more than once
  --repo CLONE     any other clone, bare or not; may be given more than once
  --searches N     of each clone (100)`;

/** Token limit of an added text. */
const MAX_TOKENS = 300;
/** Limit of the 95th percentile above a bare start of Node.js. */
const MAX_MS = 50;
/** A search with more lines counts as long: an agent sees the first ten. */
const MANY = 10;

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    only: { type: "string", multiple: true },
    repo: { type: "string", multiple: true },
    searches: { type: "string", default: "100" },
    help: { type: "boolean", default: false },
  },
});

const clones = [...pinnedClones(), ...(options.repo ?? []).map((path) => ({ name: path, path, from: undefined }))];
if (options.help || clones.length === 0) console.log(USAGE);
else await main();
process.exit(process.exitCode);

interface SearchedClone {
  readonly name: string;
  readonly path: string;
  readonly from: string | undefined;
}

function pinnedClones(): SearchedClone[] {
  const { clones: folder, only } = options;
  if (folder === undefined) return [];
  const pinned = REPOSITORIES.filter(({ isDevelopment }) => !isDevelopment);
  const chosen = pinned.filter(({ name }) => only === undefined || only.some((part) => name.includes(part)));
  return chosen.map(({ name, commit }) => ({ name, path: requireClone(folder, name), from: commit }));
}

async function main(): Promise<void> {
  const countTokens = await loadTokenCounter();
  const all: Measured[] = [];
  for (const { name, path, from } of clones) {
    const measured = await measureClone(path, { wanted: Number(options.searches), from, countTokens });
    console.log(`${name}: ${describe(measured)}`);
    all.push(...measured);
  }
  console.log(`all: ${describe(all)}`);
  if (!isReached(all)) process.exitCode = 1;
}

function describe(measured: readonly Measured[]): string {
  const above = measured.map(({ ms, bareMs }) => ms - bareMs);
  const told = measured.filter(({ tokens }) => tokens > 0);
  const many = measured.filter(({ lines }) => lines > MANY);
  const helped = many.filter(({ isNew }) => isNew);
  return [
    `${measured.length} searches, ${told.length} of them told something`,
    `above a bare start p50 ${quantile(above, 0.5).toFixed(0)} ms, p95 ${quantile(above, 0.95).toFixed(0)} ms, CPU ${mean(measured.map(({ cpuAboveMs }) => cpuAboveMs)).toFixed(0)} ms on average`,
    `at most ${Math.max(0, ...measured.map(({ tokens }) => tokens))} tokens, ${Math.max(0, ...told.map(({ tokens, bound }) => tokens / bound)).toFixed(2)} of the bound`,
    `${helped.length} of ${many.length} searches with more than ${MANY} lines were told a definition or a dependent that their first ${MANY} lines lack`,
  ].join("; ");
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function isReached(all: readonly Measured[]): boolean {
  const many = all.filter(({ lines }) => lines > MANY);
  const above = all.map(({ ms, bareMs }) => ms - bareMs);
  const helped = many.filter(({ isNew }) => isNew).length;
  return (
    all.length > 0 &&
    all.every(({ tokens }) => tokens <= MAX_TOKENS) &&
    quantile(above, 0.95) <= MAX_MS &&
    helped >= many.length / 2
  );
}
