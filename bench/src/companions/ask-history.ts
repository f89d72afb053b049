/**
 * Commits of a history as questions: of a symbol that a commit changed, what else did it change? Known is what older commits did. One index, of
 * the clone's head, stands for all: symbols are those that are left, at the lines where they are now, for history and baseline alike.
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

export interface AskedCommit {
  readonly commit: string;
  readonly questions: readonly HistoryQuestion[];
}

/** Symbols of a commit that are asked for the others. */
const SEEDS = 3;
/** Commits of more say nothing of pairs, neither as answers nor as what is known. */
const MAX_SYMBOLS = 25;
const MAX_FILES = 30;

/** @param commits the newest that can be asked about; of a short history its newer half */
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
  /** Of the head. */
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
    asked.push({ commit: touch.id, questions: askCommit(graph, before(data, i), changed) });
  }
  return asked;
}

/** The history as it was when the commit was made. */
function before(data: HistoryData, i: number): HistoryData {
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

/** Symbols whose file had their name before the commit: what it made itself was not there to be asked about, nor to be an answer. */
function knownBefore(
  clone: Clone,
  graph: SymbolGraph,
  commit: string,
  symbols: readonly SymbolHandle[],
): SymbolHandle[] {
  const paths = [...new Set(symbols.map((symbol) => graph.fileOf(symbol)))];
  const words = new Map(
    paths.map((path) => [path, new Set(textOf(clone, `${commit}^:${path}`).match(/[\w$#]+/g) ?? [])]),
  );
  return symbols.filter((symbol) => words.get(graph.fileOf(symbol))?.has(graph.symbol(symbol).name) === true);
}

/** Empty where there is no such file. */
function textOf(clone: Clone, name: string): string {
  const output = clone.runBytes(["cat-file", "--batch"], `${name}\n`).toString("utf8");
  return / blob \d+$/.test(output.slice(0, output.indexOf("\n"))) ? output.slice(output.indexOf("\n") + 1) : "";
}
