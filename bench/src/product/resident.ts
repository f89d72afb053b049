/**
 * `node resident.js ROOT STORE`: one process that stays, as a server does: indexes ROOT, asks, refreshes, edits. ROOT is a copy; its
 * files are put back. Prints JSON.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Engine, openEngine, runAction, type Workspace } from "@sdl/engine";
import { discoverFiles, ParseEngine } from "@sdl/indexer";
import { chooseFiles, openEditor } from "./edits.js";
import { makeQueries, type Queries } from "./queries.js";

export interface EditTime {
  readonly file: string;
  readonly bytes: number;
  /** From the written file to the answer that knows it, by round. */
  readonly ms: readonly number[];
}

export interface ResidentFigures {
  readonly noOpMs: readonly number[];
  readonly searchMs: readonly number[];
  readonly cardMs: readonly number[];
  readonly sliceMs: readonly number[];
  readonly edits: readonly EditTime[];
  readonly storeBytes: number;
  readonly storeBytesAfterEdits: number;
}

const NO_OPS = 11;
const EDIT_ROUNDS = 5;
/** Calls before the clock starts: code is compiled, and caches hold what any server has read. */
const WARM_UP = 20;

const [root = ".", store = ""] = process.argv.slice(2);
const engine = openEngine({ cwd: root, env: process.env, storeDirectory: store });
await engine.register({ rootPath: root, settings: {} });
const workspace = await engine.open(engine.resolve(undefined));
await workspace.refresh({ mode: "incremental" });
console.log(JSON.stringify(await measure()));
await engine.close();
process.exit(0);

async function measure(): Promise<ResidentFigures> {
  const queries = queriesOf(workspace);
  const latencies = await measureQueries(queries);
  const noOpMs: number[] = [];
  for (let i = 0; i < NO_OPS; i++) noOpMs.push(await timed(() => call(engine, "sdl.index.refresh", {})));
  const storeBytes = workspace.storeBytes();
  const edits = await measureEdits();
  return { ...latencies, noOpMs, edits, storeBytes, storeBytesAfterEdits: workspace.storeBytes() };
}

function queriesOf(indexed: Workspace): Queries {
  const snapshot = indexed.snapshot();
  try {
    return makeQueries(snapshot);
  } finally {
    snapshot.close();
  }
}

async function measureQueries({ searches, cards, tasks }: Queries): Promise<Pick<ResidentFigures, "searchMs" | "cardMs" | "sliceMs">> {
  return {
    searchMs: await timeAll(searches, (query) => call(engine, "sdl.symbol.search", { query })),
    cardMs: await timeAll(cards, (symbolId) => call(engine, "sdl.symbol.getCard", { symbolId })),
    sliceMs: await timeAll(tasks, (taskText) => call(engine, "sdl.slice.build", { taskText })),
  };
}

async function timeAll(inputs: readonly string[], ask: (input: string) => Promise<unknown>): Promise<number[]> {
  for (const input of inputs.slice(-WARM_UP)) await ask(input);
  const times: number[] = [];
  for (const input of inputs) times.push(await timed(() => ask(input)));
  return times;
}

/** The answer as a server sends it, written out. */
async function call(on: Engine, action: string, request: object): Promise<string> {
  return JSON.stringify(await runAction(action, request, { engine: on }));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function measureEdits(): Promise<EditTime[]> {
  const { files } = discoverFiles(root);
  const parser = await ParseEngine.create();
  const edits: EditTime[] = [];
  for (const file of chooseFiles(files)) {
    const edit = openEditor(parser, root, file);
    if (edit === undefined) continue;
    const path = join(root, file.path);
    const original = readFileSync(path);
    const ms: number[] = [];
    for (let round = 0; round < EDIT_ROUNDS; round++) {
      const text = edit(round);
      const before = versionOf(await call(engine, "sdl.symbol.search", { query: "main", limit: 1 }));
      writeFileSync(path, text);
      let answer = "";
      ms.push(await timed(async () => (answer = await call(engine, "sdl.symbol.search", { query: "main", limit: 1, fresh: true }))));
      if (versionOf(answer) === before) throw new Error(`the answer after an edit of ${file.path} does not know the edit`);
    }
    writeFileSync(path, original);
    await call(engine, "sdl.index.refresh", {});
    edits.push({ file: file.path, bytes: file.sizeBytes, ms });
  }
  return edits;
}

function versionOf(answer: string): unknown {
  return JSON.parse(answer).pinned?.ledgerVersion;
}
