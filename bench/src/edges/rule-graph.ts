/**
 * SDL's graph of a folder with the rules' own confidences, which the product does not store: extracts and links in this
 * process.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createLinkSession,
  discoverFiles,
  extractFacts,
  linkFile,
  ParseEngine,
  readConfigText,
  readSource,
  symbolIdsOf,
} from "@sdl/indexer";
import { EDGE_CODE, EDGE_KINDS, type EdgeKind, type FileHandle } from "@sdl/model";
import { FactsPage, qualifiedNames, SYMBOLS, symbolKind } from "@sdl/model/facts";
import { type FactsSource, RESOLVERS } from "@sdl/model/graph";
import { NO_SECRETS } from "@sdl/model/text";
import type { Graph, GraphEdge, GraphSymbol } from "./graph.js";

interface View {
  readonly path: string;
  readonly page: FactsPage;
  readonly ids: Uint32Array;
}

/**
 * Extracts and links all files of a folder. @param isCalibrated whether edges have the confidences that the product
 * stores, instead of the rules' own
 */
export async function readRuleGraph(root: string, isCalibrated = false): Promise<Graph> {
  const source = new FolderSources(root, await ParseEngine.create());
  const session = createLinkSession(source, { isCalibrated });
  const symbols = new Map<string, GraphSymbol>();
  const names: string[][] = source.views.map((view) => symbolsOf(view, symbols));
  const calls: GraphEdge[] = [];
  const heritage: GraphEdge[] = [];
  const lists: Partial<Record<EdgeKind, GraphEdge[]>> = { call: calls, extends: heritage, implements: heritage };
  const linked = new Set<string>();
  for (const handle of source.views.keys()) {
    const { edges } = linkFile(session, handle);
    for (let row = 0; row < edges.length; row++) {
      const from = names[handle]?.[edges.from[row] ?? 0] ?? "";
      const to = names[edges.toFile[row] ?? 0]?.[edges.toSymbol[row] ?? 0] ?? "";
      linked.add(from).add(to);
      const kind = EDGE_KINDS[(edges.kind[row] ?? 0) - EDGE_CODE.call] ?? "uses";
      lists[kind]?.push({
        from: { symbolId: from },
        to: { symbolId: to },
        kind,
        confidence: (edges.confidence[row] ?? 0) / 100,
        resolverId: RESOLVERS[edges.resolver[row] ?? 0] ?? "none",
      });
    }
  }
  return { symbols, calls, heritage, linked, files: source.views.map(({ path }) => path) };
}

/** Adds the file's symbols. @returns their names by ordinal */
function symbolsOf({ path, page }: View, symbols: Map<string, GraphSymbol>): string[] {
  const { container, startLine, startCol, endLine, endCol, nameLine } = page.table(SYMBOLS);
  return qualifiedNames(page).map((qualifiedName, row) => {
    const symbolId = `${path}#${row}`;
    const start = startLine[row] ?? 0;
    const line = start + (nameLine[row] ?? 0);
    const range = {
      startLine: start,
      startCol: startCol[row] ?? 0,
      endLine: start + (endLine[row] ?? 0),
      endCol: endCol[row] ?? 0,
    };
    // The first symbol is the file's own.
    const around = row === 0 ? {} : { container: `${path}#${container[row] ?? 0}` };
    symbols.set(symbolId, { symbolId, file: path, qualifiedName, kind: symbolKind(page, row), ...around, line, range });
    return symbolId;
  });
}

/** The facts of a folder in the form that linking reads. */
export class FolderSources implements FactsSource {
  readonly views: View[] = [];
  private readonly handles = new Map<string, FileHandle>();
  private readonly configTexts = new Map<string, string>();

  /** @param isWanted by path; if absent, all files are read */
  constructor(root: string, engine: ParseEngine, isWanted: (path: string) => boolean = () => true) {
    const { files, configs } = discoverFiles(root);
    for (const { path } of configs)
      this.configTexts.set(path, readConfigText(path, readFileSync(join(root, path), "utf8")));
    for (const { path, language } of files) {
      const source = isWanted(path) ? readSource(root, path) : undefined;
      if (source?.status !== "source") continue;
      const file = { path, language, text: source.text, generated: source.isGenerated };
      const page = new FactsPage(extractFacts(engine, file, NO_SECRETS));
      this.handles.set(path, this.views.length);
      this.views.push({ path, page, ids: symbolIdsOf(page, path) });
    }
  }

  file(path: string): FileHandle | undefined {
    return this.handles.get(path);
  }

  path(file: FileHandle): string {
    return this.view(file).path;
  }

  facts(file: FileHandle): FactsPage {
    return this.view(file).page;
  }

  symbolIds(file: FileHandle): Uint32Array {
    return this.view(file).ids;
  }

  files(): Iterable<FileHandle> {
    return this.views.keys();
  }

  config(path: string): string | undefined {
    return this.configTexts.get(path);
  }

  configs(): readonly string[] {
    return [...this.configTexts.keys()].sort();
  }

  private view(file: FileHandle): View {
    const view = this.views[file];
    if (view === undefined) throw new Error(`no file ${file}`);
    return view;
  }
}
