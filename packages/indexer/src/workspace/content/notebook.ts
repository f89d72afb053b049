/**
 * Reader of notebooks (`.ipynb`): the text of their code cells. Outputs and images are never part of it.
 * Source: the notebook format, nbformat 3 and 4.
 */
import { cellMark, isNotebook, LINES_PER_CELL, markedCell } from "@sdl/model/paths";

/** Notebooks hold outputs, so that their files may be larger than sources: this many times as large. */
const MAX_SIZE_RATIO = 16;

/** Largest size of a file that is read, in bytes. */
export function maxBytesOf(path: string, maxFileBytes: number): number {
  return isNotebook(path) ? maxFileBytes * MAX_SIZE_RATIO : maxFileBytes;
}

/** Why a notebook is not indexed. */
export type NotebookProblem = "broken-notebook" | "notebook-language" | "too-large";

/** The code cells as one text, each below a line that marks it; or why there is none. */
export function notebookText(json: string): { readonly text: string } | { readonly problem: NotebookProblem } {
  const notebook = parse(json);
  if (notebook === undefined) return { problem: "broken-notebook" };
  const cells = cellsOf(notebook);
  if (cells === undefined) return { problem: "broken-notebook" };
  const language = languageOf(notebook);
  if (language !== undefined && !/^(?:i?python|xpython)/i.test(language)) return { problem: "notebook-language" };
  const parts: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const code = codeOf(cell);
    if (code === undefined) continue;
    const lines = code.split(/\r\n|\r|\n/);
    if (lines.length >= LINES_PER_CELL) return { problem: "too-large" };
    // A line that looks like a mark must not number the lines below it.
    parts.push(cellMark(index + 1), ...lines.map((line) => (markedCell(line) === undefined ? line : `${line} `)));
  }
  return { text: parts.length === 0 ? "" : `${parts.join("\n")}\n` };
}

type Json = Readonly<Record<string, unknown>>;

function parse(json: string): Json | undefined {
  try {
    return asObject(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function cellsOf(notebook: Json): readonly unknown[] | undefined {
  const { cells, worksheets } = notebook;
  if (Array.isArray(cells)) return cells;
  if (!Array.isArray(worksheets)) return undefined;
  return worksheets.flatMap((sheet: unknown) => {
    const inner = asObject(sheet)?.["cells"];
    return Array.isArray(inner) ? inner : [];
  });
}

/** The source of a code cell, `input` in nbformat 3. */
function codeOf(cell: unknown): string | undefined {
  const object = asObject(cell);
  if (object?.["cell_type"] !== "code") return undefined;
  const source = object["source"] ?? object["input"];
  if (typeof source === "string") return source;
  return Array.isArray(source) ? source.filter((part) => typeof part === "string").join("") : undefined;
}

/** The kernel's language. */
function languageOf({ metadata }: Json): string | undefined {
  const object = asObject(metadata);
  const names = [asObject(object?.["language_info"])?.["name"], asObject(object?.["kernelspec"])?.["language"]];
  return names.find((name): name is string => typeof name === "string" && name !== "");
}

function asObject(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}
