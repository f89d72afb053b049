/** Tests of signals to an indexing process: it ends at once, and the next process continues from its store. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openEngine, runAction } from "@sdl/engine";
import { expect, onTestFinished, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../bundle/sdl.js", import.meta.url));
const FILES = 600;
/** More bytes than an empty store has. */
const SOME_BYTES = 400_000;
/** Twice the allowed time, because the machine may be busy with other tests. */
const MAX_END_MS = 4000;

interface Place {
  readonly root: string;
  readonly home: string;
}

function makePlace(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-signal-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "many");
  mkdirSync(root);
  for (let file = 0; file < FILES; file++) {
    const functions = Array.from(
      { length: 30 },
      (_, i) => `export function f${file}x${i}(n: number) { return n + ${i}; }`,
    );
    writeFileSync(join(root, `file${file}.ts`), `${functions.join("\n")}\n`);
  }
  return { root, home: join(folder, "home") };
}

function startIndex({ root, home }: Place): ChildProcess {
  const env = { ...process.env, SDL_HOME: home };
  return spawn(process.execPath, [PROGRAM, "index", root, "--no-settle"], { cwd: root, env, stdio: "pipe" });
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly tookMs: number;
}

/** Sends the signal when the first facts are on disk, and waits for the end. */
async function endIndex(place: Place, signal: NodeJS.Signals): Promise<End> {
  const child = startIndex(place);
  onTestFinished(() => void child.kill("SIGKILL"));
  let isOver = false;
  const ended = new Promise<Omit<End, "tookMs">>((resolve) => {
    child.once("exit", (code, by) => {
      isOver = true;
      resolve({ code, signal: by });
    });
  });
  while (!isOver && storedBytes(place) < SOME_BYTES) await new Promise((resolve) => setTimeout(resolve, 1));
  const startedMs = performance.now();
  child.kill(signal);
  const end = await ended;
  return { ...end, tookMs: performance.now() - startedMs };
}

function storedBytes({ root }: Place): number {
  const store = join(root, ".sdl");
  const [schema] = existsSync(store) ? readdirSync(store).filter((name) => name.startsWith("v")) : [];
  const data = schema === undefined ? undefined : join(store, schema, "ledger", "data.mdb");
  return data === undefined ? 0 : (statSync(data, { throwIfNoEntry: false })?.size ?? 0);
}

/** Symbols and edges after a complete index. */
async function indexAll({ root, home }: Place): Promise<object> {
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  try {
    await engine.register({ rootPath: root, settings: {} });
    return await runAction("sdl.index.refresh", {}, { engine });
  } finally {
    await engine.close();
  }
}

test.each([
  ["SIGINT", { code: 130, signal: null }],
  ["SIGTERM", { code: null, signal: "SIGTERM" }],
] as const)("%s while files are extracted", async (signal, expected) => {
  const place = makePlace();
  const { tookMs, ...end } = await endIndex(place, signal);
  expect(end).toEqual(expected);
  expect(tookMs).toBeLessThan(MAX_END_MS);
  const answer = await indexAll(place);
  expect(answer).toMatchObject({ ok: true, addedFiles: FILES, symbols: FILES * 31 });
});
