/** Reader of a version's history: commits from git, symbol lines from the facts of the commit's blobs. */
import type { Ledger } from "@sdl/graph";
import { findFileKind, type GitRepository, symbolIdsOf, withGit } from "@sdl/indexer";
import { GraphError, type SymbolId, symbolIdFromParts } from "@sdl/model";
import { type FactsPage, SYMBOLS } from "@sdl/model/facts";
import type { HistoryData, HistoryTouch } from "@sdl/model/graph";
import type { Masker } from "@sdl/model/text";
import { BlobIndex } from "../git/blob-index.js";
import { isGitFault } from "../git-faults.js";
import { attributeCommits, childrenFirst, type HeadFile } from "./attribute.js";
import { readCommitLog } from "./commit-log.js";
import { type Spans, WHOLE_FILE } from "./spans.js";

/** Inputs of reading a history. */
export interface HistoryRequest {
  readonly rootPath: string;
  readonly storeDirectory: string;
  readonly ledger: Ledger;
  readonly masker: Masker;
  /** Maximum number of commits read. Default 2,000. */
  readonly maxCommits?: number;
  readonly deadlineMs?: number;
  /** Called for a fault of the program, which costs the history. If absent, the fault is thrown. */
  readonly onFault?: (error: unknown) => void;
}

const MAX_COMMITS = 2000;
const MAX_AGE_SECONDS = 2 * 365 * 86_400;
const DEADLINE_MS = 60_000;

/**
 * The history behind the latest version: of the commit it was built from, else of HEAD.
 * @returns `undefined` without git, without commits, or if git took too long; the next call continues from the log
 */
export async function readHistory(request: HistoryRequest): Promise<HistoryData | undefined> {
  const options = { deadlineMs: request.deadlineMs ?? DEADLINE_MS };
  try {
    return await withGit(request.rootPath, options, (git) => readFromGit(git, request));
  } catch (error) {
    if (isGitFault(error)) return undefined;
    if (error instanceof GraphError || request.onFault === undefined) throw error;
    request.onFault(error);
    return undefined;
  }
}

async function readFromGit(git: GitRepository, request: HistoryRequest): Promise<HistoryData | undefined> {
  const version = request.ledger.latestVersion();
  const commit = version?.commit ?? git.head();
  const [head] = commit === undefined ? [] : await git.commits([commit]);
  if (head === undefined) return undefined;
  const sinceSeconds = head.timeSeconds - MAX_AGE_SECONDS;
  const ids = await git.log(head.id, { maxCommits: request.maxCommits ?? MAX_COMMITS, sinceSeconds });
  const symbols = new SymbolNumbers();
  const files = await headFiles(git, head.id, request, symbols);
  const log = childrenFirst(await readCommitLog(git, ids, request));
  const touches = attributeCommits(log, files);
  const inside = git.location.prefix === "" ? 0 : git.location.prefix.length + 1;
  const paths = files.map(({ path }) => path.slice(inside));
  return compactHistory({ commit: head.id, timeMs: head.timeSeconds * 1000 }, { paths, symbols, touches });
}

/** Numbers symbols in order of occurrence. */
class SymbolNumbers {
  readonly ids: SymbolId[] = [];
  readonly isModule: boolean[] = [];

  /** Numbers the symbols of a file. @returns their line spans */
  add(page: FactsPage, path: string): Spans {
    const ids = symbolIdsOf(page, path);
    const { startLine, endLine, container } = page.table(SYMBOLS);
    const first = this.ids.length;
    const spans: number[] = [];
    for (let i = 0; i < ids.length / 2; i++) {
      this.ids.push(symbolIdFromParts(ids[2 * i] as number, ids[2 * i + 1] as number));
      this.isModule.push(i === 0);
      const start = startLine[i] ?? 0;
      const lines = i === 0 ? WHOLE_FILE : { start, end: start + (endLine[i] ?? 0) };
      spans.push(first + i, i === 0 ? -1 : first + (container[i] ?? 0), lines.start, lines.end);
    }
    return Int32Array.from(spans);
  }
}

/** Source files of the commit with the line spans of their symbols; a file that was never indexed has none. */
async function headFiles(
  git: GitRepository,
  commit: string,
  { ledger, storeDirectory }: HistoryRequest,
  symbols: SymbolNumbers,
): Promise<HeadFile[]> {
  const { prefix } = git.location;
  const blobs = new BlobIndex(storeDirectory);
  const indexed = indexedKeys(ledger, commit);
  return (await git.tree(commit)).flatMap(({ path, type, id, isEscaped }) => {
    const language = findFileKind(path.slice(path.lastIndexOf("/") + 1))?.language;
    if (type !== "file" || language === undefined || language === "notebook" || isEscaped) return [];
    const key = indexed.get(path) ?? blobs.find(id, { path, language })?.factsKey;
    const page = key === undefined ? undefined : ledger.readFacts(key);
    const spans = page === undefined ? new Int32Array(0) : symbols.add(page, path);
    return [{ path: prefix === "" ? path : `${prefix}/${path}`, blob: id, spans }];
  });
}

/** Facts keys of the latest version by path, if it was built from the commit. */
function indexedKeys(ledger: Ledger, commit: string): ReadonlyMap<string, string> {
  if (ledger.latestVersion()?.commit !== commit) return new Map();
  const snapshot = ledger.snapshot();
  try {
    return new Map(Array.from(snapshot.fileEntries(), ({ path, factsKey }) => [path, factsKey]));
  } finally {
    snapshot.close();
  }
}

interface NumberedHistory {
  readonly paths: readonly string[];
  readonly symbols: SymbolNumbers;
  readonly touches: readonly HistoryTouch[];
}

/** Renumbers, in order, the symbols and paths that some commit touched; others have no history. */
function compactHistory(
  head: { readonly commit: string; readonly timeMs: number },
  { paths, symbols, touches }: NumberedHistory,
): HistoryData {
  const { ids } = symbols;
  const usedSymbols = inOrder(
    touches.flatMap((touch) => [...touch.symbols, ...touch.containers]),
    (i) => ids[i] as string,
  );
  const usedPaths = inOrder(
    touches.flatMap(({ files }) => files),
    (i) => paths[i] as string,
  );
  const renumber = (numbers: ReadonlyMap<number, number>, list: readonly number[]): number[] =>
    list.map((number) => numbers.get(number) ?? 0).sort((a, b) => a - b);
  const symbolNumbers = new Map(usedSymbols.map((old, now) => [old, now]));
  const pathNumbers = new Map(usedPaths.map((old, now) => [old, now]));
  return {
    ...head,
    paths: usedPaths.map((i) => paths[i] as string),
    symbols: usedSymbols.map((i) => ids[i] as SymbolId),
    modules: Uint8Array.from(usedSymbols, (i) => (symbols.isModule[i] === true ? 1 : 0)),
    touches: touches.map((touch) => ({
      ...touch,
      files: renumber(pathNumbers, touch.files),
      symbols: renumber(symbolNumbers, touch.symbols),
      containers: renumber(symbolNumbers, touch.containers),
    })),
  };
}

function inOrder(numbers: readonly number[], textOf: (number: number) => string): number[] {
  return [...new Set(numbers)].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}
