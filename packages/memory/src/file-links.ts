/**
 * Links from memories to files, followed in a graph after a rename or move. A fingerprint of the linked file's content is stored: names and
 * fingerprints of its symbols. Reads neither git nor files.
 * Pure: the same fingerprint and graph give the same path on every machine.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";

/** Fingerprint of a linked file when it was first seen. */
export interface FileFingerprint {
  /** Repository-relative path. */
  readonly file: string;
  /** `name:fingerprint` of the largest symbols; if the file has no symbols, that of the whole file, with the name `.`. */
  readonly symbols: readonly string[];
  /** Files with the same content at that time: they are copies, so the file cannot have moved there. */
  readonly copies: readonly string[];
}

interface FollowedFile {
  /** Current path; the linked path if the file no longer exists. */
  readonly file: string;
  readonly isGone: boolean;
}

const MAX_SYMBOLS = 16;
const MAX_COPIES = 8;
/** Maximum number of files, or of symbols, with one name that are compared. */
const MAX_NAMESAKES = 50;
/** Maximum number of files that are compared with a file without symbols. */
const MAX_FILES_WITHOUT_SYMBOLS = 2000;
const FINGERPRINT_DIGITS = 8;
/** Name of the fingerprint row that represents the whole file. */
const WHOLE_FILE = ".";
/** Minimum share of the fingerprint's symbols that a moved and edited file must contain. Source: git's threshold for renames. */
const MIN_SIMILARITY = 0.5;
/** Weight of a symbol with the same name and a different body. */
const SAME_NAME_WEIGHT = 0.5;

/** Fingerprint of a file; `undefined` if the graph does not contain the file. */
export function fingerprintFile(graph: SymbolGraph, file: string): FileFingerprint | undefined {
  const symbols = fingerprintRows(graph, file);
  if (symbols.length === 0) return undefined;
  const mark = { file, symbols: symbols.slice(0, MAX_SYMBOLS), copies: [] };
  const copies = similarFiles(graph, mark).map(({ file: other }) => other);
  return { ...mark, copies: copies.slice(0, MAX_COPIES) };
}

/**
 * Current path of a linked file. A file that still exists has not moved, even if copies exist. Of several files with the same content, the one with
 * the most similar path is chosen.
 * @param mark fingerprint of the file where it was last seen; without it the file is not followed
 */
export function followFile(graph: SymbolGraph, linked: string, mark: FileFingerprint | undefined): FollowedFile {
  if (mark === undefined) return { file: linked, isGone: false };
  const { file } = mark;
  if (graph.fileSymbols(file).length > 0) return { file, isGone: false };
  const copies = new Set(mark.copies);
  const alike = similarFiles(graph, mark).filter(({ file: other }) => !copies.has(other));
  const ranked = alike
    .map((one) => ({ ...one, path: pathSimilarity(file, one.file) }))
    .sort((a, b) => b.share - a.share || b.path - a.path);
  const [best, next] = ranked;
  const isOne = best !== undefined && (next === undefined || best.share > next.share || best.path > next.path);
  return isOne ? { file: best.file, isGone: false } : { file, isGone: true };
}

interface SimilarFile {
  readonly file: string;
  /** Share of the fingerprint that the file contains, 0..1. */
  readonly share: number;
}

/** Other files that contain at least half of the fingerprint. */
function similarFiles(graph: SymbolGraph, mark: FileFingerprint): readonly SimilarFile[] {
  const alike: SimilarFile[] = [];
  for (const file of candidateFiles(graph, mark)) {
    const share = fingerprintShare(graph, mark, file);
    if (share >= MIN_SIMILARITY) alike.push({ file, share });
  }
  return alike;
}

/**
 * Candidates: files with symbols of the same names, and files with the same file name. A file without symbols may be any file. Frequent names are
 * ignored.
 */
function candidateFiles(graph: SymbolGraph, { file, symbols }: FileFingerprint): ReadonlySet<string> {
  const names = symbols.map(nameInRow).filter((name) => name !== WHOLE_FILE);
  const last = file.slice(file.lastIndexOf("/") + 1);
  const isNear = (path: string): boolean => names.length === 0 || path.endsWith(`/${last}`) || path === last;
  const found = new Set(
    mostSimilarPaths(
      file,
      graph.files().filter(isNear),
      names.length === 0 ? MAX_FILES_WITHOUT_SYMBOLS : MAX_NAMESAKES,
    ),
  );
  for (const name of names) {
    const namesakes = graph.symbolsNamed(name.slice(name.lastIndexOf(".") + 1));
    if (namesakes.length <= MAX_NAMESAKES) for (const symbol of namesakes) found.add(graph.fileOf(symbol));
  }
  found.delete(file);
  return found;
}

function mostSimilarPaths(file: string, paths: readonly string[], count: number): readonly string[] {
  if (paths.length <= count) return paths;
  const ranked = paths.map((path) => ({ path, likeness: pathSimilarity(file, path) }));
  return ranked
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ path }) => path);
}

/** Share of the fingerprint that a file contains. At least one symbol must be unchanged: names alone are not sufficient. */
function fingerprintShare(graph: SymbolGraph, { symbols }: FileFingerprint, file: string): number {
  const rows = new Set(fingerprintRows(graph, file));
  const names = new Set([...rows].map(nameInRow));
  const same = symbols.filter((row) => rows.has(row)).length;
  const renewed = symbols.filter((row) => !rows.has(row) && names.has(nameInRow(row))).length;
  return same === 0 ? 0 : (same + SAME_NAME_WEIGHT * renewed) / symbols.length;
}

/** Rows `name:fingerprint` of the file's symbols, largest first; one row for the whole file if it has no symbols. */
function fingerprintRows(graph: SymbolGraph, file: string): readonly string[] {
  const [module, ...members] = graph.fileSymbols(file);
  if (module === undefined) return [];
  const sized = members.map((symbol) => {
    const { range, qualifiedName } = graph.symbol(symbol);
    return { lines: range.endLine - range.startLine, row: fingerprintRow(graph, symbol, qualifiedName) };
  });
  sized.sort((a, b) => b.lines - a.lines || (a.row < b.row ? -1 : 1));
  // Names with a comma or space are omitted, because the stored text separates rows by ", ".
  const rows = new Set(sized.map(({ row }) => row).filter((row) => !/[\s,]/.test(row)));
  return rows.size > 0 ? [...rows] : [fingerprintRow(graph, module, WHOLE_FILE)];
}

function fingerprintRow(graph: SymbolGraph, symbol: SymbolHandle, name: string): string {
  return `${name}:${graph.details(symbol).astFingerprint.slice(-FINGERPRINT_DIGITS)}`;
}

function nameInRow(row: string): string {
  return row.slice(0, row.lastIndexOf(":"));
}

/**
 * Number of path segments that both paths share at their beginning and end: a renamed folder leaves the end unchanged, a renamed file the
 * beginning.
 */
function pathSimilarity(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  return commonLength(a, b) + commonLength([...a].reverse(), [...b].reverse());
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((part, i) => part !== b[i]);
  return differs < 0 ? a.length : differs;
}
