/** `node bench/dist/traces.js --clones FOLDER`: is the function that a stack trace ends in among the first symbols of its context? */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { openEngine } from "@sdl/engine";
import { TRACES_FOLDER } from "./paths.js";
import { findClone } from "./replay/clones.js";
import { Clone, WorkTree } from "./replay/git.js";
import { judgeTrace, type TraceResult } from "./traces/judge.js";
import { parseTraceFile, type TraceGroup } from "./traces/trace-file.js";

const USAGE = `node bench/dist/traces.js --clones FOLDER [options]
  --clones FOLDER  holds OWNER+NAME/repo, or OWNER+NAME, bare or not
  --set NAME       tuned: what rules may be chosen on; unseen; fresh; third; default: all
  --only NAME      only repositories whose name holds this; may be given more than once
  --misses         shows what the answer to a missed trace begins with`;

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    set: { type: "string", multiple: true, default: ["tuned", "unseen", "fresh", "third"] },
    only: { type: "string", multiple: true },
    misses: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.clones === undefined) console.log(USAGE);
else await main(options.clones);
process.exit(0);

async function main(folder: string): Promise<void> {
  console.log("| traces | found | of those whose function exists | function gone | silent |");
  console.log("| --- | --- | --- | --- | --- |");
  const all: TraceResult[] = [];
  for (const set of options.set) {
    const results: TraceResult[] = [];
    for (const group of parseTraceFile(readFileSync(join(TRACES_FOLDER, `${set}.txt`), "utf8"))) {
      if (options.only !== undefined && !options.only.some((part) => group.repository.includes(part))) continue;
      const found = await judgeGroup(folder, group);
      console.log(formatRow(`${set}: ${group.repository}`, found));
      results.push(...found);
    }
    console.log(formatRow(`**${set}**`, results));
    all.push(...results);
  }
  console.log(formatRow("**all**", all));
}

async function judgeGroup(folder: string, { repository, commit, traces }: TraceGroup): Promise<TraceResult[]> {
  console.error(`${repository} ${commit.slice(0, 10)} …`);
  const clone = findClone(folder, repository);
  if (clone === undefined) throw new Error(`${repository}: no clone in ${folder}`);
  const place = mkdtempSync(join(tmpdir(), "sdl-traces-"));
  const tree = new WorkTree(new Clone(clone), place);
  tree.checkOut(commit);
  const env = { ...process.env, SDL_HOME: join(place, "home"), SDL_BACKGROUND: "off" };
  const engine = openEngine({ cwd: tree.root, env, storeDirectory: join(place, "store") });
  try {
    const { entry } = await engine.register({ rootPath: tree.root, settings: {} });
    const opened = await engine.open(entry);
    await opened.refresh({ mode: "incremental" });
    const results: TraceResult[] = [];
    for (const trace of traces) results.push(await judgeTrace(engine, opened.snapshot(), trace));
    if (options.misses) for (const result of results) showMiss(result);
    return results;
  } finally {
    await engine.close();
    rmSync(place, { recursive: true, force: true });
  }
}

function showMiss({ issue, outcome, note }: TraceResult): void {
  if (outcome !== "found") console.log(`${issue}: ${outcome}\n    ${note}`);
}

function formatRow(title: string, results: readonly TraceResult[]): string {
  const count = (outcome: TraceResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  const existing = results.length - count("gone");
  const share = existing === 0 ? "" : ` (${((100 * count("found")) / existing).toFixed(1)} %)`;
  return `| ${[title, `${count("found")}${share}`, existing, count("gone"), count("silent")].join(" | ")} |`;
}
