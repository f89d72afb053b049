/**
 * Parses a symbol reference written as one text: `src/cart.ts:9`, `src/cart.ts#total`, `total (src/cart.ts:9)`. Pure: knows no index, so that a
 * text may have several readings.
 */
import { LINES_PER_CELL } from "@sdl/model/paths";

/** One reading of a text as a location in a file. */
export interface ParsedPlace {
  /** Path as written. */
  readonly path: string;
  readonly line?: number;
  readonly name?: string;
}

/** `total (src/cart.ts:9)`, the form in which answers list symbols. */
const LISTED = /^(?<name>\S.*?)\s+\((?<path>[^()]+?):(?<line>\d+)\)$/;
/** `src/cart.ts:9`, `src/cart.ts:9:4`, `src/cart.ts:9-20`, `src/cart.ts#L9`. */
const AT_LINE = /^(?<path>.+?)(?::|#L)(?<line>\d+)(?:(?::|-L?)\d+)?$/;
/** `nb.ipynb cell 3:4`, as answers name lines of notebooks. */
const IN_CELL = /^(?:(?<name>\S.*?)\s+\()?(?<path>[^()]+?\.ipynb)[:\s]\s*cell (?<cell>\d+):(?<row>\d+)(?:-\d+)?\)?$/;
const SEPARATORS = ["#", "::"] as const;

/** All readings, likeliest first; the last one is the whole text as a path. */
export function parsePlaces(text: string): readonly ParsedPlace[] {
  const listed = LISTED.exec(text)?.groups;
  const atLine = AT_LINE.exec(text)?.groups;
  const inCell = IN_CELL.exec(text)?.groups;
  return [
    ...(inCell === undefined ? [] : [toPlace({ ...inCell, line: cellLine(inCell) })]),
    ...(listed === undefined ? [] : [toPlace(listed)]),
    ...(atLine === undefined ? [] : [toPlace(atLine)]),
    ...SEPARATORS.flatMap((separator) => namedIn(text, separator)),
    { path: text },
  ];
}

/** Whether a text is a path by its form, even if no such file is known. */
export function looksLikePath(text: string): boolean {
  return /[\\/]/.test(text) || /\.(?:[cm]?[jt]sx?|pyi?|vue|svelte|astro|ipynb|json|ya?ml|toml)$/.test(text);
}

function cellLine({ cell, row }: Readonly<Record<string, string | undefined>>): string {
  return String(Number(cell) * LINES_PER_CELL + Number(row));
}

function toPlace({ path = "", line = "", name }: Readonly<Record<string, string | undefined>>): ParsedPlace {
  return { path, line: Number(line), ...(name === undefined ? {} : { name }) };
}

function namedIn(text: string, separator: string): ParsedPlace[] {
  const at = text.indexOf(separator);
  if (at <= 0 || at + separator.length >= text.length) return [];
  return [{ path: text.slice(0, at), name: text.slice(at + separator.length) }];
}
