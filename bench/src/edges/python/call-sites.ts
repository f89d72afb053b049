/** Declarations and call sites of Python files, as Python's own parser sees them. */
import { execFileSync } from "node:child_process";
import { CALL_SITES_SCRIPT } from "../../paths.js";
import type { Stretch } from "../oracle.js";

export interface PythonDeclaration extends Stretch {
  readonly path: string;
  readonly name: string;
  readonly kind: "class" | "function" | "abstract" | "property" | "variable";
  readonly line: number;
  readonly col: number;
}

/** A variable, parameter or attribute that is given the value of a name, or what calling it gives. */
export interface PythonAlias {
  readonly line: number;
  readonly col: number;
  /** Where that name stands. */
  readonly at: readonly [number, number];
  /** Whether the name is called: what is made may be a function inside it, which counts as it. */
  readonly isMade: boolean;
}

export interface PythonSite {
  readonly line: number;
  readonly col: number;
  /** Empty for an item and for what a call gives. */
  readonly name: string;
  /** `misplaced`: in a formatted string, or without a name: it has no place to ask about. */
  readonly form: "call" | "decorator" | "access" | "misplaced";
  /** What stands before the dot: a name, `super()`, or `…`. */
  readonly object: string | null;
}

export interface PythonFile {
  readonly file: string;
  readonly declarations: readonly PythonDeclaration[];
  /** Names of functions and classes inside functions. */
  readonly nested: readonly (readonly [number, number])[];
  readonly sites: readonly PythonSite[];
  readonly aliases: readonly PythonAlias[];
  readonly bases: readonly { readonly path: string; readonly name: string; readonly at: readonly [number, number] }[];
}

const MAX_OUTPUT = 2 ** 30;

/** Files that do not parse are left out. */
export function readCallSites(root: string, files: readonly string[]): PythonFile[] {
  const output = execFileSync("python3", ["-W", "ignore", CALL_SITES_SCRIPT, root], {
    input: files.join("\n"),
    maxBuffer: MAX_OUTPUT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = output.toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as PythonFile);
}
