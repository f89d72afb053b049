/**
 * `node bench/dist/editors/saves.js`: measures the delay until an agent's server answers from a file saved in an
 * editor, and from a switched branch, while the editor continues to type.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fetchCorpus } from "../corpora/fetch.js";
import { corpusNamed } from "../corpora/list.js";
import { McpClient } from "../memory/mcp-client.js";
import { CLI } from "../paths.js";
import { runNode } from "../process/measured-run.js";
import { copyCorpus, type StorePlace, withStore } from "../product/cold.js";
import { quantile } from "../statistics/order.js";
import { finds, type SearchAnswer, untilFound } from "./agent.js";
import { BETWEEN_KEYS_MS, lessDebounce, PUSHES, TYPED_BARS } from "./burst.js";
import { Editor } from "./editor.js";
import { functionText, numberInLetters, sourceFiles, spreadEvenly } from "./source-file.js";

const BARS = { saveMs: 150, switchMs: 5000 };
const MAX_LINES = 2000;
const SWITCHED_FILES = 1000;
/** Pause between the agent's searches; without it, the agent takes a core that indexing needs. */
const PAUSE_MS = { typed: 15, save: 15, switch: 100 };
/** Pause between two bursts that are typed while a branch is indexed: together about six changes per second. */
const BETWEEN_BURSTS_MS = 500;
const BETWEEN_MS = 400;
const SETTLED_MS = 8000;

const USAGE = `node bench/dist/editors/saves.js [options]
  --corpus NAME    of bench/src/corpora/list.ts (sympy)
  --saves N        how often a file is saved (40)
  --switches N     how often a branch is switched, ${SWITCHED_FILES} files each (4)`;

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "sympy" },
    saves: { type: "string", default: "40" },
    switches: { type: "string", default: "4" },
    help: { type: "boolean", default: false },
  },
});

if (options.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  await withStore((place) => measure(fetchCorpus(corpusNamed(options.corpus), "check"), place));
}

async function measure(corpus: string, place: StorePlace): Promise<void> {
  const root = copyCorpus(corpus, place);
  const files = sourceFiles(root, MAX_LINES);
  const [typed = ""] = files;
  const switched = spreadEvenly(files.slice(1), SWITCHED_FILES);
  makeBranches(root, switched);
  await runNode(CLI, ["index", root], { env: place.env });
  const editor = new Editor(root, place.env);
  await editor.start();
  const agent = await McpClient.connect({ cli: CLI, cwd: root, args: ["--tools", "all"], env: place.env });
  try {
    await editor.openFile(typed);
    await sleep(SETTLED_MS);
    const saves = await measureSaves(editor, agent, typed);
    report(`a save of ${typed} is in answers, no longer as unsaved`, saves.answered, BARS.saveMs);
    report("it is in a version of the index", saves.indexed, BARS.saveMs);
    await sleep(SETTLED_MS);
    const switches = await switchBranches({ root, editor, agent, file: typed, count: switched.length });
    report(`a branch with ${switched.length} other files is in the index`, switches.known, BARS.switchMs);
    const { p50Ms, p95Ms } = TYPED_BARS;
    report(`what is typed meanwhile is in answers, less the debounce (p50 bar ${p50Ms} ms)`, switches.visible, p95Ms);
    console.log(
      `work in progress that the editor was told of: ${editor.progress.begun}, ${editor.progress.reports} reports`,
    );
    const [p50, p95] = [quantile(switches.visible, 0.5), quantile(switches.visible, 0.95)];
    const isSeen = p50 <= p50Ms && p95 <= p95Ms && quantile(saves.indexed, 0.95) <= BARS.saveMs;
    if (!isSeen || Math.max(...switches.known) > BARS.switchMs) process.exitCode = 1;
  } finally {
    await editor.stop();
    await agent.close();
  }
}

function makeBranches(root: string, files: readonly string[]): void {
  runGit(root, "init", "-q", "-b", "main");
  runGit(root, "add", "-A");
  runGit(root, "commit", "-q", "-m", "as it is");
  runGit(root, "checkout", "-q", "-b", "other");
  for (const [number, file] of files.entries()) {
    appendFileSync(join(root, file), functionText(file, `switched${numberInLetters(number)}`));
  }
  runGit(root, "commit", "-q", "-a", "-m", "others");
  runGit(root, "checkout", "-q", "main");
}

