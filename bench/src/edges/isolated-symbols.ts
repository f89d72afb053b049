/**
 * `node dist/edges/isolated-symbols.js FOLDER…`: lists functions and classes without edges of any kind, and for a
 * sample how often their name occurs elsewhere: a name that occurs nowhere else is truly isolated.
 */
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { type Graph, type GraphSymbol, readGraph } from "./graph.js";

const KINDS = new Set(["function", "class"]);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string", default: "30" } },
});

for (const folder of positionals) process.stdout.write(await describe(realpathSync(folder), Number(options.sample)));

async function describe(folder: string, sample: number): Promise<string> {
  const graph = await readGraph(folder);
  const all = [...graph.symbols.values()].filter(({ kind }) => KINDS.has(kind));
  const alone = all.filter(({ symbolId }) => !graph.linked.has(symbolId));
  const share = ((100 * alone.length) / Math.max(1, all.length)).toFixed(1);
  const words = countWords(folder, graph);
  const step = Math.max(1, Math.ceil(alone.length / sample));
  const lines = alone.filter((_, at) => at % step === 0).map((symbol) => `- ${isolationReason(symbol, words)}`);
  return [
    `${folder}: ${alone.length} of ${all.length} functions and classes have no edge (${share} %)`,
    ...lines,
    "",
  ].join("\n");
}

function isolationReason({ file, line, kind, qualifiedName }: GraphSymbol, words: ReadonlyMap<string, number>): string {
  const name = qualifiedName.slice(qualifiedName.lastIndexOf(".") + 1);
  const others = (words.get(name) ?? 0) - 1;
  const where = others <= 0 ? "its name is written nowhere else" : `its name is written ${others} times more`;
  return `${file}:${line} ${kind} ${qualifiedName}: ${where}`;
}

/** Number of occurrences of each word in the indexed files, including comments and strings. */
function countWords(folder: string, { files }: Graph): Map<string, number> {
  const words = new Map<string, number>();
  for (const file of files) {
    for (const [word] of readFileSync(join(folder, file), "utf8").matchAll(/[\w$]+/g)) {
      words.set(word, (words.get(word) ?? 0) + 1);
    }
  }
  return words;
}
