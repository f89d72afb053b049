/**
 * Term index over any graph, built from its names, signatures, docs and paths. Fields for bodies and literals are empty, because a graph contains
 * no source. For tests, and for tools without an index.
 */
import type { Postings, SymbolGraph, TermIndex } from "../graph/symbol-graph.js";
import type { SymbolHandle } from "../ids.js";
import { addFrequency, FieldIndex, TERM_FIELDS } from "../text/term-fields.js";
import { identifierTerms, isTextStopWord, pathTermsOf, termHash, wordsOf } from "../text/terms.js";

const NO_POSTINGS: Postings = { symbols: new Uint32Array(0), frequencies: new Uint32Array(0) };

/** Postings, lengths and names of a graph's symbols. */
export class InMemoryTermIndex implements TermIndex {
  readonly documentCount: number;
  readonly meanLengths: readonly number[];
  private readonly lengths = new Map<SymbolHandle, number[]>();
  private readonly lists = new Map<number, Map<SymbolHandle, number>>();
  private readonly sortedNames: readonly string[];

  constructor(graph: SymbolGraph) {
    const names = new Set<string>();
    for (const path of graph.files()) {
      for (const handle of graph.fileSymbols(path)) {
        names.add(graph.symbol(handle).name);
        this.addSymbol(graph, handle);
      }
    }
    this.documentCount = this.lengths.size;
    this.meanLengths = TERM_FIELDS.map((_, field) => {
      const total = [...this.lengths.values()].reduce((sum, lengths) => sum + (lengths[field] ?? 0), 0);
      return total / Math.max(this.documentCount, 1);
    });
    this.sortedNames = [...names].sort((a, b) => (a < b ? -1 : 1));
  }

  postings(term: number): Postings {
    const list = this.lists.get(term);
    if (list === undefined) return NO_POSTINGS;
    const entries = [...list].sort((a, b) => a[0] - b[0]);
    return {
      symbols: Uint32Array.from(entries, ([symbol]) => symbol),
      frequencies: Uint32Array.from(entries, ([, packed]) => packed),
    };
  }

  length(symbol: SymbolHandle, field: number): number {
    return this.lengths.get(symbol)?.[field] ?? 0;
  }

  names(): readonly string[] {
    return this.sortedNames;
  }

  nameBlocks(): readonly (readonly string[])[] {
    return [this.sortedNames];
  }

  namesStarting(first: string): readonly string[] {
    return this.names().filter((name) => name.startsWith(first));
  }

  private addSymbol(graph: SymbolGraph, handle: SymbolHandle): void {
    const record = graph.symbol(handle);
    const { signature, doc } = graph.details(handle);
    const types = (signature?.params ?? []).flatMap((param) => [param.name, param.type ?? ""]);
    this.lengths.set(handle, new Array<number>(TERM_FIELDS.length).fill(0));
    this.addText(handle, FieldIndex.Name, record.name);
    this.addText(
      handle,
      FieldIndex.Signature,
      [...types, signature?.returns ?? "", ...(signature?.generics ?? [])].join(" "),
    );
    this.addText(handle, FieldIndex.Doc, doc ?? "");
    for (const { hash, count } of pathTermsOf(record.file)) this.add(handle, FieldIndex.Path, hash, count);
  }

  private addText(handle: SymbolHandle, field: number, text: string): void {
    for (const term of wordsOf(text).flatMap(identifierTerms)) {
      if (field === FieldIndex.Doc && isTextStopWord(term)) continue;
      this.add(handle, field, termHash(term), 1);
    }
  }

  private add(handle: SymbolHandle, field: number, hash: number, count: number): void {
    let list = this.lists.get(hash);
    if (list === undefined) {
      list = new Map();
      this.lists.set(hash, list);
    }
    list.set(handle, addFrequency(list.get(handle) ?? 0, field, count));
    const lengths = this.lengths.get(handle);
    if (lengths !== undefined) lengths[field] = (lengths[field] ?? 0) + count;
  }
}
