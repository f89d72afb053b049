/** Graph and term index over given documents: symbol `i` is `names[i]` in a separate file. */
import type { Postings, TermIndex } from "@sdl/model/graph";
import { InMemoryGraph } from "@sdl/model/in-memory";
import { packFrequencies, TERM_FIELDS, termHash } from "@sdl/model/text";
import type { Document } from "./naive-bm25f.js";

/** As many symbols as documents: each file has only its module symbol. */
export function graphOf(paths: readonly string[]): InMemoryGraph {
  return new InMemoryGraph({ symbols: paths.map((file) => ({ file, qualifiedName: "", kind: "module" })) });
}

export class DocumentsIndex implements TermIndex {
  readonly documentCount: number;
  readonly meanLengths: readonly number[];

  constructor(private readonly documents: readonly Document[]) {
    this.documentCount = documents.length;
    this.meanLengths = TERM_FIELDS.map(
      (_, field) => documents.reduce((sum, document) => sum + (document[field] ?? []).length, 0) / documents.length,
    );
  }

  postings(hash: number): Postings {
    const found = this.documents.flatMap((document, symbol) => {
      const counts = document.map((field) => field.filter((term) => termHash(term) === hash).length);
      return counts.some((count) => count > 0) ? [{ symbol, packed: packFrequencies(counts) }] : [];
    });
    return {
      symbols: Uint32Array.from(found, ({ symbol }) => symbol),
      frequencies: Uint32Array.from(found, ({ packed }) => packed),
    };
  }

  length(symbol: number, field: number): number {
    return this.documents[symbol]?.[field]?.length ?? 0;
  }

  names(): readonly string[] {
    return [];
  }

  nameBlocks(): readonly (readonly string[])[] {
    return [];
  }

  namesStarting(): readonly string[] {
    return [];
  }
}
