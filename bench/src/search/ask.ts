/** Asks a repository's queries as a client does, and judges the results by the accepted answers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, openEngine, type Repository, runAction } from "@sdl/engine";
import { parseSymbolId, rangeCovers } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import { prepareTree } from "../replay/checkout.js";
import { type Clone, listFiles, WorkTree } from "../replay/git.js";
import { type Answer, readQueries, type SearchQuery } from "./queries.js";
import type { PinnedRepository } from "./repositories.js";

/** Results asked for. */
const LIMIT = 20;

/** One result, and whether a person would accept it. */
export interface JudgedResult {
  readonly symbol: string;
  readonly score: number;
  readonly isAnswer: boolean;
}

/** A query with its first results, each judged. */
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

interface Indexed {
  readonly engine: Engine;
  readonly graph: ReturnType<Repository["snapshot"]>;
}

/** Indexes a commit as a user has it, in a folder that is gone after `work`. */
export async function withIndex<T>(clone: Clone, commit: string, work: (indexed: Indexed) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "sdl-search-"));
  const tree = new WorkTree(clone, folder);
  prepareTree(clone, tree);
  tree.checkOut(commit);
  const env = { SDL_HOME: join(folder, "home"), SDL_BACKGROUND: "off" };
  const engine = openEngine({ cwd: tree.root, env, storeDirectory: join(folder, "store") });
  try {
    await engine.register({ rootPath: tree.root, settings: {} });
    const repository = await engine.open(engine.resolve(undefined));
    await repository.refresh({ mode: "incremental" });
    return await work({ engine, graph: repository.snapshot() });
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Indexes the commit, asks all queries about the repository, and judges the results. */
export function askRepository(clone: Clone, { name, commit }: PinnedRepository): Promise<JudgedQuery[]> {
  return withIndex(clone, commit, async (indexed) => {
    const judged: JudgedQuery[] = [];
    for (const query of readQueries(name)) judged.push(await askQuery(indexed, query));
    return judged;
  });
}

async function askQuery({ engine, graph }: Indexed, query: SearchQuery): Promise<JudgedQuery> {
  const answer: SentSearch = await runAction("symbol.search", { query: query.text, limit: LIMIT }, { engine });
  const { results = [], noGoodMatch } = answer;
  return {
    query,
    saysNothing: results.length === 0 || noGoodMatch === true,
    results: results.map(({ symbolId, name, file, line, score }) => {
      const handle = graph.findSymbol(parseSymbolId(symbolId));
      const record = handle === undefined ? undefined : graph.symbol(handle);
      return {
        symbol: `${file}:${line} ${name}`,
        score,
        isAnswer: record !== undefined && query.answers.some((one) => isAnswer(record, one)),
      };
    }),
  };
}

/** Whether a symbol is the definition, by its file, its name and a line that it covers. */
export function isAnswer({ name, file, range }: SymbolRecord, answer: Answer): boolean {
  const isNamedSo = answer.name === "" || bare(name) === bare(answer.name);
  return file === answer.file && isNamedSo && rangeCovers(range, answer.line);
}

/** The parsers differ in what they make of private names' marks. */
function bare(name: string): string {
  return name.replace(/^#/, "");
}
