/**
 * Files that memories are about, followed into a graph after a rename or a move. What a file held is kept as a mark: names and fingerprints of
 * its symbols. No git and no file is read.
 * Pure: the same mark and graph give the same path on every machine.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";

/** A linked file as it was when it was seen first. */
export interface FileMark {
  /** Repository-relative. */
  readonly file: string;
  /** `name:fingerprint` of its largest symbols; of the whole file, as `.`, where it has none. */
  readonly symbols: readonly string[];
  /** Files that held the same then: copies, so the file has not moved there. */
  readonly copies: readonly string[];
}

interface FollowedFile {
  /** Today's path; the linked one where the file is gone. */
  readonly file: string;
  readonly isGone: boolean;
}

const MAX_SYMBOLS = 16;
const MAX_COPIES = 8;
/** Files, or symbols, of one name that are looked through. */
const MAX_NAMESAKES = 50;
/** Files that are compared with one that has no symbols. */
const MAX_NAMELESS = 2000;
const FINGERPRINT_DIGITS = 8;
/** The name under which a mark holds the whole file. */
const WHOLE = ".";
/** Share of the marked symbols that a moved and edited file must still hold. Source: what git takes for a rename. */
const LEAST_ALIKE = 0.5;
/** A symbol of the same name with another body. */
const SAME_NAME = 0.5;

/** @returns `undefined` for a file that the graph does not have */
export function markFile(graph: SymbolGraph, file: string): FileMark | undefined {
  const symbols = rowsOf(graph, file);
  if (symbols.length === 0) return undefined;
  const mark = { file, symbols: symbols.slice(0, MAX_SYMBOLS), copies: [] };
  const copies = filesAlike(graph, mark).map(({ file: other }) => other);
  return { ...mark, copies: copies.slice(0, MAX_COPIES) };
}

/**
 * A file that is there has not moved, whatever was copied from it. Of several files that hold the same, the one whose path is most alike.
 * @param mark of the file where it was seen last; without one it is not followed
 */
export function followFile(graph: SymbolGraph, linked: string, mark: FileMark | undefined): FollowedFile {
  if (mark === undefined) return { file: linked, isGone: false };
  const { file } = mark;
  if (graph.fileSymbols(file).length > 0) return { file, isGone: false };
  const copies = new Set(mark.copies);
  const alike = filesAlike(graph, mark).filter(({ file: other }) => !copies.has(other));
  const ranked = alike
    .map((one) => ({ ...one, path: pathLikeness(file, one.file) }))
    .sort((a, b) => b.share - a.share || b.path - a.path);
  const [best, next] = ranked;
  const isOne = best !== undefined && (next === undefined || best.share > next.share || best.path > next.path);
  return isOne ? { file: best.file, isGone: false } : { file, isGone: true };
}

interface AlikeFile {
  readonly file: string;
  /** 0..1, of the mark. */
  readonly share: number;
}

/** Other files that hold at least half of what the mark says. */
function filesAlike(graph: SymbolGraph, mark: FileMark): readonly AlikeFile[] {
  const alike: AlikeFile[] = [];
  for (const file of candidates(graph, mark)) {
    const share = shareIn(graph, mark, file);
    if (share >= LEAST_ALIKE) alike.push({ file, share });
  }
  return alike;
}

/** Files of symbols of the marked names, and those of the same last name; a file without names may be anywhere. Names that are everywhere say nothing. */
function candidates(graph: SymbolGraph, { file, symbols }: FileMark): ReadonlySet<string> {
  const names = symbols.map(nameOf).filter((name) => name !== WHOLE);
  const last = file.slice(file.lastIndexOf("/") + 1);
  const isNear = (path: string): boolean => names.length === 0 || path.endsWith(`/${last}`) || path === last;
  const found = new Set(
    mostAlike(file, graph.files().filter(isNear), names.length === 0 ? MAX_NAMELESS : MAX_NAMESAKES),
  );
  for (const name of names) {
    const namesakes = graph.symbolsNamed(name.slice(name.lastIndexOf(".") + 1));
    if (namesakes.length <= MAX_NAMESAKES) for (const symbol of namesakes) found.add(graph.fileOf(symbol));
  }
  found.delete(file);
  return found;
}

function mostAlike(file: string, paths: readonly string[], count: number): readonly string[] {
  if (paths.length <= count) return paths;
  const ranked = paths.map((path) => ({ path, likeness: pathLikeness(file, path) }));
  return ranked
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ path }) => path);
}

/** Names alone are no evidence: at least one symbol must be as it was. */
function shareIn(graph: SymbolGraph, { symbols }: FileMark, file: string): number {
  const rows = new Set(rowsOf(graph, file));
  const names = new Set([...rows].map(nameOf));
  const same = symbols.filter((row) => rows.has(row)).length;
  const renewed = symbols.filter((row) => !rows.has(row) && names.has(nameOf(row))).length;
  return same === 0 ? 0 : (same + SAME_NAME * renewed) / symbols.length;
}

/** Of the file's symbols, the largest first; of the whole file where it has none. */
function rowsOf(graph: SymbolGraph, file: string): readonly string[] {
  const [module, ...members] = graph.fileSymbols(file);
  if (module === undefined) return [];
  const sized = members.map((symbol) => {
    const { range, qualifiedName } = graph.symbol(symbol);
    return { lines: range.endLine - range.startLine, row: rowOf(graph, symbol, qualifiedName) };
  });
  sized.sort((a, b) => b.lines - a.lines || (a.row < b.row ? -1 : 1));
  // A comma or a space in a name would read as the next row.
  const rows = new Set(sized.map(({ row }) => row).filter((row) => !/[\s,]/.test(row)));
  return rows.size > 0 ? [...rows] : [rowOf(graph, module, WHOLE)];
}

function rowOf(graph: SymbolGraph, symbol: SymbolHandle, name: string): string {
  return `${name}:${graph.details(symbol).astFingerprint.slice(-FINGERPRINT_DIGITS)}`;
}

function nameOf(row: string): string {
  return row.slice(0, row.lastIndexOf(":"));
}

/** Folders and the name that both have at their beginnings and ends: a renamed folder leaves the end as it was, a renamed file the beginning. */
function pathLikeness(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  return commonLength(a, b) + commonLength([...a].reverse(), [...b].reverse());
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((part, i) => part !== b[i]);
  return differs < 0 ? a.length : differs;
}
