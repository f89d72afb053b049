/** What a remote's tables take in PostgreSQL. */
import { execFileSync } from "node:child_process";

/** Rows and bytes, indexes included. */
export interface DatabaseSize {
  readonly pages: number;
  readonly pageBytes: number;
  /** Of the tables of names. */
  readonly nameRows: number;
  readonly nameBytes: number;
  /** Of all tables. */
  readonly rows: number;
  readonly bytes: number;
}

const PAGES = ["sdl_pages"];
const NAMES = ["sdl_names", "sdl_name_files", "sdl_named_repositories"];
const HEADS = ["sdl_heads", "sdl_replaced_heads"];

/** Measures the tables, after dead rows were removed. */
export function databaseSize(url: string): DatabaseSize {
  psql(url, "vacuum analyze");
  const rows = (tables: readonly string[]) => tables.map((table) => `(select count(*) from ${table})`).join(" + ");
  const bytes = (tables: readonly string[]) => tables.map((table) => `pg_total_relation_size('${table}')`).join(" + ");
  const all = [...PAGES, ...NAMES, ...HEADS];
  const columns = [PAGES, NAMES, all].flatMap((tables) => [rows(tables), bytes(tables)]);
  const [pages = 0, pageBytes = 0, nameRows = 0, nameBytes = 0, allRows = 0, allBytes = 0] =
    psql(url, `select ${columns.join(", ")}`)[0]
      ?.split("|")
      .map(Number) ?? [];
  return { pages, pageBytes, nameRows, nameBytes, rows: allRows, bytes: allBytes };
}

/** Names of symbols, the same ones for the same repositories: drawn by their ids, which are hashes. */
export function someNames(url: string, count: number): readonly string[] {
  return psql(url, `select name from sdl_names order by id, name limit ${count}`);
}

/** Runs a statement. @returns lines, with `|` between columns */
function psql(url: string, statement: string): readonly string[] {
  const output = execFileSync("psql", [url, "--no-align", "--tuples-only", "--command", statement], {
    encoding: "utf8",
  });
  return output.trimEnd().split("\n");
}
