/**
 * An append-only file of JSON lines beside the store: what a machine remembers of its memories and what agents reported. Each line is
 * one write, so processes may append at once. A line that was torn by a crash is left out, and so is a row that is not known here: a newer
 * program wrote it. Both stay in the file.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { OwnFiles } from "./own-files.js";

/** Hundreds of thousands of lines. */
const MAX_BYTES = 256 * 1024 * 1024;

export class Journal<Row extends object> {
  private kept: { readonly stamp: string; readonly rows: readonly Row[]; readonly unknown: number } | undefined;

  /** @param parse `undefined` for a line that is no row */
  constructor(
    private readonly path: string,
    private readonly files: OwnFiles,
    private readonly parse: (value: unknown) => Row | undefined,
  ) {}

  /** Changes when something was appended. */
  stamp(): string {
    const stat = this.files.stat(this.path);
    return stat === undefined ? "none" : `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
  }

  /** In the order of writing. @throws the system's error when the file cannot be read */
  rows(): readonly Row[] {
    return this.load().rows;
  }

  /** What this program does not know of the journal, with what to do. @throws as {@link rows} */
  warnings(): readonly string[] {
    const { unknown } = this.load();
    if (unknown === 0) return [];
    const rows = unknown === 1 ? "1 row is" : `${unknown} rows are`;
    return [`${rows} left out of ${this.path}: a newer program wrote what this one does not know; update this program`];
  }

  private load() {
    const stamp = this.stamp();
    if (this.kept?.stamp === stamp) return this.kept;
    const lines = stamp === "none" ? [] : this.files.read(this.path, MAX_BYTES).split("\n");
    const values = lines.flatMap(parseLine);
    const rows = values.flatMap((value) => this.parse(value) ?? []);
    this.kept = { stamp, rows, unknown: values.length - rows.length };
    return this.kept;
  }

  /** @throws the system's error when the file cannot be written */
  append(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    mkdirSync(dirname(this.path), { recursive: true });
    // A line of its own, whatever a writer that died left without an end.
    this.files.append(this.path, `\n${rows.map((row) => `${JSON.stringify(row)}\n`).join("")}`);
  }
}

function parseLine(line: string): object[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? [value] : [];
  } catch {
    return []; // empty, torn, or written over by something else: the rest stands
  }
}
