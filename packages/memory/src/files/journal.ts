/**
 * Append-only journal of JSON lines next to the store: a machine's local state of memories, and feedback of agents. Each append is one write, so
 * processes may append concurrently. Lines torn by a crash, and rows of newer programs that are not known here, are skipped and stay in the file.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { ProgramFiles } from "./program-files.js";

/** Maximum size of a journal: hundreds of thousands of lines. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Reads and appends rows of one file. */
export class JournalFile<Row extends object> {
  private kept: { readonly stamp: string; readonly rows: readonly Row[]; readonly unknown: number } | undefined;

  /** @param parse returns `undefined` for a line that is not a known row */
  constructor(
    private readonly path: string,
    private readonly files: ProgramFiles,
    private readonly parse: (value: unknown) => Row | undefined,
  ) {}

  /** Identifier of the file's state; changes after an append. */
  stateId(): string {
    const stat = this.files.stat(this.path);
    return stat === undefined ? "none" : `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
  }

  /** Rows in the order of writing. @throws the system's error if the file cannot be read */
  rows(): readonly Row[] {
    return this.load().rows;
  }

  /** Warnings about rows that this program cannot interpret, with the next action. @throws as {@link rows} */
  warnings(): readonly string[] {
    const { unknown } = this.load();
    if (unknown === 0) return [];
    const rows = unknown === 1 ? "1 row is" : `${unknown} rows are`;
    return [
      `${rows} ignored in ${this.path}: a newer program wrote a form that this one does not know; update this program`,
    ];
  }

  private load() {
    const stamp = this.stateId();
    if (this.kept?.stamp === stamp) return this.kept;
    const lines = stamp === "none" ? [] : this.files.read(this.path, MAX_BYTES).split("\n");
    const values = lines.flatMap(parseLine);
    const rows = values.flatMap((value) => this.parse(value) ?? []);
    this.kept = { stamp, rows, unknown: values.length - rows.length };
    return this.kept;
  }

  /** Appends rows in one write. @throws the system's error if the file cannot be written */
  append(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    mkdirSync(dirname(this.path), { recursive: true });
    // The leading line end terminates a line that a crashed writer may have left incomplete.
    this.files.append(this.path, `\n${rows.map((row) => `${JSON.stringify(row)}\n`).join("")}`);
  }
}

function parseLine(line: string): object[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? [value] : [];
  } catch {
    return []; // empty, torn or overwritten line: the other lines are still used
  }
}
