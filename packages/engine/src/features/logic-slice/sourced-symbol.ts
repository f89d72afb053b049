/** Symbols with their source, the entries of logic slices. */
import { skeletonText } from "@sdl/indexer";
import { type Range, SdlError, type SymbolHandle } from "@sdl/model";
import { openSources, type SourceFile, type SourceReader } from "@sdl/repository/source";
import type { Query } from "../../query/run-query.js";
import { labelOf, type SymbolLabel } from "../../query/symbol-ref.js";
import type { SourceForm } from "../../registry/policy.js";
import { parseSection, symbolSection } from "../code/syntax-of.js";

/** A symbol with its source, or the reason why it has none. */
export interface SourcedSymbol extends SymbolLabel {
  readonly endLine: number;
  /** Absent if another entry's text contains it, or if it cannot be read. */
  readonly source?: string;
  /** Id of the entry whose text contains this symbol. */
  readonly containedIn?: string;
  /** Why the text cannot be read. */
  readonly unavailable?: string;
  /** Number of lines left out at the end. */
  readonly linesCut?: number;
}

/** Reads sources or skeletons in the slice's order; a symbol inside an earlier entry refers to that entry instead of repeating its text. */
export class SourcedSymbols {
  private readonly ids = new Map<SymbolHandle, string>();

  private readonly graph: Query["graph"];
  private readonly sources: SourceReader;

  constructor(
    query: Query,
    private readonly form: SourceForm,
  ) {
    this.graph = query.graph;
    this.sources = openSources(query);
  }

  /** Adds entries of earlier pages, which later symbols may refer to. */
  addKnownEntries(entries: Iterable<readonly [SymbolHandle, string]>): void {
    for (const [handle, id] of entries) this.ids.set(handle, id);
  }

  /** @throws {SdlError} any error of `SourceReader` */
  async read(handle: SymbolHandle): Promise<SourcedSymbol> {
    this.ids.set(handle, this.graph.symbol(handle).id);
    if (this.form === "none") return this.sourcedPlace(handle);
    const { symbol, source } = await this.sources.locate(handle);
    const place = { ...labelOf(symbol), endLine: symbol.range.endLine };
    if (this.form === "bodies") return { ...place, source: source.slice(includeIndent(source, symbol.range)) };
    if (source.language === undefined) return { ...place, unavailable: "no excerpt: this file type has no grammar" };
    return { ...place, source: await this.readSkeleton(handle) };
  }

  private sourcedPlace(handle: SymbolHandle): SourcedSymbol {
    const record = this.graph.symbol(handle);
    return { ...labelOf(record), endLine: record.range.endLine };
  }

  private async readSkeleton(handle: SymbolHandle): Promise<string> {
    const section = await symbolSection(this.sources, this.graph, handle);
    return parseSection(section, ({ source, language, from, to, tree }) =>
      skeletonText(tree, { language, shown: source.text(from, to), from, to, identifiers: [] }),
    );
  }

  /** Reads a dependency. If its file cannot be read, the entry has no text but a reason. */
  async readDependency(handle: SymbolHandle): Promise<SourcedSymbol> {
    const place = this.sourcedPlace(handle);
    const outer = this.findOuterEntry(handle);
    if (outer !== undefined) return { ...place, containedIn: outer };
    try {
      return await this.read(handle);
    } catch (error) {
      if (!(error instanceof SdlError) || error.code === "corrupt_store") throw error;
      return { ...place, unavailable: error.message };
    }
  }

  private findOuterEntry(handle: SymbolHandle): string | undefined {
    let { container } = this.graph.symbol(handle);
    while (container !== undefined) {
      const id = this.ids.get(container);
      if (id !== undefined) return id;
      container = this.graph.symbol(container).container;
    }
    return undefined;
  }
}

/** Extends a range to include the first line's indentation, so that it is aligned with the other lines. */
function includeIndent(source: SourceFile, range: Range): Range {
  const isIndent = source.line(range.startLine).slice(0, range.startCol).trim() === "";
  return isIndent ? { ...range, startCol: 0 } : range;
}

/** A copy with the first lines of the source. @param lines maximum, at least 1 */
export function firstLines(symbol: SourcedSymbol, lines: number): SourcedSymbol {
  const all = symbol.source?.split("\n") ?? [];
  if (all.length <= lines) return symbol;
  const linesCut = all.length - lines + (symbol.linesCut ?? 0);
  return { ...symbol, source: all.slice(0, lines).join("\n"), linesCut };
}
