/**
 * `node bench/dist/remote.js`: measures push and pull of a repository of 5,000 files copied from corpora, over a folder
 * and over PostgreSQL where it is installed: the first question of fresh clones, and what a push of 20 changed files
 * moves. Each index that began with a pull is compared with the pusher's own, which never pulled. Then many clones of a
 * small repository push at once. The indexed repository is kept for the next call. Ends with an error if a bar is not reached.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { commitChanges, FILES, keyOfBase, makeRepository, runGit } from "./mixed-repository.js";
import { KEPT_FOLDER } from "./paths.js";
import { type Pulled, RemoteCommands } from "./remote/commands.js";
import { startPostgres } from "./remote/postgres.js";
import { pushAtOnce } from "./remote/pushers.js";
import { median } from "./statistics/order.js";

const CHANGED = 20;
/** Bars; the first one is of clones of a pushed commit. */
const FIRST_ANSWER_MS = 2000;
const PUSHED_SHARE = 0.03;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    pushers: { type: "string", default: "50" },
    /** `folder` or `postgres`; default: both. */
    only: { type: "string" },
  },
});
const runs = Number(values.runs);

const folder = join(KEPT_FOLDER, "remote");
const root = join(folder, "repository");
/** The base's store, as indexed from the files. */
const kept = join(folder, "store");
const ready = join(folder, "ready");

if (!existsSync(ready) || readFileSync(ready, "utf8") !== keyOfBase()) await makeBase();
if (values.only !== "postgres") await measure("folder", join(folder, "remote"));
if (values.only !== "folder") await measurePostgres();

async function measurePostgres(): Promise<void> {
  const server = await startPostgres();
  if (server === undefined) {
    console.log("PostgreSQL is not installed: left out");
    return;
  }
  try {
    await measure("PostgreSQL", server.url);
  } finally {
    await server.stop();
  }
}

async function makeBase(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  makeRepository(root);
  await new RemoteCommands(folder).index(root);
  cpSync(join(root, ".sdl"), kept, { recursive: true });
  writeFileSync(ready, keyOfBase());
}

async function measure(name: string, place: string): Promise<void> {
  const commands = new RemoteCommands(folder, place);
  rmSync(join(folder, "remote"), { recursive: true, force: true });
  rmSync(join(root, ".sdl"), { recursive: true, force: true });
  cpSync(kept, join(root, ".sdl"), { recursive: true });
  runGit(root, "checkout", "-q", "-B", "main", "base");
  await commands.create(root);
  const first = await commands.push(root);
  report(name, "push of all", first.wallMs, `${first.newPages} pages, ${megabytes(first.newBytes)}`);
  await pull(commands, `${name}: clone of the pushed commit`, { extracted: 0, limitMs: FIRST_ANSWER_MS });

  commitChanges(root, CHANGED);
  const second = await commands.push(root);
  const share = second.newBytes / first.bytes;
  report(
    name,
    `push of ${CHANGED} changed files`,
    second.wallMs,
    `${megabytes(second.newBytes)}, ${percent(share)} of the version`,
  );
  if (share > PUSHED_SHARE) fail(`a push moved more than ${percent(PUSHED_SHARE)}`);
  await pull(commands, `${name}: clone of that commit`, { extracted: 0, limitMs: FIRST_ANSWER_MS });

  runGit(root, "checkout", "-q", "-B", "branch");
  commitChanges(root, CHANGED, 11);
  await commands.index(root);
  await pull(commands, `${name}: clone of a branch ${CHANGED} files away`, { extracted: CHANGED });
  await pushAtOnce(join(folder, "pushers"), place, Number(values.pushers));
}

/** Bars of first answers. */
interface PullBars {
  /** Number of files. */
  readonly extracted: number;
  /** Without it, the time is printed only. */
  readonly limitMs?: number;
}

/** Asks the first question in fresh clones, and compares the last one's index with the repository's own. */
async function pull(commands: RemoteCommands, what: string, { extracted, limitMs }: PullBars): Promise<void> {
  const clone = join(folder, "clone");
  rmSync(clone, { recursive: true, force: true });
  runGit(root, "clone", "-q", root, clone);
  const pulled: Pulled[] = [];
  for (let run = 0; run < runs; run++) pulled.push(await commands.firstQuestion(clone));
  const wallMs = median(pulled.map((run) => run.wallMs));
  const cpu = median(pulled.map((run) => run.cpuSeconds));
  const index = await commands.checkPulled(clone, root);
  console.log(
    `${what}: first answer ${Math.round(wallMs)} ms, CPU ${cpu.toFixed(1)} s; ${index.extracted} of ${FILES} files extracted`,
  );
  if (limitMs !== undefined && wallMs > limitMs) fail(`the first answer took more than ${limitMs} ms`);
  if (index.extracted !== extracted) fail(`${extracted} files should have been extracted`);
  if (!index.isEqual) fail("the index differs from one that never pulled");
}

function report(name: string, what: string, wallMs: number, text: string): void {
  console.log(`${name}: ${what}: ${Math.round(wallMs)} ms; ${text}`);
}

function fail(text: string): void {
  console.log(`NOT REACHED: ${text}`);
  process.exitCode = 1;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
