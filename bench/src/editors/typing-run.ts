/** Long session: an editor types into several files, sometimes saves and closes, while an agent searches. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { McpClient } from "../memory/mcp-client.js";
import { readTreeMemory, type TreeMemory } from "../memory/tree-memory.js";
import { CLI } from "../paths.js";
import { runNode } from "../process/measured-run.js";
import { processFamily } from "../process/usage.js";
import { copyCorpus, folderBytes, type StorePlace } from "../product/cold.js";
import { pick, randomNumbers } from "../statistics/random.js";
import { search } from "./agent.js";
import { Editor } from "./editor.js";
import { equalsScratch } from "./scratch.js";
import { functionText, numberInLetters, sourceFiles } from "./source-file.js";

/** Length and place of a session. */
export interface TypingOptions {
  readonly corpus: string;
  readonly place: StorePlace;
  /** Number of edits before the first look, at twice the pace, until the servers' caches are full. */
  readonly warmUpEdits: number;
  /** Number of edits between the first look and the last one. */
  readonly edits: number;
  readonly minutes: number;
  readonly seed: number;
  readonly onLook: (look: TypingLook) => void;
}

/** Memory and handles of both servers at rest, after some edits. */
export interface TypingLook {
  /** Edits since the warm-up. */
  readonly edits: number;
  readonly minutes: number;
  readonly editor: TreeMemory;
  readonly agent: TreeMemory;
  readonly descriptors: number;
  readonly watches: number;
  readonly storeBytes: number;
}

interface TypingResult {
  readonly isEqual: boolean;
  readonly errors: readonly string[];
}

const MAX_LINES = 600;
const OPEN_FILES = 12;
const LOOKS = 10;
/** One edit in this many is followed by a save, or by closing the file without a save. */
const SAVE_EVERY = 40;
const CLOSE_EVERY = 90;
const ASK_EVERY = 5;
/** Long enough for layers to be derived and idle threads to end; drafts keep their threads. */
const REST_MS = 10_000;
/** How long to wait for a process that derives layers. */
const DERIVED_MS = 120_000;
/** The editor's server, the agent's server, and its front. */
const SERVING_PROCESSES = 3;

/** Runs a session, and compares the index with one from scratch afterwards. */
export async function typeForLong(options: TypingOptions): Promise<TypingResult> {
  const { place } = options;
  const root = copyCorpus(options.corpus, place);
  await runNode(CLI, ["index", root], { env: place.env });
  const editor = new Editor(root, place.env);
  await editor.start();
  const agent = await McpClient.connect({ cli: CLI, cwd: root, args: ["--tools", "all"], env: place.env });
  const session = new TypingSession(options, root, editor, agent);
  try {
    await session.run();
  } finally {
    await editor.stop();
    await agent.close();
  }
  const isEqual = await equalsScratch(root, place);
  return { isEqual, errors: session.errors };
}

class TypingSession {
  readonly errors: string[] = [];
  private readonly random: () => number;
  private readonly files: readonly string[];
  private readonly startedMs = performance.now();
  private made = 0;

  constructor(
    private readonly options: TypingOptions,
    private readonly root: string,
    private readonly editor: Editor,
    private readonly agent: McpClient,
  ) {
    this.random = randomNumbers(options.seed);
    const all = sourceFiles(root, MAX_LINES);
    this.files = Array.from({ length: OPEN_FILES }, () => pick(all, this.random));
  }

  async run(): Promise<void> {
    const { warmUpEdits, edits, minutes, onLook } = this.options;
    for (const file of new Set(this.files)) await this.editor.openFile(file);
    const everyMs = (minutes * 60_000) / edits;
    await this.makeEdits(warmUpEdits, everyMs / 2);
    onLook(await this.measureLook());
    for (let look = 0; look < LOOKS; look++) {
      await this.makeEdits(Math.ceil(edits / LOOKS), everyMs);
      onLook(await this.measureLook());
    }
    for (const file of new Set(this.files)) await this.editor.save(file);
    await sleep(REST_MS);
  }

  private async makeEdits(count: number, everyMs: number): Promise<void> {
    let nextMs = performance.now();
    for (let i = 0; i < count; i++) {
      await this.makeEdit();
      nextMs += everyMs;
      await sleep(Math.max(0, nextMs - performance.now()));
    }
  }

  private async makeEdit(): Promise<void> {
    const file = pick(this.files, this.random);
    const number = this.made++;
    await this.editor.change(
      file,
      replaceTyped(this.editor.textOf(file), functionText(file, `typed${numberInLetters(number)}`)),
    );
    if (number % SAVE_EVERY === 0) await this.editor.save(file);
    if (number % CLOSE_EVERY === 0) {
      await this.editor.closeFile(file);
      await this.editor.openFile(file);
    }
    if (number % ASK_EVERY === 0) await this.searchName(`typed${numberInLetters(number)}`);
  }

  private async searchName(name: string): Promise<void> {
    try {
      await search(this.agent, name);
    } catch (error) {
      this.errors.push(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Waits until only the servers run.
   * @throws {Error} if a process still derives layers at the time limit: its memory would count as the servers'
   */
  private async untilAtRest(): Promise<void> {
    const untilMs = performance.now() + DERIVED_MS;
    do {
      await sleep(REST_MS);
      const processes = [this.editor.pid, this.agent.pid].flatMap((pid) => [...processFamily(pid)]);
      if (processes.length <= SERVING_PROCESSES) return;
    } while (performance.now() < untilMs);
    throw new Error(
      `layers were still derived after ${DERIVED_MS / 1000} s; give the machine fewer other things to do`,
    );
  }

  private async measureLook(): Promise<TypingLook> {
    await this.untilAtRest();
    const pids = [this.editor.pid, this.agent.pid].flatMap((pid) => [...processFamily(pid)]);
    return {
      edits: this.made - this.options.warmUpEdits,
      minutes: (performance.now() - this.startedMs) / 60_000,
      editor: readTreeMemory(this.editor.pid, { isProportional: true }),
      agent: readTreeMemory(this.agent.pid, { isProportional: true }),
      descriptors: pids.reduce((sum, pid) => sum + openDescriptors(pid).length, 0),
      watches: pids.reduce((sum, pid) => sum + countWatches(pid), 0),
      storeBytes: folderBytes(`${this.root}/.sdl`),
    };
  }
}

/** Replaces the text of the last edit, so that the file's length changes only by saved text. */
function replaceTyped(text: string, added: string): string {
  const end = text.search(/\n+(?:def|export function) typed[a-j]+\(\)/);
  return (end < 0 ? text : text.slice(0, end)) + added;
}

function openDescriptors(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Number of watched files and folders of a process. Kernel documentation: proc(5), /proc/pid/fdinfo. */
function countWatches(pid: number): number {
  return openDescriptors(pid).reduce((sum, fd) => {
    try {
      return sum + readFileSync(`/proc/${pid}/fdinfo/${fd}`, "utf8").split("inotify wd:").length - 1;
    } catch {
      return sum; // the descriptor was closed meanwhile
    }
  }, 0);
}
