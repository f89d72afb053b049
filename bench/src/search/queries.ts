/** Queries with the answers that count, kept in `search.queries.jsonl`, one a line. */
import { readFileSync } from "node:fs";
import { SEARCH_QUERIES_FILE } from "../paths.js";

export const QUERY_KINDS = ["name", "part", "concept", "nonsense", "message"] as const;
export type QueryKind = (typeof QUERY_KINDS)[number];

export interface SearchQuery {
  readonly kind: QueryKind;
  readonly text: string;
  /** Definitions that a person would accept, any of them; none for nonsense. */
  readonly answers: readonly Answer[];
}

/** A definition: for a message, the function that says it, with the line of the message. */
export interface Answer {
  readonly file: string;
  /** A line of the definition. */
  readonly line: number;
  readonly name: string;
}

/** A query of a repository, as a line of the file. */
interface QueryLine extends SearchQuery {
  /** `OWNER/NAME` */
  readonly repository: string;
}

export function readQueries(repository: string): SearchQuery[] {
  const lines = readFileSync(SEARCH_QUERIES_FILE, "utf8").trimEnd().split("\n");
  return lines.map((line): QueryLine => JSON.parse(line)).filter((query) => query.repository === repository);
}

export function printQueries(repository: string, queries: readonly SearchQuery[]): string {
  return queries.map((query) => `${JSON.stringify({ repository, ...query })}\n`).join("");
}
