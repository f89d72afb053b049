/** What is kept of a replayed commit: question, answer, what the baselines found, and a copy of its parent's index. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SymbolId } from "@sdl/model";
import type { Baseline } from "./baselines.js";
import type { TaskCommit } from "./commits.js";
import type { Figures } from "./figures.js";

/** How a question is put. */
export const FORMS = ["raw", "scrubbed"] as const;
export type Form = (typeof FORMS)[number];

export interface ReplayRecord {
  /** Of the recording, see {@link RECORD_VERSION}. */
  readonly version: number;
  readonly task: TaskCommit;
  readonly questions: Readonly<Record<Form, string>>;
  readonly gold: readonly SymbolId[];
  /** Tokens of the touched files, read whole. */
  readonly wholeFileTokens: number;
  readonly baselines: Readonly<Record<Form, Readonly<Record<Baseline, Figures>>>>;
}

/** Another one makes recordings anew. */
export const RECORD_VERSION = 2;

/** Recordings of one repository, a folder each. */
export class Recordings {
  constructor(private readonly folder: string) {}

  /** Where the index of the commit's parent lies. */
  storeOf(commit: string): string {
    return join(this.folder, commit, "store");
  }

  read(commit: string): ReplayRecord | undefined {
    const path = join(this.folder, commit, "record.json");
    if (!existsSync(path)) return undefined;
    const record: ReplayRecord = JSON.parse(readFileSync(path, "utf8"));
    return record.version === RECORD_VERSION ? record : undefined;
  }

  /** The record is written last: without it, there is none. @param store copied as it is; nobody may be writing to it */
  write(record: ReplayRecord, store: string): void {
    const { commit } = record.task;
    rmSync(join(this.folder, commit), { recursive: true, force: true });
    mkdirSync(join(this.folder, commit), { recursive: true });
    // By another process: closing a file of an open store would drop this one's locks on it.
    execFileSync("cp", ["-R", store, this.storeOf(commit)]);
    this.put(record);
  }

  /** A record without an answer: its index need not be kept. */
  skip(record: ReplayRecord): void {
    mkdirSync(join(this.folder, record.task.commit), { recursive: true });
    this.put(record);
  }

  private put(record: ReplayRecord): void {
    writeFileSync(join(this.folder, record.task.commit, "record.json"), JSON.stringify(record));
  }
}
