/**
 * Long session with one server: calls of all kinds with edits between them, and the memory that the server holds
 * meanwhile.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { discoverFiles } from "@sdl/indexer";
import { processFamily } from "../process/usage.js";
import { folderBytes, type StorePlace } from "../product/cold.js";
import { pick, randomNumbers } from "../statistics/random.js";
import { type CallAnswer, McpClient } from "./mcp-client.js";
import { drawCall, type KnownHandles, type KnownSymbol } from "./mixed-calls.js";
import { readTreeMemory, type TreeMemory, TreeMemoryWatch } from "./tree-memory.js";

/** Length and place of a session. */
export interface SoakOptions {
  readonly cli: string;
  readonly root: string;
  readonly place: StorePlace;
  readonly calls: number;
  readonly edits: number;
  readonly seed: number;
  /** Number of calls between two measurements of memory. */
  readonly lookEvery: number;
  readonly onLook: (look: Look) => void;
}

/** Counts of calls, and memory of front and server after them. */
export interface Look {
  readonly calls: number;
  readonly edits: number;
  readonly errors: number;
  /** Number of `busy` answers: tests of a version published a moment ago are not linked yet. */
  readonly busy: number;
  /** At rest: no process derives layers, and the server was idle for a while. */
  readonly memory: TreeMemory;
  /** Peak since the previous measurement, including processes that derive layers. */
  readonly peak: TreeMemory;
  readonly descriptors: number;
  readonly threads: number;
  readonly sessionBytes: number;
  readonly ledgerBytes: number;
}

/** Handles that are used again. */
const KEPT_HANDLES = 64;
/** Versions that are compared: fewer than the fifty that a server keeps, so that all can be read. */
const KEPT_VERSIONS = 40;
/** Number of files whose symbols are queried. */
const KNOWN_FILES = 400;
/** Pause after an answer before memory is read, as when an agent thinks. */
const REST_MS = 2_000;
/**
 * After an edit a separate process derives layers for some seconds; a measurement waits at most this long for its end.
 */
const DERIVED_MS = 60_000;
/** A front and its server. */
const SERVING_PROCESSES = 2;
const PEAK_INTERVAL_MS = 200;
/** Longest wait for the watcher after an edit. */
const QUIET_MS = 60_000;

/**
 * Runs a session. Edits are spread evenly; every other one is left to the watcher, the rest are refreshed at once.
 * @returns errors by tool, code and message, without `busy`
 */
export async function soak(options: SoakOptions): Promise<ReadonlyMap<string, number>> {
  const { cli, root, place } = options;
  const args = ["--store", place.store];
  const client = await McpClient.connect({ cli, cwd: root, args, env: place.env });
  const session = new Soak(options, client);
  try {
    return await session.run();
  } finally {
    session.stop();
    await client.close();
  }
}

interface OutlineNode {
  readonly symbolId: string;
  readonly name: string;
  readonly children?: readonly OutlineNode[];
}

class Soak {
  private readonly random: () => number;
  private watch: TreeMemoryWatch;
  private readonly errors = new Map<string, number>();
  private readonly handles: string[] = [];
  private readonly spillovers: string[] = [];
  private readonly versions: string[] = [];
  private symbols: readonly KnownSymbol[] = [];
  private files: readonly string[] = [];
  private edits = 0;
  private busy = 0;

  constructor(
    private readonly options: SoakOptions,
    private readonly client: McpClient,
  ) {
    this.random = randomNumbers(options.seed);
    this.watch = new TreeMemoryWatch(client.pid, PEAK_INTERVAL_MS);
  }

  async run(): Promise<ReadonlyMap<string, number>> {
    const { calls, edits, lookEvery, onLook } = this.options;
    await this.learnSymbols();
    for (let call = 1; call <= calls; call++) {
      while (this.edits < Math.floor((call * edits) / calls)) await this.editFile();
      await this.drawAndCall();
      if (call % lookEvery !== 0 && call !== calls) continue;
      onLook(this.measureLook(call, await this.memoryAtRest()));
      this.watch.stop();
      this.watch = new TreeMemoryWatch(this.client.pid, PEAK_INTERVAL_MS);
    }
    return this.errors;
  }

  stop(): void {
    this.watch.stop();
  }

