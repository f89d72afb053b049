/**
 * Questions from a history: given one symbol that a commit changed, which others did it change? Answers use older
 * commits only. One index, of the clone's head, serves all: symbols are those that still exist, at their current lines,
 * for history and baseline alike.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readHistory } from "@sdl/engine/testing";
import { openLedger } from "@sdl/graph";
import type { SymbolHandle } from "@sdl/model";
import { type HistoryData, type HistoryTouch, openHistory, type SymbolGraph } from "@sdl/model/graph";
import { Checkout } from "../replay/checkout.js";
import type { Clone } from "../replay/git.js";
import { askCompanions, type CompanionQuestion } from "../risk/companions.js";

/** A question, and whether an older commit had changed the symbol. */
export interface HistoryQuestion extends CompanionQuestion {
  readonly isKnown: boolean;
}

/** A commit and its questions. */
export interface AskedCommit {
  readonly commit: string;
  readonly questions: readonly HistoryQuestion[];
}

/** Questions per commit. */
const SEEDS = 3;
/**
 * Commits with more symbols or files are skipped: they do not show which symbols belong together. They are neither
 * asked about nor used as history.
 */
const MAX_SYMBOLS = 25;
const MAX_FILES = 30;

/**
 * Asks about the newest suitable commits of a clone, in a short history about the newer half. @param commits how many
 */
export async function askHistory(clone: Clone, commits: number): Promise<AskedCommit[]> {
  const folder = mkdtempSync(join(tmpdir(), "sdl-companions-"));
  try {
    const checkout = await Checkout.open(clone, folder);
    await checkout.index(clone.run(["rev-parse", "HEAD"]).trim());
    const { storeDirectory } = checkout.repository;
    await checkout.repository.close();
    const ledger = openLedger({ directory: storeDirectory, mode: "read" });
    const graph = ledger.snapshot();
    try {
      const data = await readHistory({ rootPath: checkout.root, storeDirectory, ledger });
      return data === undefined ? [] : askAll({ clone, graph, data }, commits);
    } finally {
      graph.close();
      await ledger.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Asking {
  readonly clone: Clone;
  /** Graph of the head. */
  readonly graph: SymbolGraph;
  readonly data: HistoryData;
}

function askAll({ clone, graph, data }: Asking, commits: number): AskedCommit[] {
  const asked: AskedCommit[] = [];
  for (const [i, touch] of data.touches.slice(0, Math.floor(data.touches.length / 2)).entries()) {
    if (asked.length >= commits) break;
    const all = changedSymbols(graph, data, touch);
    if (all.length < 2 || all.length > MAX_SYMBOLS || touch.fileCount > MAX_FILES) continue;
    const changed = knownBefore(clone, graph, touch.id, all);
    if (changed.length < 2) continue;
    asked.push({ commit: touch.id, questions: askCommit(graph, historyBefore(data, i), changed) });
  }
  return asked;
}

/** The history before the commit. */
function historyBefore(data: HistoryData, i: number): HistoryData {
  const touches = data.touches.slice(i + 1);
  return { ...data, commit: touches[0]?.id ?? "", timeMs: touches[0]?.timeMs ?? 0, touches };
}

function askCommit(graph: SymbolGraph, data: HistoryData, changed: readonly SymbolHandle[]): HistoryQuestion[] {
  const history = openHistory(data);
  const step = Math.max(1, Math.floor(changed.length / SEEDS));
  const seeds = changed.filter((_, i) => i % step === 0).slice(0, SEEDS);
  return seeds.map((seed) => ({
    ...askCompanions(graph, history, changed, seed),
    isKnown: history.commitsOf(graph.symbol(seed).id).length > 0,
  }));
}

function changedSymbols(graph: SymbolGraph, { symbols, modules }: HistoryData, touch: HistoryTouch): SymbolHandle[] {
  return touch.symbols
    .flatMap((number) => {
      const id = modules[number] === 1 ? undefined : symbols[number];
      return id === undefined ? [] : (graph.findSymbol(id) ?? []);
    })
    .sort((a, b) => a - b);
}

/**
 * Symbols whose file contained their name before the commit. Symbols created by the commit can be neither questions nor
 * answers.
 */
function knownBefore(
  clone: Clone,
  graph: SymbolGraph,
  commit: string,
  symbols: readonly SymbolHandle[],
): SymbolHandle[] {
  const paths = [...new Set(symbols.map((symbol) => graph.fileOf(symbol)))];
  const words = new Map(
    paths.map((path) => [path, new Set(fileText(clone, `${commit}^:${path}`).match(/[\w$#]+/g) ?? [])]),
  );
  return symbols.filter((symbol) => words.get(graph.fileOf(symbol))?.has(graph.symbol(symbol).name) === true);
}

/** Empty if the file does not exist. */
function fileText(clone: Clone, name: string): string {
  const output = clone.runBytes(["cat-file", "--batch"], `${name}\n`).toString("utf8");
  return / blob \d+$/.test(output.slice(0, output.indexOf("\n"))) ? output.slice(output.indexOf("\n") + 1) : "";
}
