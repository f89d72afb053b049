/** Measures repositories, each in a process of its own with a deadline, and keeps the results by what was measured. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { EDGE_CHECKOUTS_FOLDER, LINKER_FOLDERS, program, RESULTS_FOLDER } from "../paths.js";
import { findClone } from "../replay/clones.js";
import type { RepositoryRequest } from "./one-repository.js";
import type { EdgeRecord } from "./record.js";
import type { EdgeRepository } from "./repositories.js";

/** How to measure. */
export interface EdgeRun {
  /** Folder with clones at `OWNER+NAME/repo` or `OWNER+NAME`. */
  readonly clones: string;
  readonly sites: number;
  readonly deadlineMs: number;
  /** Repositories at a time. */
  readonly jobs: number;
  onRecord(record: EdgeRecord): void;
}

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** @returns a record for every repository, in order */
export async function runRepositories(repositories: readonly EdgeRepository[], run: EdgeRun): Promise<EdgeRecord[]> {
  const build = fingerprint(LINKER_FOLDERS);
  const records = new Map<EdgeRepository, EdgeRecord>();
  const waiting = [...repositories];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const record = await measureOnce(next, build, run);
      records.set(next, record);
      run.onRecord(record);
    }
  };
  await Promise.all(Array.from({ length: run.jobs }, work));
  return repositories.flatMap((one) => records.get(one) ?? []);
}

/** The kept record if the same build has measured the same files, else a new one. Failures are not kept. */
async function measureOnce(repository: EdgeRepository, build: string, run: EdgeRun): Promise<EdgeRecord> {
  const { name, commit, folder = "" } = repository;
  const file = join(RESULTS_FOLDER, "edge-sweep", `${name.replace("/", "+")}.json`);
  const key = `${commit} ${folder} ${build} ${run.sites}`;
  const kept: Kept | undefined = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  if (kept?.key === key) return { ...repository, figures: kept.record.figures } as EdgeRecord;
  const record = await measure(repository, run);
  if (record.problem !== undefined) return record;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ key, record } satisfies Kept)}\n`);
  return record;
}

interface Kept {
  readonly key: string;
  readonly record: EdgeRecord;
}

async function measure(repository: EdgeRepository, { clones, sites, deadlineMs }: EdgeRun): Promise<EdgeRecord> {
  const { name, commit } = repository;
  const clone = findClone(clones, name);
  if (clone === undefined) return { ...repository, problem: `there is no clone of it in ${clones}` };
  const checkout = join(EDGE_CHECKOUTS_FOLDER, `${name.replace("/", "+")}@${commit.slice(0, 12)}`);
  const request: RepositoryRequest = { repository, clone, checkout, sites };
  const options = { timeout: deadlineMs, killSignal: "SIGKILL", maxBuffer: MAX_OUTPUT_BYTES } as const;
  try {
    const args = [program("edge-sweep/one-repository.js"), JSON.stringify(request)];
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    return JSON.parse(stdout);
  } catch (error) {
    return { ...repository, problem: problemOf(error, deadlineMs) };
  }
}

function problemOf(error: unknown, deadlineMs: number): string {
  const { killed, stderr, message } = error as { killed?: boolean; stderr?: string; message: string };
  if (killed === true) return `not done after ${Math.round(deadlineMs / 1000)} s`;
  const lines = (stderr ?? "").trim().split("\n");
  return lines.find((line) => /Error/.test(line)) ?? message.slice(0, 200);
}

/** A hash of the built programs that decide what is measured: the linker, the oracles, the judgement. */
function fingerprint(folders: readonly string[]): string {
  const hash = createHash("sha256");
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (name.endsWith(".js")) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