function runGit(root: string, ...args: readonly string[]): void {
  const who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0"];
  execFileSync("git", [...who, ...args], { cwd: root, stdio: "ignore" });
}

/** Milliseconds from each save to an answer. */
interface Saves {
  /** The answer no longer calls the file unsaved: its draft counts as saved, or is indexed. */
  readonly answered: number[];
  /** The answer is from a newer version of the index, without drafts. */
  readonly indexed: number[];
}

async function measureSaves(editor: Editor, agent: McpClient, file: string): Promise<Saves> {
  const text = editor.textOf(file);
  const saves: Saves = { answered: [], indexed: [] };
  for (let number = 0; number < Number(options.saves); number++) {
    const name = `saved${numberInLetters(number)}`;
    await editor.change(file, text + functionText(file, name));
    await untilFound(agent, name, { pauseMs: PAUSE_MS.save });
    const savedMs = performance.now();
    await editor.save(file);
    await untilFound(agent, name, { pauseMs: PAUSE_MS.save, fits: ({ unsaved }) => unsaved === undefined });
    saves.answered.push(performance.now() - savedMs);
    const fits = ({ pinned }: SearchAnswer) => pinned?.overlayVersion === undefined;
    await untilFound(agent, name, { pauseMs: PAUSE_MS.save, fits });
    saves.indexed.push(performance.now() - savedMs);
    await sleep(BETWEEN_MS);
  }
  return saves;
}

interface Switches {
  /** Milliseconds from the end of the checkout until the last differing file is known. */
  readonly known: number[];
  /** Milliseconds from the last change of each burst that is typed meanwhile until it is in answers, less the debounce. */
  readonly visible: number[];
}

interface Switching {
  readonly root: string;
  readonly editor: Editor;
  readonly agent: McpClient;
  /** The file that is edited. */
  readonly file: string;
  /** Number of differing files. */
  readonly count: number;
}

/** The first burst is typed at once, when files begin to be looked at, the last ones when the version is published. */
async function switchBranches({ root, editor, agent, file, count }: Switching): Promise<Switches> {
  const text = editor.textOf(file);
  const switches: Switches = { known: [], visible: [] };
  const last = `switched${numberInLetters(count - 1)}`;
  for (let number = 0; number < Number(options.switches); number++) {
    runGit(root, "checkout", "-q", "other");
    const switchedMs = performance.now();
    for (let isKnown = false; !isKnown; ) {
      const name = await typeBurst(editor, file, { text, number: switches.visible.length });
      switches.visible.push(lessDebounce(await untilFound(agent, name, { pauseMs: PAUSE_MS.typed })));
      isKnown = await isFoundWithin(BETWEEN_BURSTS_MS, () => finds(agent, last), PAUSE_MS.switch);
    }
    switches.known.push(performance.now() - switchedMs);
    runGit(root, "checkout", "-q", "main");
    await editor.change(file, text);
    await sleep(SETTLED_MS);
  }
  return switches;
}

/** Types a burst of changes of one text. @returns the name that the last of them adds */
async function typeBurst(editor: Editor, file: string, burst: { text: string; number: number }): Promise<string> {
  let name = "";
  for (let key = 0; key < PUSHES; key++) {
    if (key > 0) await sleep(BETWEEN_KEYS_MS);
    name = `meanwhile${numberInLetters(burst.number * PUSHES + key)}`;
    await editor.change(file, burst.text + functionText(file, name));
  }
  return name;
}

/** Asks until the answer is yes, or the time is over. */
async function isFoundWithin(untilMs: number, ask: () => Promise<boolean>, pauseMs: number): Promise<boolean> {
  for (let passedMs = 0; passedMs < untilMs; passedMs += pauseMs) {
    if (await ask()) return true;
    await sleep(pauseMs);
  }
  return false;
}

function report(what: string, tookMs: readonly number[], bar?: number): void {
  const [p50, p95] = [quantile(tookMs, 0.5), quantile(tookMs, 0.95)].map((value) => `${value.toFixed(0)} ms`);
  console.log(`${what}: p50 ${p50}, p95 ${p95}${bar === undefined ? "" : ` (bar ${bar} ms)`}, ${tookMs.length} times`);
}
