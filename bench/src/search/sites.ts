/** Definitions and messages of a work tree, read by Python's and TypeScript's own parsers: what queries are made from, free of SDL's own reading. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SEARCH_SITES_SCRIPT } from "../paths.js";
import type { FileSites } from "./file-sites.js";
import { readTypescriptSites } from "./typescript-sites.js";

const MAX_OUTPUT_BYTES = 1 << 28;
/** Files whose definitions nobody means who asks about the library: tests, examples, documents, builds. */
const ASIDE =
  /(?:^|\/)(?:tests?|__tests__|specs?|examples?|samples?|docs?|bench(?:mark)?s?|dist|build|vendor|static|guide|test-tsd|tstyche|test-tstyche|tools|scripts?|integration|fixtures?)(?:\/|$)|(?:^|\/)(?:test_|conftest)|[._](?:test|spec|min)\.[a-z]+$|\.d\.ts$/i;

/** Whether nobody who asks about the library means what the file defines. */
export function isAside(file: string): boolean {
  return ASIDE.test(file);
}

/** Reads definitions and messages. @param files paths relative to the root */
export function readSites(root: string, files: readonly string[]): FileSites[] {
  const sources = files.filter((file) => !isAside(file)).sort();
  const python = sources.filter((file) => file.endsWith(".py"));
  const others = sources.filter((file) => /\.[cm]?[jt]sx?$/.test(file));
  return [
    ...readPython<FileSites>(SEARCH_SITES_SCRIPT, root, python),
    ...others.map((file) => readTypescriptSites(file, readFileSync(join(root, file), "utf8"))),
  ];
}

/** Rows that a Python script prints of files. */
export function readPython<Row>(script: string, root: string, files: readonly string[]): Row[] {
  if (files.length === 0) return [];
  const output = execFileSync("python3", ["-W", "ignore", script, root], {
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
