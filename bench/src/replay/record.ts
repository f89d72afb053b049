/** Record of a replayed commit: questions, answer, results of the baselines, and a copy of the parent's index. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SymbolId } from "@sdl/model";
import type { Baseline } from "./baselines.js";
import type { TaskCommit } from "./commits.js";
import type { Figures } from "./figures.js";

/** Forms of a question: the message unchanged, or without names that give the answer away. */
export const FORMS = ["raw", "scrubbed"] as const;
/** One of {@link FORMS}. */
export type Form = (typeof FORMS)[number];

/** Recorded data of a commit. */
export interface ReplayRecord {
  /** Version of the format, see {@link RECORD_VERSION}. */
  readonly version: number;
  readonly task: TaskCommit;
  readonly questions: Readonly<Record<Form, string>>;
  readonly gold: readonly SymbolId[];
  /** Tokens of the touched files in full. */
  readonly wholeFileTokens: number;
  readonly baselines: Readonly<Record<Form, Readonly<Record<Baseline, Figures>>>>;
}

/** Format version; recordings of another version are made again. */
export const RECORD_VERSION = 2;

/** Recordings of one repository, one folder each. */
export class Recordings {
  constructor(private readonly folder: string) {}

  /** Folder with the index of the commit's parent. */
  storeOf(commit: string): string {
    return join(this.folder, commit, "store");
  }

  read(commit: string): ReplayRecord | undefined {
    const path = join(this.folder, commit, "record.json");
    if (!existsSync(path)) return undefined;
    const record: ReplayRecord = JSON.parse(readFileSync(path, "utf8"));
    return record.version === RECORD_VERSION ? record : undefined;
  }

  /**
   * Writes a record, last of all: without it, the recording does not count. @param store is copied; no process may be
   * writing to it
   */
  write(record: ReplayRecord, store: string): void {
    const { commit } = record.task;
    rmSync(join(this.folder, commit), { recursive: true, force: true });
    mkdirSync(join(this.folder, commit), { recursive: true });
    // Copied by another process: closing a file of an open store would drop this process's locks on it.
    execFileSync("cp", ["-R", store, this.storeOf(commit)]);
    this.put(record);
  }

  /** Writes a record without an answer; its index is not kept. */
  skip(record: ReplayRecord): void {
    mkdirSync(join(this.folder, record.task.commit), { recursive: true });
    this.put(record);
  }

  private put(record: ReplayRecord): void {
    writeFileSync(join(this.folder, record.task.commit, "record.json"), JSON.stringify(record));
  }
}
