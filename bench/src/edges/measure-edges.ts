/** One corpus: SDL's graph, the compilers' answers, and how the two compare. */
import ts from "typescript";
import { type Figures, figuresOf } from "./figures.js";
import { type Graph, readGraph } from "./graph.js";
import { judge, languageOf } from "./judge.js";
import type { Oracle } from "./oracle.js";
import { ORACLE_VERSION, remember } from "./oracle-cache.js";
import { askTypescript } from "./typescript/typescript-oracle.js";

export async function measureEdges(corpus: string, root: string): Promise<Figures[]> {
  const graph = await readGraph(root);
  const figures: Figures[] = [];
  for (const oracle of await askOracles(root, graph)) figures.push(...figuresOf(corpus, judge(graph, oracle)));
  return figures;
}

async function askOracles(root: string, { files }: Graph): Promise<Oracle[]> {
  const scripts = files.filter((file) => languageOf(file) !== "python");
  const oracles: Oracle[] = [];
  if (scripts.length > 0) {
    const asker = `typescript ${ts.version} ${ORACLE_VERSION}`;
    oracles.push(await remember({ root, files: scripts, asker }, () => askTypescript(root, scripts)));
  }
  return oracles;
}
