/** Record of an issue for later measurements: gold lines, and bodies that its words match. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Candidates } from "./baseline.js";
import type { Issue, Language } from "./issues.js";

/** Recorded data of one issue. */
export interface IssueRecord {
  /** Version of the format, see {@link RECORD_VERSION}. */
  readonly version: number;
  readonly id: string;
  readonly repository: string;
  readonly language: Language;
  readonly goldLines: number;
  readonly candidates: Candidates;
}

/** Format version; recordings of another version are made again. */
export const RECORD_VERSION = 1;

/** Records in a folder, one file per issue. */
export class IssueRecords {
  constructor(private readonly folder: string) {}

  read(id: string): IssueRecord | undefined {
    if (!existsSync(this.pathOf(id))) return undefined;
    const record: IssueRecord = JSON.parse(readFileSync(this.pathOf(id), "utf8"));
    return record.version === RECORD_VERSION ? record : undefined;
  }

  write({ id, repository, language, gold }: Issue, candidates: Candidates): IssueRecord {
    const goldLines = [...gold.values()].reduce((sum, { length }) => sum + length, 0);
    const record = { version: RECORD_VERSION, id, repository, language, goldLines, candidates };
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(this.pathOf(id), JSON.stringify(record));
    return record;
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }
}
