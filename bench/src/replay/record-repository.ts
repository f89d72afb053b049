/**
 * Recorder of a clone's commits: indexes each parent incrementally, runs the baselines, and keeps everything for later
 * measurements.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { type CountTokens, loadTokenCounter } from "@sdl/slice";
import { type Baseline, Baselines } from "./baselines.js";
import { Checkout } from "./checkout.js";
import { findTaskCommits, type TaskCommit } from "./commits.js";
import { type Figures, figuresOf } from "./figures.js";
import { Clone } from "./git.js";
import { touchedSymbols } from "./gold.js";
import { removeGivenNames } from "./questions.js";
import { RECORD_VERSION, type Recordings, type ReplayRecord } from "./record.js";

/** Token budget of every method. */
export const BUDGET_TOKENS = 4000;
/** Candidates per wanted commit: some touch no symbol. */
const SPARE = 1.5;

/** @returns records of the newest commits that touch a symbol, newest first */
export async function recordRepository(clonePath: string, wanted: number, kept: Recordings): Promise<ReplayRecord[]> {
  const clone = new Clone(clonePath);
  const tasks = findTaskCommits(clone, Math.ceil(wanted * SPARE));
  const known = takeKnown(tasks, wanted, kept);
  if (known.complete) return known.records;
  const folder = mkdtempSync(join(tmpdir(), "sdl-replay-"));
  const checkout = await Checkout.open(clone, folder);
  const countTokens = await loadTokenCounter();
  const records: ReplayRecord[] = [];
  try {
    for (const task of tasks) {
      if (records.length >= wanted) break;
      let record = kept.read(task.commit);
      if (record === undefined) {
        await checkout.moveTo(task.parent);
        const snapshot = checkout.repository.snapshot();
        record = recordTask(task, snapshot, { clone, root: checkout.root, countTokens });
        if (record.gold.length > 0) kept.write(record, checkout.repository.storeDirectory);
        else kept.skip(record);
      }
      if (record.gold.length > 0) records.push(record);
    }
  } finally {
    await checkout.repository.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return records;
}

/** Existing records, up to the first missing one. */
function takeKnown(tasks: readonly TaskCommit[], wanted: number, kept: Recordings) {
  const records: ReplayRecord[] = [];
  for (const { commit } of tasks) {
    if (records.length >= wanted) break;
    const record = kept.read(commit);
    if (record === undefined) return { complete: false, records };
    if (record.gold.length > 0) records.push(record);
  }
  return { complete: true, records };
}

interface Place {
  readonly clone: Clone;
  readonly root: string;
  readonly countTokens: CountTokens;
}

function recordTask(task: TaskCommit, graph: SymbolGraph, { clone, root, countTokens }: Place): ReplayRecord {
  const gold = touchedSymbols(clone, graph, task);
  const questions = { raw: task.message, scrubbed: removeGivenNames(task.message, graph, gold) };
  const baselines = gold.length === 0 ? undefined : new Baselines(graph, root, { tokens: BUDGET_TOKENS, countTokens });
  const judged = (question: string): Record<Baseline, Figures> => {
    const found = baselines?.find(question);
    const of = (name: Baseline) =>
      figuresOf(found?.[name] ?? { symbols: [], files: [], held: new Set<SymbolHandle>() }, {
        gold,
        files: task.files,
      });
    return { files: of("files"), grep: of("grep"), symbols: of("symbols"), symbolsSplit: of("symbolsSplit") };
  };
  return {
    version: RECORD_VERSION,
    task,
    questions,
    gold: gold.map((symbol) => graph.symbol(symbol).id),
    wholeFileTokens: task.files.reduce((sum, file) => sum + tokensOf(join(root, file), countTokens), 0),
    baselines: { raw: judged(questions.raw), scrubbed: judged(questions.scrubbed) },
  };
}

function tokensOf(path: string, countTokens: CountTokens): number {
  return countTokens(readFileSync(path, "utf8"));
}
