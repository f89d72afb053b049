/** Measures repositories, each in a process of its own with a deadline, and keeps the results by what was measured. */
import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { LINKER_FOLDERS, program } from "../paths.js";
import { findClone } from "../replay/clones.js";
import { fingerprint, keep } from "./kept.js";
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

/** The kept record if the same build has measured the same files, else a new one. */
async function measureOnce(repository: EdgeRepository, build: string, run: EdgeRun): Promise<EdgeRecord> {
  const key = `${repository.folder ?? ""} ${build} ${run.sites}`;
  const { figures, problem } = await keep({ folder: "edge-sweep", repository, key }, () => measure(repository, run));
  return figures === undefined ? { ...repository, problem: problem ?? "" } : { ...repository, figures };
}

async function measure(repository: EdgeRepository, { clones, sites, deadlineMs }: EdgeRun): Promise<EdgeRecord> {
  const clone = findClone(clones, repository.name);
  if (clone === undefined) return { ...repository, problem: `there is no clone of it in ${clones}` };
  const request: RepositoryRequest = { repository, clone, sites };
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
