/**
 * An append-only file of JSON lines beside the store: what a machine remembers of its memories and what agents reported. Each line is
 * one write, so processes may append at once; a line torn by a crash is left out and counted.
 */
import { appendFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

export class Journal<Row extends object> {
  private kept: { readonly stamp: string; readonly rows: readonly Row[] } | undefined;

  /** @param parse `undefined` for a line that is no row */
  constructor(
    private readonly path: string,
    private readonly parse: (value: unknown) => Row | undefined,
  ) {}

  /** Changes when something was appended. */
  stamp(): string {
    const stat = statSync(this.path, { throwIfNoEntry: false });
    return stat === undefined ? "none" : `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
  }

  /** In the order of writing. */
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
    // A torn line of a killed process ends before ours begins.
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    appendFileSync(this.path, this.endsTorn() ? `\n${text}` : text);
  }

  private endsTorn(): boolean {
    const size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    return size > 0 && !readFileSync(this.path).subarray(-1).equals(Buffer.from("\n"));
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
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
