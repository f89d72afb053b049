/** Queries with the answers that count, kept in `search.queries.jsonl`, one a line. */
import { readFileSync } from "node:fs";
import { SEARCH_QUERIES_FILE } from "../paths.js";

/** What people have in hand besides messages. */
export const HANDLE_KINDS = ["option", "variable", "route", "title"] as const;
/** One of {@link HANDLE_KINDS}. */
export type HandleKind = (typeof HANDLE_KINDS)[number];

/** What a query contains: a whole name, a part of one, a description, no sense, an error message, or a handle. */
export const QUERY_KINDS = ["name", "part", "concept", "nonsense", "message", ...HANDLE_KINDS] as const;
/** One of {@link QUERY_KINDS}. */
export type QueryKind = (typeof QUERY_KINDS)[number];

/** What is asked, and which results count as right. */
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
  /** Empty for a place outside of functions: any symbol around it counts, the file's own included. */
  readonly name: string;
}

/** A query of a repository, as a line of the file. */
interface QueryLine extends SearchQuery {
  /** `OWNER/NAME` */
  readonly repository: string;
}

/** Reads the recorded queries about a repository. */
export function readQueries(repository: string): SearchQuery[] {
  const lines = readFileSync(SEARCH_QUERIES_FILE, "utf8").trimEnd().split("\n");
  return lines.map((line): QueryLine => JSON.parse(line)).filter((query) => query.repository === repository);
}

/** Formats queries as lines of `search.queries.jsonl`. */
export function printQueries(repository: string, queries: readonly SearchQuery[]): string {
  return queries.map((query) => `${JSON.stringify({ repository, ...query })}\n`).join("");
}
