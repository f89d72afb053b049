/** Declarations and call sites of Python files, from Python's own parser. */
import { execFileSync } from "node:child_process";
import { CALL_SITES_SCRIPT } from "../../paths.js";
import type { Stretch } from "../oracle.js";

/** A declaration outside function bodies. */
export interface PythonDeclaration extends Stretch {
  readonly path: string;
  readonly name: string;
  readonly kind: "class" | "function" | "abstract" | "property" | "variable";
  readonly line: number;
  readonly col: number;
}

/** A variable, parameter or attribute that is assigned a name's value, or the result of calling it. */
export interface PythonAlias {
  readonly line: number;
  readonly col: number;
  /** Place of the assigned name. */
  readonly at: readonly [number, number];
  /** Whether the name is called: the result may be a function inside it, which counts as the name itself. */
  readonly isMade: boolean;
}

/** A call site in Python source. */
export interface PythonSite {
  readonly line: number;
  readonly col: number;
  /** Empty for subscripts and for results of calls. */
  readonly name: string;
  /** `misplaced`: inside a formatted string or without a name, so that the position cannot be queried. */
  readonly form: "call" | "decorator" | "access" | "misplaced";
  /** The expression before the dot: a name, `super()`, or `…`. */
  readonly object: string | null;
  /** Where the callee comes from, of a member its object, apart from names. */
  readonly source: string;
}

/** A function or class inside a function, with the place of its name. */
export interface PythonNested {
  readonly line: number;
  readonly col: number;
  /** Places of the names of a class's bases if one of them has the constructor that the class runs. */
  readonly constructors: readonly (readonly [number, number])[];
}

/** Declarations and sites of one file. */
export interface PythonFile {
  readonly file: string;
  readonly declarations: readonly PythonDeclaration[];
  /** Functions and classes inside functions. */
  readonly nested: readonly PythonNested[];
  readonly sites: readonly PythonSite[];
  readonly aliases: readonly PythonAlias[];
  readonly bases: readonly { readonly path: string; readonly name: string; readonly at: readonly [number, number] }[];
}

const MAX_OUTPUT = 2 ** 30;

/** Parses the files; files that do not parse are left out. */
export function readCallSites(root: string, files: readonly string[]): PythonFile[] {
  const output = execFileSync("python3", ["-W", "ignore", CALL_SITES_SCRIPT, root], {
    input: files.join("\n"),
    maxBuffer: MAX_OUTPUT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = output.toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as PythonFile);
}