  /**
   * Reads memory when no process derives layers, which begins two seconds after the last edit.
   * @throws {Error} if a process still derives them at the time limit: its memory would count as the server's
   */
  private async memoryAtRest(): Promise<TreeMemory> {
    const untilMs = performance.now() + DERIVED_MS;
    await sleep(REST_MS);
    while (performance.now() < untilMs) {
      await sleep(REST_MS);
      const memory = readTreeMemory(this.client.pid, { isProportional: true });
      if (memory.processes <= SERVING_PROCESSES) return memory;
    }
    throw new Error(
      `layers were still derived after ${DERIVED_MS / 1000} s; give the machine fewer other things to do`,
    );
  }

  private async learnSymbols(): Promise<void> {
    const all = discoverFiles(this.options.root).files.map(({ path }) => path);
    this.files = Array.from({ length: KNOWN_FILES }, () => pick(all, this.random));
    const symbols: KnownSymbol[] = [];
    for (const file of new Set(this.files)) {
      const { content } = await this.client.call("sdl_file_outline", { file });
      collectSymbols((content["symbols"] ?? []) as readonly OutlineNode[], file, symbols);
    }
    this.symbols = symbols;
  }

  private async drawAndCall(): Promise<void> {
    const { symbols, handles, spillovers, versions } = this;
    const given: KnownHandles = { symbols, handles, spillovers, versions };
    const { tool, args } = drawCall(given, this.random);
    const { isError, content } = await this.client.call(tool, args);
    if (isError) this.noteError(tool, content);
    keepNewest(this.handles, content["sliceHandle"]);
    keepNewest(this.spillovers, content["spilloverHandle"]);
    this.keepVersion(content["versionId"]);
  }

  /** Adds a version to the list, each once, in order of publication. Answers about old versions name them too. */
  private keepVersion(version: unknown): void {
    if (!this.versions.includes(String(version))) keepNewest(this.versions, version, KEPT_VERSIONS);
  }

  private noteError(tool: string, { code, message }: CallAnswer["content"]): void {
    if (code === "busy") this.busy++;
    else {
      const key = `${tool} ${code}: ${message}`;
      this.errors.set(key, (this.errors.get(key) ?? 0) + 1);
    }
  }

  /** Appends a line to a file. */
  private async editFile(): Promise<void> {
    const path = join(this.options.root, pick(this.files, this.random));
    const number = this.edits++;
    const text = readFileSync(path, "utf8");
    const line = path.endsWith(".py")
      ? `\ndef soak_${number}(): return ${number}\n`
      : `\nexport const soak${number} = ${number};\n`;
    writeFileSync(path, text + line);
    if (number % 2 === 0) {
      const { content } = await this.client.call("sdl_index_refresh", {});
      this.keepVersion(content["versionId"]);
    } else await this.untilWatched();
  }

  private async untilWatched(): Promise<void> {
    const untilMs = performance.now() + QUIET_MS;
    while (performance.now() < untilMs) {
      const { content } = await this.client.call("sdl_repo_status", {});
      if (content["staleFiles"] === 0) return;
      await sleep(100);
    }
    throw new Error(`the watcher did not take an edit in within ${QUIET_MS / 1000} s`);
  }

  private measureLook(calls: number, memory: TreeMemory): Look {
    const { pid } = this.client;
    const processes = processFamily(pid);
    const ofAll = (folder: string): number =>
      processes.reduce((sum, one) => sum + countEntries(`/proc/${one}/${folder}`), 0);
    const { store } = this.options.place;
    const all = folderBytes(store);
    const sessionBytes = sessionFolders(store).reduce((sum, folder) => sum + folderBytes(folder), 0);
    return {
      calls,
      edits: this.edits,
      errors: [...this.errors.values()].reduce((sum, count) => sum + count, 0),
      busy: this.busy,
      memory,
      peak: this.watch.peak,
      descriptors: ofAll("fd"),
      threads: ofAll("task"),
      sessionBytes,
      ledgerBytes: all - sessionBytes,
    };
  }
}

function collectSymbols(nodes: readonly OutlineNode[], file: string, into: KnownSymbol[]): void {
  for (const { symbolId, name, children } of nodes) {
    into.push({ id: symbolId, name, file });
    if (children !== undefined) collectSymbols(children, file, into);
  }
}

function keepNewest(values: string[], value: unknown, most = KEPT_HANDLES): void {
  if (typeof value !== "string" || values.at(-1) === value) return;
  values.push(value);
  if (values.length > most) values.shift();
}

function sessionFolders(store: string): string[] {
  return readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith("session-"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function countEntries(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0; // the process has just ended
  }
}
