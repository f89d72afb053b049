/**
 * `node resident.js ROOT STORE`: measures one long-running process, like a server: indexes and watches ROOT, queries,
 * refreshes, edits. ROOT is a copy; its files are restored. Prints JSON. What a query costs where files are not watched
 * is measured by `freshness/no-change.js`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { openEngine, runAction, watchRepository } from "@sdl/engine";
import { discoverFiles, ParseEngine } from "@sdl/indexer";
import { timeAll, timed } from "../process/time-calls.js";
import { chooseFiles, openEditor } from "./edits.js";
import { type CodeQuery, makeQueries } from "./queries.js";

/** Times of edits of one file. */
export interface EditTime {
  readonly file: string;
  readonly bytes: number;
  /** Milliseconds from the write to the answer that reflects it, by round. */
  readonly ms: readonly number[];
}

/** Figures of the process; times in milliseconds. */
export interface ResidentFigures {
  readonly noOpMs: readonly number[];
  readonly searchMs: readonly number[];
  readonly cardMs: readonly number[];
  readonly sliceMs: readonly number[];
  readonly skeletonMs: readonly number[];
  readonly hotPathMs: readonly number[];
  readonly windowMs: readonly number[];
  readonly orchestrateMs: readonly number[];
  /** Refreshes of unchanged slices, whose handles are read from the store. */
  readonly sliceRefreshMs: readonly number[];
  readonly edits: readonly EditTime[];
  readonly storeBytes: number;
  readonly storeBytesAfterEdits: number;
  /** Measurements that failed, with reasons; their lists of times are empty. */
  readonly failures: readonly string[];
}

const NO_OPS = 11;
const EDIT_ROUNDS = 5;
/** Handles are stored after the answers that contain them were sent. */
const FLUSHED_MS = 500;
/** After the first refresh starts the watches, a second comparison with the disk follows. */
const SETTLED_MS = 3000;

const failures: string[] = [];
const [root = ".", store = ""] = process.argv.slice(2);
// A temporary home: the measured corpus must not be registered for the user.
const env = { ...process.env, SDL_HOME: resolve(store, "..", "home"), SDL_BACKGROUND: "off" };
const engine = openEngine({ cwd: root, env, storeDirectory: store });
await engine.register({ rootPath: root, settings: {} });
const repository = await engine.open(engine.resolve(undefined));
await repository.refresh({ mode: "incremental" });
await watchRepository(engine);
await sleep(SETTLED_MS);
console.log(JSON.stringify(await measure()));
await engine.close();
process.exit(0);

async function measure(): Promise<ResidentFigures> {
  const { searches, cards, tasks, codes } = makeQueries(repository.snapshot());
  const searchMs = await attempt("search", () => timeAll(searches, (query) => call("sdl.symbol.search", { query })));
  const cardMs = await attempt("card", () => timeAll(cards, (symbolId) => call("sdl.symbol.getCard", { symbolId })));
  const sliceMs = await attempt("slice", () => timeAll(tasks, (taskText) => call("sdl.slice.build", { taskText })));
  const { skeletonMs, hotPathMs, windowMs } = await measureCode(codes);
  const orchestrateMs = await attempt("orchestrate", () => timeAll(tasks, orchestrate));
  const sliceRefreshMs = await attempt("slice refresh", () => measureSliceRefresh(tasks));
  const idle = Array.from({ length: NO_OPS }, () => "incremental");
  const noOpMs = await attempt("no-op refresh", () => timeAll(idle, (mode) => call("sdl.index.refresh", { mode })));
  const storeBytes = repository.storeBytes();
  const edits = await attempt("one-line edit", measureEdits);
  return {
    searchMs,
    cardMs,
    sliceMs,
    skeletonMs,
    hotPathMs,
    windowMs,
    orchestrateMs,
    sliceRefreshMs,
    noOpMs,
    edits,
    storeBytes,
    storeBytesAfterEdits: repository.storeBytes(),
    failures,
  };
}

/** Measures code of random symbols: most occur once, so nothing of their files is cached. */
async function measureCode(
  codes: readonly CodeQuery[],
): Promise<Pick<ResidentFigures, "skeletonMs" | "hotPathMs" | "windowMs">> {
  return {
    skeletonMs: await attempt("skeleton", () =>
      timeAll(codes, ({ symbolId }) => call("sdl.code.getSkeleton", { symbolId })),
    ),
    hotPathMs: await attempt("hot path", () =>
      timeAll(codes, ({ symbolId, identifiers }) =>
        call("sdl.code.getHotPath", { symbolId, identifiersToFind: identifiers }),
      ),
    ),
    windowMs: await attempt("window", () =>
      timeAll(codes, ({ symbolId, name, identifiers }) =>
        call("sdl.code.needWindow", { symbolId, reason: name, expectedLines: 60, identifiersToFind: identifiers }),
      ),
    ),
  };
}

function orchestrate(taskText: string): Promise<string> {
  return call("sdl.agent.orchestrate", { taskType: "explain", taskText });
}

async function measureSliceRefresh(tasks: readonly string[]): Promise<number[]> {
  const handles: string[] = [];
  for (const taskText of tasks) handles.push(JSON.parse(await call("sdl.slice.build", { taskText })).sliceHandle);
  await sleep(FLUSHED_MS);
  return timeAll(handles, (sliceHandle) => call("sdl.slice.refresh", { sliceHandle }));
}

/** A measurement that fails misses its bar, and affects no other figure. */
async function attempt<T>(what: string, work: () => Promise<T[]>): Promise<T[]> {
  try {
    return await work();
  } catch (error) {
    failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

/** The answer serialised, as a server sends it. */
async function call(action: string, request: object): Promise<string> {
  return JSON.stringify(await runAction(action, request, { engine }));
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
      const before = versionOf(await call("sdl.symbol.search", { query: "main", limit: 1 }));
      writeFileSync(path, text);
      let answer = "";
      ms.push(
        await timed(async () => (answer = await call("sdl.symbol.search", { query: "main", limit: 1, fresh: true }))),
      );
      if (versionOf(answer) === before)
        throw new Error(`the answer after an edit of ${file.path} does not know the edit`);
    }
    writeFileSync(path, original);
    await call("sdl.index.refresh", {});
    edits.push({ file: file.path, bytes: file.sizeBytes, ms });
  }
  return edits;
}

function versionOf(answer: string): unknown {
  return JSON.parse(answer).pinned?.ledgerVersion;
}
