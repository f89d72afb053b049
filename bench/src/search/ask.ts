/** Asks a repository's queries as a client does, and judges the results by the accepted answers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEngine, runAction } from "@sdl/engine";
import { parseSymbolId, rangeCovers } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { prepareTree } from "../replay/checkout.js";
import { type Clone, listFiles, WorkTree } from "../replay/git.js";
import { type Answer, readQueries, type SearchQuery } from "./queries.js";
import type { PinnedRepository } from "./repositories.js";

/** Results asked for. */
const LIMIT = 20;

export interface JudgedResult {
  readonly symbol: string;
  readonly score: number;
  readonly isAnswer: boolean;
}

export interface JudgedQuery {
  readonly query: SearchQuery;
  /** Whether the answer says that nothing matches. */
  readonly saysNothing: boolean;
  readonly results: readonly JudgedResult[];
}

interface SentSearch {
  readonly results?: readonly { symbolId: string; name: string; file: string; line: number; score: number }[];
  readonly noGoodMatch?: true;
}

/** Writes a commit's files into a folder that is gone after `work`. */
export function withTree<T>(clone: Clone, commit: string, work: (root: string, files: readonly string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "sdl-search-"));
  try {
    const tree = new WorkTree(clone, folder);
    tree.checkOut(commit);
    return work(tree.root, [...listFiles(clone, commit).keys()]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function askRepository(clone: Clone, repository: PinnedRepository): Promise<JudgedQuery[]> {
  const folder = mkdtempSync(join(tmpdir(), "sdl-search-"));
  const tree = new WorkTree(clone, folder);
  prepareTree(clone, tree);
  tree.checkOut(repository.commit);
  const env = { SDL_HOME: join(folder, "home"), SDL_BACKGROUND: "off" };
  const engine = openEngine({ cwd: tree.root, env, storeDirectory: join(folder, "store") });
  try {
    await engine.register({ rootPath: tree.root, settings: {} });
    const opened = await engine.open(engine.resolve(undefined));
    await opened.refresh({ mode: "incremental" });
    const graph = opened.snapshot();
    const judged: JudgedQuery[] = [];
    for (const query of readQueries(repository.name)) {
      const answer: SentSearch = await runAction("symbol.search", { query: query.text, limit: LIMIT }, { engine });
      const { results = [], noGoodMatch } = answer;
      judged.push({
        query,
        saysNothing: results.length === 0 || noGoodMatch === true,
        results: results.map(({ symbolId, name, file, line, score }) => ({
          symbol: `${file}:${line} ${name}`,
          score,
          isAnswer: query.answers.some((one) => isAnswer(graph, { symbolId, name, file }, one)),
        })),
      });
    }
    return judged;
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a result is the definition, by its file, its name and a line that it covers. */
function isAnswer(
  graph: SymbolGraph,
  { symbolId, name, file }: { readonly symbolId: string; readonly name: string; readonly file: string },
  answer: Answer,
): boolean {
  if (file !== answer.file || lastName(name) !== lastName(answer.name)) return false;
  const handle = graph.findSymbol(parseSymbolId(symbolId));
  return handle !== undefined && rangeCovers(graph.symbol(handle).range, answer.line);
}

/** The last part of a qualified name, without the mark of private ones. */
function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).replace(/^#/, "");
}
