/**
 * `node dist/masking.js [--misses] [CORPUS…]`: measures recall of masking on generated secrets, false alarms on similar
 * lines, and findings in corpora of real source. Exits with 1 if a bar is missed.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { ParseEngine } from "@sdl/indexer";
import { CORPORA } from "./corpora/list.js";
import { NAMED_SHAPES, namedSamples, OPEN_SHAPES, openSamples } from "./masking/compose.js";
import { type CorpusHits, findInCorpus, TRUE_BY_FORM } from "./masking/corpus-lines.js";
import { type ProductScore, scoreProduct } from "./masking/product/whole-product.js";
import {
  genericSamples,
  negativeSamples,
  providerSamples,
  type Score,
  scoreNegatives,
  scorePositives,
} from "./masking/score.js";
import { scoreShapes, scoreTexts, textSamples } from "./masking/score-shapes.js";
import { CORPORA_FOLDER } from "./paths.js";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: "boolean", default: false } },
});

const SEED = 20261125;
/** Secrets per shape: there are many shapes for code, few for texts. */
const PER_CODE_SHAPE = 3;
const PER_OPEN_SHAPE = 8;
const PER_TEXT_SHAPE = 18;

const scores: readonly [string, Score, number][] = [
  ["provider formats found", scorePositives(providerSamples()), 0.98],
  ["generic secrets found", scorePositives(genericSamples()), 0.9],
  ["hard negatives left alone", scoreNegatives(negativeSamples()), 0.995],
  ["provider formats in code", await scoreShapes(openSamples(SEED, PER_OPEN_SHAPE)), 0.98],
  ["named secrets in code", await scoreShapes(namedSamples(SEED, PER_CODE_SHAPE)), 0.95],
  ["named secrets in other texts", scoreTexts(textSamples(SEED, PER_TEXT_SHAPE)), 0.95],
];
let isMissed = false;
printLine(`shapes of code: ${NAMED_SHAPES.length} with a name, ${OPEN_SHAPES.length} without`);
for (const [what, score, bar] of scores) report(what, score, bar);
reportProduct(await scoreProduct(SEED));
await reportCorpora();
process.exitCode = isMissed ? 1 : 0;

function report(what: string, { samples, found, misses, classes = new Map() }: Score, bar: number): void {
  const share = found / samples;
  isMissed ||= share < bar;
  printLine(`${what}: ${found} of ${samples} (${percent(share)}; bar ${percent(bar)})${share < bar ? "  MISSED" : ""}`);
  for (const [name, its] of classes) {
    printLine(
      `  ${name.padEnd(28)} ${String(its.samples).padStart(5)} ${percent(its.found / its.samples).padStart(8)}`,
    );
  }
  if (options.misses) for (const miss of misses) printLine(`  ${miss}`);
}

function reportProduct({ classes, answers, leaks, unanswered, isStoreRead }: ProductScore): void {
  printLine(
    `the whole product: answers and errors, ${answers.json} as JSON and ${answers.text} as text, and every stored byte`,
  );
  printLine(`  ${"".padEnd(28)} ${["planted", "in JSON", "in text", "in the store"].map(inColumn).join("")}`);
  for (const [kind, { samples, inJson, inText, inStore }] of classes) {
    const bar = kind === "provider's in code" ? 0.02 : 0.05;
    const isOver = Math.max(inJson, inText, inStore) > bar * samples;
    isMissed ||= isOver;
    printLine(
      `  ${kind.padEnd(28)} ${[samples, inJson, inText, inStore].map(inColumn).join("")}${isOver ? "  MISSED" : ""}`,
    );
  }
  if (unanswered.length > 0) printLine(`  never answered: ${unanswered.join(", ")}  MISSED`);
  if (!isStoreRead) printLine("  the store was not read  MISSED");
  isMissed ||= unanswered.length > 0 || !isStoreRead;
  if (options.misses) for (const leak of leaks) printLine(`  ${JSON.stringify(leak)}`);
}

function inColumn(cell: string | number): string {
  return String(cell).padStart(14);
}

async function reportCorpora(): Promise<void> {
  const engine = await ParseEngine.create();
  const names = positionals.length > 0 ? positionals : CORPORA.map(({ name }) => name);
  let lines = 0;
  let alarms = 0;
  for (const name of names) {
    const root = join(CORPORA_FOLDER, name);
    if (!existsSync(root)) continue;
    const hits = findInCorpus(root, engine);
    lines += hits.lines;
    alarms += countAlarms(hits);
    sayCorpus(name, hits);
  }
  if (lines === 0) return;
  const isOver = alarms * 2000 > lines;
  isMissed ||= isOver;
  const each = alarms === 0 ? "none" : `one in ${Math.round(lines / alarms)}`;
  printLine(
    `false alarms in real source: ${alarms} in ${lines} lines (${each}; bar one in 2000)${isOver ? "  MISSED" : ""}`,
  );
}

function sayCorpus(name: string, hits: CorpusHits): void {
  const rules = [...hits.byRule].map(([rule, found]) => `${rule} ${found.length}`).sort();
  const speed = ((hits.cpuMs * 1e6) / Math.max(1, hits.units)).toFixed(1);
  printLine(`  ${name}: ${hits.lines} lines, ${speed} ns of CPU a character; ${rules.join(", ") || "nothing found"}`);
  if (!options.misses) return;
  for (const [rule, found] of hits.byRule)
    if (!TRUE_BY_FORM.has(rule)) for (const excerpt of found) printLine(`    ${rule}: ${excerpt}`);
}

/** Every hit of a heuristic rule counts as an alarm. */
function countAlarms({ byRule }: CorpusHits): number {
  return [...byRule].reduce((sum, [rule, found]) => sum + (TRUE_BY_FORM.has(rule) ? 0 : found.length), 0);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
