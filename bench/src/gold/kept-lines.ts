/** File of results, one per line: a stopped run can continue. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Rows by id, appended to the file as they come. */
export class KeptLines<T extends { readonly id: string }> {
  private readonly rows = new Map<string, T>();

  /** @param resume whether rows of an earlier run are kept */
  constructor(
    private readonly path: string,
    resume: boolean,
  ) {
    mkdirSync(dirname(path), { recursive: true });
    if (!resume) writeFileSync(path, "");
    if (!existsSync(path)) return;
    for (const line of readFileSync(path, "utf8").split("\n")) {
      if (line === "") continue;
      const row: T = JSON.parse(line);
      this.rows.set(row.id, row);
    }
  }

  get byId(): ReadonlyMap<string, T> {
    return this.rows;
  }

  add(row: T): void {
    this.rows.set(row.id, row);
    appendFileSync(this.path, `${JSON.stringify(row)}\n`);
  }
}
