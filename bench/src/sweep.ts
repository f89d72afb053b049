/**
 * `node bench/dist/sweep.js`: indexes well-known public repositories and reports what failed, was skipped or was slow.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { CLI } from "./paths.js";
import { findClone } from "./replay/clones.js";
import type { SweepRecord } from "./sweep/figures.js";
import { measurePackage, packageNames, recordPackage } from "./sweep/package-checkout.js";
import { renderProgress, renderSweep } from "./sweep/report.js";
import { parseShard, readRepositories, type SweepTarget, selectTargets } from "./sweep/repositories.js";
import { endAll, runCheckout } from "./sweep/run-checkout.js";
import { recordKey, runSweep, writeRecords } from "./sweep/run-sweep.js";

const USAGE = `node bench/dist/sweep.js --clones FOLDER [options]
node bench/dist/sweep.js --packages [--record]
  --clones FOLDER   clones at FOLDER/OWNER+NAME/repo or FOLDER/OWNER+NAME; bare ones do
  --only TEXT       only repositories whose name holds TEXT; may be given more than once
  --quick           only the first commit of each repository: half an hour on two idle processors
  --shard K/N       part K of N of the list (1/1)
  --no-floor        does not measure the parse floor: finds faults, judges no time
  --jobs N          checkouts at a time (1); times mean little with more
  --deadline S      seconds that a checkout may take (300)
  --json FILE       keeps the records in FILE, after every checkout
  --resume          takes from FILE what the same build of the program has passed already
  --packages        indexes the fifteen packages of npm and Debian that CI indexes, instead of clones
  --record          with --packages: accepts the packages as they are now, and writes corpora.lock.json
  --list            prints the chosen repositories and commits and stops
Prints a table. Ends with 1 when a checkout fails, a clone is missing, or a cold index takes more than 6 times the parse floor.`;

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    only: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
    shard: { type: "string", default: "1/1" },
    "no-floor": { type: "boolean", default: false },
    jobs: { type: "string", default: "1" },
    deadline: { type: "string", default: "300" },
    json: { type: "string" },
    packages: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });
}
if (options.packages) process.exitCode = await indexPackages();
else if (options.help || (options.clones === undefined && !options.list)) console.log(USAGE);
else process.exitCode = await main(options.clones ?? "");

async function indexPackages(): Promise<number> {
  const program = fingerprintOf(dirname(CLI));
  const names = packageNames();
  const records: SweepRecord[] = [];
  for (const name of names) {
    if (options.record) recordPackage(name);
    const how = { withFloor: !options["no-floor"], onStep: () => undefined };
    const record = { ...(await measurePackage(name, how)), program };
    records.push(record);
    console.error(renderProgress(record, records.length, names.length));
  }
  return finish(records);
}

async function main(clones: string): Promise<number> {
  const { only, quick, json, resume } = options;
  const targets = selectTargets(readRepositories(), { only, firstOnly: quick, shard: parseShard(options.shard) });
  if (options.list) {
    for (const { repository, language, commit } of targets) console.log(`${repository}\t${language}\t${commit}`);
    return 0;
  }
  if (targets.length === 0) throw new Error("no repository of the list fits --only and --shard; --list shows all");
  if (resume && json === undefined) throw new Error("--resume needs --json FILE, the file to resume from");
  const program = fingerprintOf(dirname(CLI));
  const done = resume && json !== undefined ? passedRecords(json, program) : new Map<string, SweepRecord>();
  const records = await runSweep({
    targets,
    done,
    jobs: wholeNumber(options.jobs, "--jobs"),
    measure: (target) => measure(target, clones, program),
    onRecord: (record, all) => {
      console.error(renderProgress(record, all.length, targets.length));
      if (json !== undefined) writeRecords(json, all);
    },
  });
  return finish(records);
}

function finish(records: readonly SweepRecord[]): number {
  console.log(renderSweep(records));
  return records.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

async function measure({ repository, commit, language }: SweepTarget, clones: string, program: string) {
  const identity = { repository, commit, language, program };
  const clone = findClone(clones, repository);
  if (clone === undefined) {
    const problem = `no clone at ${join(clones, repository.replace("/", "+"))}: bring it there, or leave it out with --only`;
    return { ...identity, date: "", problems: [problem] };
  }
  const deadlineMs = wholeNumber(options.deadline, "--deadline") * 1000;
  return { ...identity, ...(await runCheckout({ clone, commit, withFloor: !options["no-floor"], deadlineMs })) };
}

/**
 * Records of passed checkouts from the same build of the program; other builds prove nothing about this one. Failed
 * ones run again.
 */
function passedRecords(file: string, program: string): Map<string, SweepRecord> {
  const records: SweepRecord[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  const passed = records.filter((record) => record.program === program && record.problems.length === 0);
  return new Map(passed.map((record) => [recordKey(record), record]));
}

function fingerprintOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith(".js")) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

function wholeNumber(text: string, option: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`${option} ${text}: it must be a whole number of at least 1`);
}
