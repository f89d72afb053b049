/**
 * `node bench/dist/pycg.js FOLDER`: compares call edges with PyCG's micro-benchmark. FOLDER is `micro-benchmark/snippets` of a
 * checkout of github.com/vitsalis/PyCG. Prints a page.
 */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { readRuleGraph } from "./edges/rule-graph.js";
import { type CallGraph, compareSnippet, type SnippetResult } from "./pycg/compare.js";
import { renderPycg } from "./pycg/report.js";
import { SnippetNames } from "./pycg/snippet-names.js";

const EXPECTED = "callgraph.json";

const [folder] = process.argv.slice(2);
if (folder === undefined || folder === "--help") console.log("node bench/dist/pycg.js PyCG/micro-benchmark/snippets");
else process.stdout.write(renderPycg(await compareAll(realpathSync(folder))));

async function compareAll(root: string): Promise<SnippetResult[]> {
  const results: SnippetResult[] = [];
  for (const category of readdirSync(root).sort()) {
    for (const snippet of readdirSync(join(root, category)).sort()) {
      const path = join(root, category, snippet);
      if (!existsSync(join(path, EXPECTED))) continue;
      const expected = JSON.parse(readFileSync(join(path, EXPECTED), "utf8")) as CallGraph;
      const graph = await readRuleGraph(path);
      const names = new SnippetNames(graph, (file) => readFileSync(join(path, file), "utf8"));
      results.push(compareSnippet(`${category}/${snippet}`, { graph, names }, expected));
    }
  }
  return results;
}
