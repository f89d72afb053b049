/**
 * Baselines on the parent's files with the same question, each filled to the same tokens: files by BM25 and by keyword
 * count, read from the top until the tokens are used up; symbols by BM25 over their text, each printed as a line of
 * place and signature.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { isTextStopWord, stem } from "@sdl/model/text";
import type { CountTokens } from "@sdl/slice";
import { Bm25, wholeWords, wordParts } from "./bm25.js";

/** Names of the baselines. */
export const BASELINES = ["files", "grep", "symbols", "symbolsSplit"] as const;
/** One of {@link BASELINES}. */
export type Baseline = (typeof BASELINES)[number];

/** Result of a search method. */
export interface BaselineResult {
  /** Symbols, best first; empty if the method ranks files. */
  readonly symbols: readonly SymbolHandle[];
  /** Files, best first. */
  readonly files: readonly string[];
  /** Symbols that fit into the tokens. */
  readonly held: ReadonlySet<SymbolHandle>;
}

interface Document {
  readonly symbol: SymbolHandle;
  readonly file: string;
  /** Place and signature. */
  readonly line: string;
}

/** Search methods to compare with. The files of one version are indexed once; then any number of queries can be run. */
export class Baselines {
  private readonly texts: ReadonlyMap<string, string>;
  private readonly files: readonly string[];
  private readonly documents: readonly Document[];
  private readonly overFiles: Bm25;
  private readonly overSymbols: Bm25;
  private readonly overParts: Bm25;

  constructor(
    private readonly graph: SymbolGraph,
    root: string,
    private readonly budget: { readonly tokens: number; readonly countTokens: CountTokens },
  ) {
    this.files = graph.files().filter((file) => !file.includes(":"));
    this.texts = new Map(this.files.map((file) => [file, readText(join(root, file))]));
    const symbols = this.files.flatMap((file) =>
      graph.fileSymbols(file).filter((one) => graph.kindOf(one) !== "module"),
    );
    this.documents = symbols.map((symbol) => this.documentOf(symbol));
    const lines = new Map([...this.texts].map(([file, text]) => [file, text.split("\n")]));
    const bodies = symbols.map((symbol) => {
      const { file, range } = graph.symbol(symbol);
      return (lines.get(file) ?? []).slice(range.startLine - 1, range.endLine).join("\n");
    });
    this.overFiles = new Bm25(this.texts.values(), wholeWords);
    this.overSymbols = new Bm25(bodies, wholeWords);
    this.overParts = new Bm25(bodies, wordParts);
  }

  find(question: string): Record<Baseline, BaselineResult> {
    return {
      files: this.filled(this.overFiles.rank(question).map((at) => this.files[at] ?? "")),
      grep: this.filled(this.byKeywords(question)),
      symbols: this.filledSymbols(this.overSymbols.rank(question)),
      symbolsSplit: this.filledSymbols(this.overParts.rank(question)),
    };
  }

  /** Files by `git grep -c` of every keyword: most keywords first, then most hits. */
  private byKeywords(question: string): string[] {
    const words = [...new Set(wholeWords(question))].filter((word) => word.length > 2 && !isTextStopWord(stem(word)));
    const rows = [...this.texts].map(([file, text]) => {
      const lower = text.toLowerCase();
      const hits = words.map((word) => lower.split(word).length - 1);
      return { file, words: hits.filter((count) => count > 0).length, hits: hits.reduce((a, b) => a + b, 0) };
    });
    rows.sort((a, b) => b.words - a.words || b.hits - a.hits || (a.file < b.file ? -1 : 1));
    return rows.filter(({ hits }) => hits > 0).map(({ file }) => file);
  }

  /**
   * Reads whole files until the tokens are used up, the last one in part; a symbol is held if its first line is read.
   */
  private filled(files: readonly string[]): BaselineResult {
    const held = new Set<SymbolHandle>();
    let left = this.budget.tokens;
    for (const file of files) {
      const lines = (this.texts.get(file) ?? "").split("\n");
      let read = 0;
      while (read < lines.length) {
        const cost = this.budget.countTokens(`${lines[read] ?? ""}\n`);
        if (cost > left) break;
        left -= cost;
        read++;
      }
      for (const symbol of this.graph.fileSymbols(file)) if (this.graph.symbol(symbol).line <= read) held.add(symbol);
      if (read < lines.length) break;
    }
    return { symbols: [], files, held };
  }

  private filledSymbols(ranked: readonly number[]): BaselineResult {
    const found = ranked.flatMap((at) => this.documents[at] ?? []);
    const held = new Set<SymbolHandle>();
    let left = this.budget.tokens;
    for (const { symbol, line } of found) {
      left -= this.budget.countTokens(line);
      if (left < 0) break;
      held.add(symbol);
    }
    return { symbols: found.map(({ symbol }) => symbol), files: [...new Set(found.map(({ file }) => file))], held };
  }

  private documentOf(symbol: SymbolHandle): Document {
    const { file, line, kind, qualifiedName } = this.graph.symbol(symbol);
    const signature = this.graph.details(symbol).signature?.text ?? qualifiedName;
    return { symbol, file, line: `${file}:${line} ${kind} ${signature}\n` };
  }
}

/** Text of a file; empty if it cannot be read. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
