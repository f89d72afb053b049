/** `node bench/dist/edges-sweep.js`: edges of many public repositories against compilers, ranked by shape. */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import process from "node:process";
import { parseArgs } from "node:util";
import { draw, readReadings } from "./edge-sweep/readings.js";
import type { EdgeRecord } from "./edge-sweep/record.js";
import { renderEdgeSweep } from "./edge-sweep/report.js";
import { readEdgeRepositories, SWEEP_LANGUAGES, selectRepositories } from "./edge-sweep/repositories.js";
import { runRepositories } from "./edge-sweep/run.js";
import { three } from "./edges/report.js";
import { EDGE_SWEEP_RESULTS } from "./paths.js";

const USAGE = `node bench/dist/edges-sweep.js --clones FOLDER [options]
  --clones FOLDER   clones at FOLDER/OWNER+NAME/repo or FOLDER/OWNER+NAME; bare ones do
  --language NAME   only ${SWEEP_LANGUAGES.join(" or ")}
  --only TEXT       only repositories whose name holds TEXT; may be given more than once
  --unseen          the unseen quarter as well: decide nothing by its figures
  --limit-files N   leaves out repositories of more than N files
  --sites N         Python: pyright is asked about so many call sites of a repository, more or less (2000)
  --jobs N          repositories at a time (1)
  --deadline S      seconds that a repository may take (600)
  --top N           shapes to list (60)
  --list TEXT       lists the disagreements whose shape holds TEXT
  --draw N          draws N wrong and N missed edges of the pool, and as many of the unseen quarter, by a fixed seed, as JSON lines to be read
  --write           writes bench/results/edge-sweep.md
Results are kept in .results/edge-sweep/ until the linker, the oracles or the commit change.`;

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    language: { type: "string" },
    only: { type: "string", multiple: true },
    unseen: { type: "boolean", default: false },
    "limit-files": { type: "string" },
    sites: { type: "string", default: "2000" },
    jobs: { type: "string", default: "1" },
    deadline: { type: "string", default: "600" },
    top: { type: "string", default: "60" },
    list: { type: "string" },
    draw: { type: "string" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.clones === undefined) console.log(USAGE);
else await main(options.clones);

async function main(clones: string): Promise<void> {
  const { only, unseen } = options;
  const language = SWEEP_LANGUAGES.find((name) => name === options.language);
  if (options.language !== undefined && language === undefined)
    throw new Error(`--language ${options.language}: write ${SWEEP_LANGUAGES.join(" or ")}`);
  const repositories = selectRepositories(readEdgeRepositories(), { language, only, unseen });
  if (repositories.length === 0) throw new Error("no repository of the list fits --language, --only and --unseen");
  const all = await runRepositories(repositories, {
    clones,
    sites: wholeNumber(options.sites, "--sites"),
    jobs: wholeNumber(options.jobs, "--jobs"),
    deadlineMs: wholeNumber(options.deadline, "--deadline") * 1000,
    onRecord: (record) => console.error(progress(record)),
  });
  const limit = wholeNumber(options["limit-files"] ?? `${Number.MAX_SAFE_INTEGER}`, "--limit-files");
  const records = all.filter(({ figures }) => (figures?.files ?? 0) <= limit);
  if (options.list !== undefined) console.log(listed(records, options.list).join("\n"));
  else if (options.draw !== undefined) console.log(drawn(records, wholeNumber(options.draw, "--draw")).join("\n"));
  else write(renderEdgeSweep(records, { top: wholeNumber(options.top, "--top"), readings: readReadings() }));
}

function write(text: string): void {
  if (!options.write) {
    console.log(text);
    return;
  }
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${process.platform} ${process.arch}, ${cpus().length} CPUs, Node ${process.versions.node}`;
  writeFileSync(
    EDGE_SWEEP_RESULTS,
    `# Edges of public repositories against compilers\n\n${date}, ${machine}\n\n${text}`,
  );
}

function progress({ name, figures, problem }: EdgeRecord): string {
  if (figures === undefined) return `${name}: FAILED: ${problem}`;
  const { right, wrong, calls, files } = figures;
  return `${name}: ${files} files, P ${three(right / (right + wrong))}, R ${three(calls.met / calls.wanted)}`;
}

function listed(records: readonly EdgeRecord[], text: string): string[] {
  return records.flatMap(({ name, figures }) =>
    (figures?.disagreements ?? [])
      .filter(({ shape }) => shape.includes(text))
      .map(({ kind, shape, rule, from, to, at }) => `${name} ${kind} ${at} ${from} → ${to} [${rule || shape}]`),
  );
}

/** Draws of the pool and of the unseen repositories, each of the same size. */
function drawn(records: readonly EdgeRecord[], count: number): string[] {
  const parts = [false, true].map((unseen) => records.filter((record) => (record.unseen === true) === unseen));
  const kinds = ["wrong", "missed"] as const;
  return parts.flatMap((part) => kinds.flatMap((kind) => draw(part, kind, count).map((one) => JSON.stringify(one))));
}

function wholeNumber(text: string, option: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`${option} ${text}: it must be a whole number of at least 1`);
}
