/** Public issues with their fixes, from files of SWE-bench and Multi-SWE-bench as published. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type GoldLines, parseGoldLines } from "./patch.js";

/** Language of an issue's fix; TypeScript counts as JavaScript. */
export type Language = "python" | "javascript";

/** An issue with its gold lines. */
export interface Issue {
  readonly id: string;
  /** `OWNER/NAME` */
  readonly repository: string;
  /** The commit before the fix. */
  readonly baseCommit: string;
  /** Title and text as written by people. */
  readonly text: string;
  readonly gold: GoldLines;
  /** TypeScript counts as JavaScript. */
  readonly language: Language;
}

/** Longest task text of `slice.build`, by contract. */
const MAX_TEXT = 20_000;
/** Held-out issues: files of this name are read only for ids, which are then excluded. */
const HELD_OUT_FILE = /verified/i;

/** A row of SWE-bench, SWE-bench Multilingual or Multi-SWE-bench. */
interface Row {
  readonly instance_id: string;
  /** `OWNER/NAME`; the name alone in Multi-SWE-bench. */
  readonly repo: string;
  readonly base_commit?: string;
  readonly problem_statement?: string;
  readonly patch?: string;
  readonly org?: string;
  readonly base?: { readonly sha: string };
  readonly resolved_issues?: readonly { readonly title: string; readonly body: string | null }[];
  readonly fix_patch?: string;
}

/**
 * Issues of all `*.jsonl` files in a folder whose fix touches a source line, sorted by repository and id, each once.
 * @param only parts of repository names of which one must match; absent means all
 */
export function readIssues(folder: string, only?: readonly string[]): Issue[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const heldOut = new Set(
    files.filter((name) => HELD_OUT_FILE.test(name)).flatMap((name) => readRows(join(folder, name)).map(issueId)),
  );
  const issues = new Map<string, Issue>();
  for (const name of files.filter((one) => !HELD_OUT_FILE.test(one))) {
    for (const row of readRows(join(folder, name))) {
      const issue = heldOut.has(row.instance_id) ? undefined : parseIssue(row);
      if (issue !== undefined) issues.set(issue.id, issue);
    }
  }
  return [...issues.values()]
    .filter(({ repository }) => only === undefined || only.some((part) => repository.includes(part)))
    .sort((a, b) => compare(a.repository, b.repository) || compare(a.id, b.id));
}

/** @returns `undefined` if the fix changes no line of Python, JavaScript or TypeScript source */
export function parseIssue(row: Row): Issue | undefined {
  const gold = parseGoldLines(row.fix_patch ?? row.patch ?? "");
  const [file] = gold.keys();
  if (file === undefined) return undefined;
  const written = (row.resolved_issues ?? []).map(({ title, body }) => `${title}\n${body ?? ""}`).join("\n\n");
  return {
    id: row.instance_id,
    repository: row.org === undefined ? row.repo : `${row.org}/${row.repo}`,
    baseCommit: row.base?.sha ?? row.base_commit ?? "",
    text: (row.problem_statement ?? written).trim().slice(0, MAX_TEXT),
    gold,
    language: file.endsWith(".py") ? "python" : "javascript",
  };
}

function readRows(path: string): Row[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

function issueId({ instance_id }: Row): string {
  return instance_id;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
