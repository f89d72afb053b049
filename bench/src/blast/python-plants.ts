/**
 * Signature breaks that can be planted into Python files without moving lines; Python's own parser gives the places.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PLANTS_SCRIPT } from "../paths.js";
import type { Plant, PlantKind } from "./plants.js";

/** Line from 1, column from 0 in UTF-16 units. */
type Place = readonly [number, number];

interface PythonFunction {
  readonly name: string;
  readonly isMethod: boolean;
  /** Whether the function is the only member of its class. */
  readonly isOnly: boolean;
  readonly at: Place;
  /** Place for another parameter. */
  readonly parameters: Place | null;
  readonly returns: readonly [Place, Place] | null;
  readonly whole: readonly [Place, Place];
}

const MAX_OUTPUT = 2 ** 28;
/** A type that no value has: it cannot be called or iterated, and has no expected attribute. */
const STRANGE = "BaseException";

/** Functions by file; files that do not parse have none. */
export function readFunctions(root: string, files: readonly string[]): ReadonlyMap<string, readonly PythonFunction[]> {
  const output = execFileSync("python3", ["-W", "ignore", PLANTS_SCRIPT, root], {
    input: files.join("\n"),
    maxBuffer: MAX_OUTPUT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = output.toString("utf8").split("\n");
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => {
        const { file, plants } = JSON.parse(line) as { file: string; plants: readonly PythonFunction[] };
        return [file, plants];
      }),
  );
}

/** Plants of one kind in the functions of a file. */
export function pythonPlants(
  root: string,
  file: string,
  functions: readonly PythonFunction[],
  kind: PlantKind,
): Plant[] {
  const text = readFileSync(join(root, file), "utf8");
  const starts = lineStarts(text);
  const offset = ([line, col]: Place): number => (starts[line - 1] ?? 0) + col;
  return functions.flatMap((one) => {
    const put = (from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to);
    const planted = plantedText(one, kind, { text, offset, put });
    return planted === undefined ? [] : [{ kind, file, name: one.name, position: offset(one.at), text: planted }];
  });
}

interface Editing {
  readonly text: string;
  offset(place: Place): number;
  put(from: number, to: number, by: string): string;
}

/** @returns `undefined` if the function has no place for the plant */
function plantedText(one: PythonFunction, kind: PlantKind, { text, offset, put }: Editing): string | undefined {
  const { parameters, returns, whole, at, name, isMethod, isOnly } = one;
  switch (kind) {
    case "parameter":
      return parameters === null ? undefined : put(offset(parameters), offset(parameters), ", sdl_planted: object");
    case "returns": {
      if (returns === null) return undefined;
      const [from, to] = [offset(returns[0]), offset(returns[1])];
      return put(from, to, `(${STRANGE}${newlines(text.slice(from, to))})`);
    }
    case "removed": {
      const [from, to] = [offset(whole[0]), offset(whole[1])];
      return isMethod ? put(from, to, `${isOnly ? "pass" : ""}${newlines(text.slice(from, to))}`) : undefined;
    }
    case "renamed":
      return isMethod ? put(offset(at), offset(at) + name.length, "sdl_renamed") : undefined;
  }
}

function newlines(text: string): string {
  return text.replace(/[^\n]/g, "");
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return starts;
}
