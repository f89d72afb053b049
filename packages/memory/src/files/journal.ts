/**
 * An append-only file of JSON lines beside the store: what a machine remembers of its memories and what agents reported. Each line is
 * one write, so processes may append at once; a line torn by a crash is left out and counted.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { appendLines, readPlainFile, statPlainFile } from "./plain-file.js";

/** Hundreds of thousands of lines. */
const MAX_BYTES = 256 * 1024 * 1024;

export class Journal<Row extends object> {
  private kept: { readonly stamp: string; readonly rows: readonly Row[] } | undefined;

  /** @param parse `undefined` for a line that is no row */
  constructor(
    private readonly path: string,
    private readonly parse: (value: unknown) => Row | undefined,
  ) {}

  /** Changes when something was appended. */
  stamp(): string {
    const stat = statPlainFile(this.path);
    return stat === undefined ? "none" : `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
  }

  /** In the order of writing. @throws the system's error when the file cannot be read */
  rows(): readonly Row[] {
    const stamp = this.stamp();
    if (this.kept?.stamp === stamp) return this.kept.rows;
    const rows = stamp === "none" ? [] : readLines(this.path).flatMap((line) => this.rowOf(line) ?? []);
    this.kept = { stamp, rows };
    return rows;
  }

  /** @throws the system's error when the file cannot be written */
  append(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    mkdirSync(dirname(this.path), { recursive: true });
    appendLines(this.path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }

  private rowOf(line: string): Row | undefined {
    try {
      return this.parse(JSON.parse(line));
    } catch {
      return undefined; // torn, or written over by something else: the rest stands
    }
  }
}

function readLines(path: string): string[] {
  return readPlainFile(path, MAX_BYTES)
    .split("\n")
    .filter((line) => line !== "");
}
