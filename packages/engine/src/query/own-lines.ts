/** Source lines of a symbol in an answer: its own lines, without those of nested functions and classes, which are symbols themselves. */
import { type Range, SdlError, type SymbolHandle, type SymbolKind } from "@sdl/model";
import type { SymbolRecord } from "@sdl/model/graph";
import { openSources, type SourceFile, type SourceReader } from "@sdl/repository/source";
import type { SourceBlock, SourceLines } from "@sdl/slice";
import { groupBy } from "../text/layout.js";
import type { Query } from "./run-query.js";

const CALLABLE: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor"]);
/** Kinds whose members' lines are not part of their own lines. */
const HOLDS_MEMBERS: ReadonlySet<SymbolKind> = new Set(["module", "class", "interface", "variable"]);

/** A symbol whose file cannot be read has no entry. Each file is read once. */
export async function readOwnLines(
  query: Query,
  symbols: readonly SymbolHandle[],
): Promise<ReadonlyMap<SymbolHandle, SourceLines>> {
  const sources = openSources(query);
  const found = new Map<SymbolHandle, SourceLines>();
  const groups = [...groupBy(symbols, (symbol) => query.graph.fileOf(symbol))];
  // All at once: a mirror reads them by one run of git.
  const files = await Promise.all(groups.map(([file]) => readFile(sources, file)));
  for (const [i, [, handles]] of groups.entries()) {
    const read = files[i];
    if (read === undefined) continue;
    const byId = new Map(read.symbols.map((symbol) => [symbol.id, symbol]));
    for (const handle of handles) {
      const symbol = byId.get(query.graph.symbol(handle).id);
      if (symbol !== undefined) found.set(handle, ownLines(read.source, symbol, read.symbols));
    }
  }
  return found;
}

/** All lines of a symbol, including nested symbols; empty if its file cannot be read. */
export async function readWholeLines(query: Query, symbol: SymbolHandle): Promise<SourceLines> {
  const { id, file } = query.graph.symbol(symbol);
  const read = await readFile(openSources(query), file);
  const found = read?.symbols.find((one) => one.id === id);
  if (read === undefined || found === undefined) return [];
  return blocksOf(read.source, found.range.startLine, found.range.endLine);
}

interface ReadFile {
  readonly source: SourceFile;
  /** Symbols with their ranges in the current text. */
  readonly symbols: readonly SymbolRecord[];
}

async function readFile(sources: SourceReader, file: string): Promise<ReadFile | undefined> {
  try {
    const source = await sources.read(file);
    return { source, symbols: await sources.symbols(source) };
  } catch (error) {
    if (error instanceof SdlError) return undefined;
    throw error;
  }
}

function ownLines(source: SourceFile, symbol: SymbolRecord, all: readonly SymbolRecord[]): SourceLines {
  const inner = HOLDS_MEMBERS.has(symbol.kind) ? all.filter((other) => isOwnPart(symbol, other)) : [];
  const blocks: SourceBlock[] = [];
  let next = symbol.range.startLine;
  const last = symbol.range.endLine;
  const ranges = inner.map(({ range }) => range).sort((a, b) => a.startLine - b.startLine);
  for (const { startLine, endLine } of [...ranges, endOfRange(last)]) {
    if (startLine > next) blocks.push(...blocksOf(source, next, Math.min(startLine - 1, last)));
    next = Math.max(next, endLine + 1);
  }
  return blocks.filter((block, index) => index === 0 || hasContent(block));
}

/** Whether a block has more than comments (of the next member) and closing brackets. */
function hasContent({ text }: SourceBlock): boolean {
  return text.split("\n").some((line) => !/^\s*(?:\/\/|\/?\*|#(?!\w)|[)\]};,]*$)/.test(line));
}

/**
 * Whether another symbol's lines are not part of the symbol's own lines: for a module every other symbol of its file, since Go declares methods
 * outside of their type; for others callables and classes in them.
 */
function isOwnPart(symbol: SymbolRecord, other: SymbolRecord): boolean {
  if (symbol.kind === "module") return other !== symbol;
  return other.container === symbol.handle && (CALLABLE.has(other.kind) || other.kind === "class");
}

function endOfRange(last: number): Pick<Range, "startLine" | "endLine"> {
  return { startLine: last + 1, endLine: last + 1 };
}

/** The lines as one block, in a notebook one for each cell, without blank lines at the ends; blocks of blank lines are left out. */
function blocksOf(source: SourceFile, first: number, last: number): SourceBlock[] {
  return source.stretches(first, last).flatMap(([start, end]) => trimmedBlock(source, start, end));
}

function trimmedBlock(source: SourceFile, first: number, last: number): SourceBlock[] {
  let startLine = first;
  let endLine = last;
  while (startLine <= endLine && source.line(startLine).trim() === "") startLine++;
  while (endLine >= startLine && source.line(endLine).trim() === "") endLine--;
  if (startLine > endLine) return [];
  const lines = Array.from({ length: endLine - startLine + 1 }, (_, index) => source.line(startLine + index));
  return [{ startLine, endLine, text: lines.join("\n") }];
}
