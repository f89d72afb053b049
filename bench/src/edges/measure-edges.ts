/** Measures one corpus: SDL's graph, the oracles' answers, and their comparison. */
import ts from "@typescript/typescript6";
import { type Figures, figuresOf } from "./figures.js";
import { type Graph, readGraph } from "./graph.js";
import { type JudgedEdge, judge, languageOf } from "./judge.js";
import type { Oracle } from "./oracle.js";
import { remember } from "./oracle-cache.js";
import { PYRIGHT_VERSION } from "./python/pyright-server.js";
import { askPyright, PYTHON_ORACLE_VERSION } from "./python/python-oracle.js";
import { readRuleGraph } from "./rule-graph.js";
import { askTypescript, TYPESCRIPT_ORACLE_VERSION } from "./typescript/typescript-oracle.js";

/** @param maxSites approximate number of Python call sites that pyright is asked about */
export async function measureEdges(corpus: string, root: string, maxSites: number): Promise<Figures[]> {
  const graph = await readGraph(root);
  const figures: Figures[] = [];
  for (const oracle of await askOracles(root, graph, maxSites))
    figures.push(...figuresOf(corpus, judge(graph, oracle)));
  return figures;
}

/** Judges the edges of a folder by the rules' own confidences. */
export async function judgeRules(root: string, maxSites: number): Promise<JudgedEdge[]> {
  const graph = await readRuleGraph(root);
  const oracles = await askOracles(root, graph, maxSites);
  return oracles.flatMap((oracle) => judge(graph, oracle).edges);
}

/** Asks the compilers about the files of a graph: TypeScript's about scripts, pyright about modules. */
export async function askOracles(root: string, { files }: Pick<Graph, "files">, maxSites: number): Promise<Oracle[]> {
  const scripts = files.filter((file) => languageOf(file) !== "python");
  const oracles: Oracle[] = [];
  if (scripts.length > 0) {
    const asker = `typescript ${ts.version} ${TYPESCRIPT_ORACLE_VERSION}`;
    oracles.push(await remember({ root, files: scripts, asker }, () => askTypescript(root, scripts)));
  }
  const modules = files.filter((file) => languageOf(file) === "python");
  if (modules.length > 0) {
    const asker = `pyright ${PYRIGHT_VERSION} ${PYTHON_ORACLE_VERSION} ${maxSites}`;
    oracles.push(await remember({ root, files: modules, asker }, () => askPyright(root, modules, maxSites)));
  }
  return oracles;
}
