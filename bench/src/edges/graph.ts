/** SDL's graph of a folder, read through its command line: `sdl index`, then `sdl export`. */
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { CLI } from "../paths.js";
import { withStore } from "../product/cold.js";
import type { Stretch } from "./oracle.js";

/** A symbol row of the export. */
export interface GraphSymbol {
  readonly symbolId: string;
  readonly file: string;
  readonly qualifiedName: string;
  readonly kind: string;
  /** The symbol around it; the file's own symbol has none. */
  readonly container?: string;
  readonly line: number;
  readonly range: Stretch;
}

/** An edge row of the export. */
export interface GraphEdge {
  readonly from: { readonly symbolId: string };
  readonly to: { readonly symbolId: string } | null;
  readonly kind: string;
  readonly confidence: number;
  readonly resolverId: string;
}

/** The exported graph, as far as it is judged. */
export interface Graph {
  readonly symbols: ReadonlyMap<string, GraphSymbol>;
  /** Call edges that lead to a symbol. */
  readonly calls: readonly GraphEdge[];
  /** Edges from a class or interface to its bases in the repository. */
  readonly heritage: readonly GraphEdge[];
  /** Symbols at either end of an edge of any kind. */
  readonly linked: ReadonlySet<string>;
  readonly files: readonly string[];
}

/** Modules of code, not of settings. */
const SOURCE = /\.(?:[mc]?[jt]sx?|pyi?)$/;

/** Indexes the folder into a temporary store and exports the graph. */
export function readGraph(root: string): Promise<Graph> {
  return withStore(async ({ store, env, folder }) => {
    const options = { env: { ...process.env, ...env }, cwd: root };
    execFileSync(process.execPath, [CLI, "index", root, "--store", store], { ...options, stdio: "ignore" });
    const path = join(folder, "graph.jsonl");
    const file = openSync(path, "w");
    const args = [CLI, "export", "--format", "jsonl", "--repo", root, "--store", store];
    const { status } = spawnSync(process.execPath, args, { ...options, stdio: ["ignore", file, "inherit"] });
    closeSync(file);
    if (status !== 0) throw new Error(`sdl export ended with ${status} on ${root}`);
    return parseGraph(readLines(path));
  });
}

type Row = ({ readonly type: "symbol" } & GraphSymbol) | ({ readonly type: "edge" } & GraphEdge);

/** Parses the lines of an export. */
export function parseGraph(lines: Iterable<string>): Graph {
  const symbols = new Map<string, GraphSymbol>();
  const edges: Record<string, GraphEdge[]> = { call: [], extends: [], implements: [] };
  const files: string[] = [];
  const linked = new Set<string>();
  for (const line of lines) {
    const row = JSON.parse(line) as Row;
    if (row.type === "symbol") {
      symbols.set(row.symbolId, row);
      if (row.kind === "module" && SOURCE.test(row.file)) files.push(row.file);
    } else if (row.type === "edge" && row.to !== null) {
      linked.add(row.from.symbolId).add(row.to.symbolId);
      edges[row.kind]?.push(row);
    }
  }
  const { call: calls = [], extends: extended = [], implements: implemented = [] } = edges;
  return { symbols, calls, heritage: [...extended, ...implemented], linked, files };
}

/** Reads line by line: the export of a large graph exceeds the length limit of strings. */
function* readLines(path: string): Iterable<string> {
  const bytes = readFileSync(path);
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    yield bytes.toString("utf8", start, end);
    start = end + 1;
  }
}
