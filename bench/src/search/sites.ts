/** Definitions and messages of a work tree, read by Python's and TypeScript's own parsers: what queries are made from, free of SDL's own reading. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SEARCH_SITES_SCRIPT } from "../paths.js";
import { readTypescriptSites } from "./typescript-sites.js";

export interface Definition {
  readonly name: string;
  readonly kind: string;
  /** Names of the classes around it, outermost first. */
  readonly containers: readonly string[];
  /** Line of its name. */
  readonly line: number;
}

/** What a `raise`, a `throw` or a log call says. */
export interface Message {
  /** Literal text; `null` where a value stands. */
  readonly pieces: readonly (string | null)[];
  readonly line: number;
  /** Name of the innermost named function around it. */
  readonly name: string;
  /** Name of the error's class; empty for a log call. */
  readonly error: string;
}

export interface FileSites {
  readonly file: string;
  readonly definitions: readonly Definition[];
  readonly messages: readonly Message[];
}

const MAX_OUTPUT_BYTES = 1 << 28;
/** Files whose definitions nobody means who asks about the library: tests, examples, documents, builds. */
const ASIDE =
  /(?:^|\/)(?:tests?|__tests__|specs?|examples?|samples?|docs?|bench(?:mark)?s?|dist|build|vendor|static|guide|test-tsd|tstyche|test-tstyche|tools|scripts?|integration|fixtures?)(?:\/|$)|(?:^|\/)(?:test_|conftest)|[._](?:test|spec|min)\.[a-z]+$|\.d\.ts$/i;

/** @param files paths relative to the root */
export function readSites(root: string, files: readonly string[]): FileSites[] {
  const sources = files.filter((file) => !ASIDE.test(file)).sort();
  const python = sources.filter((file) => file.endsWith(".py"));
  const others = sources.filter((file) => /\.[cm]?[jt]sx?$/.test(file));
  return [
    ...readPythonSites(root, python),
    ...others.map((file) => readTypescriptSites(file, readFileSync(join(root, file), "utf8"))),
  ];
}

function readPythonSites(root: string, files: readonly string[]): FileSites[] {
  if (files.length === 0) return [];
  const output = execFileSync("python3", ["-W", "ignore", SEARCH_SITES_SCRIPT, root], {
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
