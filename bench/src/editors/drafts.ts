/**
 * `node bench/dist/editors/drafts.js`: measures the delay until another process's search finds typed text, and how much
 * typing slows other searches. An editor's server receives bursts of pushes of opened files of various lengths, while
 * an agent's server is queried repeatedly.
 */
import { readFileSync } from "node:fs";
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
import { search, untilFound } from "./agent.js";
import { BETWEEN_KEYS_MS, lessDebounce, PUSHES, TYPED_BARS } from "./burst.js";
import { functionText, numberInLetters, sourceFiles, spreadEvenly } from "./source-file.js";

const BARS = { ...TYPED_BARS, slowdown: 2 };
const MAX_LINES = 2000;
const BETWEEN_BURSTS_MS = 300;
const AFTER_OPENING_MS = 2000;
/** Without a pause, the agent takes a core that the editor's server needs. */
const BETWEEN_LOOKS_MS = 5;
const QUIET_SEARCHES = 60;

const USAGE = `node bench/dist/editors/drafts.js [options]
  --corpus NAME   of bench/src/corpora/list.ts (sympy)
  --files N       in how many files, one after the other, the longest first (10)
  --bursts N      how often somebody types in each (20)`;

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "sympy" },
    files: { type: "string", default: "10" },
    bursts: { type: "string", default: "20" },
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
  await runNode(CLI, ["index", root, "--store", place.store], { env: place.env });
  const server = { cli: CLI, cwd: root, args: ["--tools", "all", "--store", place.store], env: place.env };
  const [editor, agent] = [await McpClient.connect(server), await McpClient.connect(server)];
  for (const client of [editor, agent]) await searchMs(client, "parse");
  const quiet: number[] = [];
  for (let i = 0; i < QUIET_SEARCHES; i++) quiet.push(await searchMs(agent, "parse"));
  const typed: TypingTimes = { pushes: [], visible: [], searches: [] };
  const files = spreadEvenly(sourceFiles(root, MAX_LINES), Number(options.files));
  if (files.length === 0) throw new Error(`${options.corpus} has no source file of at most ${MAX_LINES} lines`);
  for (const file of files) {
    const before = typed.visible.length;
    await typeAndSearch({ editor, agent }, { file, text: readFileSync(join(root, file), "utf8") }, typed);
    const seen = typed.visible.slice(before);
    console.log(`${file}: visible p50 ${formatMs(quantile(seen, 0.5))}, slowest ${formatMs(Math.max(...seen))}`);
  }
  await Promise.all([editor.close(), agent.close()]);
  const slowdown = quantile(typed.searches, 0.95) / quantile(quiet, 0.95);
  const [p50, p95] = [quantile(typed.visible, 0.5), quantile(typed.visible, 0.95)];
  console.log(`${options.corpus}: ${typed.visible.length} bursts of ${PUSHES} pushes, looked for`);
  console.log(
    `push acknowledged: p50 ${formatMs(quantile(typed.pushes, 0.5))}, p95 ${formatMs(quantile(typed.pushes, 0.95))}`,
  );
  console.log(
    `visible after the last push, less the debounce: p50 ${formatMs(p50)}, p95 ${formatMs(p95)} (bars ${BARS.p50Ms}, ${BARS.p95Ms})`,
  );
  console.log(
    `searches: quiet p50 ${formatMs(quantile(quiet, 0.5))}, p95 ${formatMs(quantile(quiet, 0.95))}; while somebody types p95 ${formatMs(quantile(typed.searches, 0.95))}, ${slowdown.toFixed(2)} × (bar ${BARS.slowdown})`,
  );
  if (p50 > BARS.p50Ms || p95 > BARS.p95Ms || slowdown > BARS.slowdown) process.exitCode = 1;
}

interface TypingTimes {
  /** Milliseconds of each push, and until a search finds the last push of a burst. */
  readonly pushes: number[];
  readonly visible: number[];
  /** Milliseconds of searches without pause meanwhile. */
  readonly searches: number[];
}

interface Clients {
  readonly editor: McpClient;
  readonly agent: McpClient;
}

interface Buffer {
  readonly file: string;
  readonly text: string;
}

/**
 * Types bursts. Half of them measure the delay until the text is found, half the slowdown of a client that searches
 * without pause.
 */
async function typeAndSearch({ editor, agent }: Clients, buffer: Buffer, typed: TypingTimes): Promise<void> {
  let version = 0;
  const push = async (event: object): Promise<void> => {
    const started = performance.now();
    await callTool(editor, "sdl_buffer_push", {
      ...{ filePath: buffer.file, version: ++version, sourceId: "bench", timestamp: new Date().toISOString() },
      ...event,
    });
    typed.pushes.push(performance.now() - started);
  };
  await push({ eventType: "open", content: buffer.text, dirty: false });
  await sleep(AFTER_OPENING_MS);
  for (let burst = 0; burst < Number(options.bursts); burst++) {
    let name = "";
    for (let i = 0; i < PUSHES; i++) {
      if (i > 0) await sleep(BETWEEN_KEYS_MS);
      name = `typed${numberInLetters(typed.pushes.length)}`;
      await push({ eventType: "change", content: buffer.text + functionText(buffer.file, name), dirty: true });
    }
    if (burst % 2 === 0) {
      const tookMs = await untilFound(agent, name, { pauseMs: BETWEEN_LOOKS_MS });
      typed.visible.push(lessDebounce(tookMs));
    } else await untilFound(agent, name, { pauseMs: 0, onSearch: (tookMs) => typed.searches.push(tookMs) });
    await sleep(BETWEEN_BURSTS_MS);
  }
  await push({ eventType: "close", content: "", dirty: false });
}

/** @throws {Error} if the answer is an error */
async function callTool(client: McpClient, name: string, args: object): Promise<void> {
  const { isError, content } = await client.call(name, args);
  if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
}

async function searchMs(client: McpClient, query: string): Promise<number> {
  const started = performance.now();
  await search(client, query);
  return performance.now() - started;
}

function formatMs(value: number): string {
  return `${value.toFixed(1)} ms`;
}
