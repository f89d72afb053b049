/** Compares the definitions that SDL finds in notebooks with those that Python's own parser finds, cell by cell. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ParseEngine } from "@sdl/indexer";
import { SYMBOLS } from "@sdl/model/facts";
import { isNotebook, LINES_PER_CELL } from "@sdl/model/paths";
import { FolderSources } from "../edges/rule-graph.js";
import { NOTEBOOK_DEFINITIONS_SCRIPT } from "../paths.js";
import type { Share } from "./measure-components.js";

/** Figures of one folder. */
export interface NotebookFigures {
  readonly files: number;
  /** Cells that Python cannot parse: their definitions are not counted. */
  readonly brokenCells: number;
  readonly definitions: Share;
}

interface NotebookAnswer {
  readonly definitions: readonly (readonly [cell: number, line: number, name: string])[];
  readonly broken: number;
}

/** Measures a folder. Needs Python 3. */
export async function measureNotebooks(root: string): Promise<NotebookFigures> {
  const source = new FolderSources(root, await ParseEngine.create(["python"]), isNotebook);
  const files = [...source.files()];
  const definitions: Share = { found: 0, total: 0, missing: [] };
  let brokenCells = 0;
  const answers = askPython(files.map((file) => join(root, source.path(file))));
  files.forEach((file, index) => {
    const page = source.facts(file);
    const { rows, name, startLine, nameLine } = page.table(SYMBOLS);
    const known = new Set<string>();
    for (let row = 0; row < rows; row++)
      known.add(`${page.string(name[row] ?? 0)} ${(startLine[row] ?? 0) + (nameLine[row] ?? 0)}`);
    const answer = answers[index];
    brokenCells += answer?.broken ?? 0;
    for (const [cell, line, wanted] of answer?.definitions ?? []) {
      definitions.total++;
      if (known.has(`${wanted} ${cell * LINES_PER_CELL + line}`)) definitions.found++;
      else definitions.missing.push(`${source.path(file)} cell ${cell}:${line} ${wanted}`);
    }
  });
  return { files: files.length, brokenCells, definitions };
}

function askPython(paths: readonly string[]): readonly NotebookAnswer[] {
  const input = `${paths.join("\n")}\n`;
  const output = execFileSync("python3", [NOTEBOOK_DEFINITIONS_SCRIPT], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as NotebookAnswer);
}
