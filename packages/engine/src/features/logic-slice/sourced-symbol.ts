/** Symbols with the text of their bodies, as logic slices carry them. */
import { skeletonText } from "@sdl/indexer";
import { type Range, SdlError, type SymbolHandle } from "@sdl/model";
import { openSources, type SourceFile, type SourceReader } from "@sdl/repository/source";
import type { Query } from "../../query/run-query.js";
import { labelOf, type SymbolLabel } from "../../query/symbol-ref.js";
import type { SourceForm } from "../../registry/policy.js";
import { parseStretch, symbolStretch } from "../code/syntax-of.js";

export interface SourcedSymbol extends SymbolLabel {
  readonly endLine: number;
  /** Absent where another entry's text holds it, and where the text cannot be read. */
  readonly source?: string;
  /** The entry whose text holds this one's. */
  readonly containedIn?: string;
  /** Why the text cannot be read. */
  readonly unavailable?: string;
  /** How many lines are left out at the end. */
  readonly linesCut?: number;
}

/** Bodies, or skeletons of them, in the order of a slice: what stands inside an earlier entry is named, not repeated. */
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

  /** Entries of earlier pages. */
  hold(entries: Iterable<readonly [SymbolHandle, string]>): void {
    for (const [handle, id] of entries) this.ids.set(handle, id);
  }

  /** @throws {SdlError} what the reader throws */
  async read(handle: SymbolHandle): Promise<SourcedSymbol> {
    this.ids.set(handle, this.graph.symbol(handle).id);
    if (this.form === "none") return this.placeOf(handle);
    const { symbol, source } = await this.sources.locate(handle);
    const place = { ...labelOf(symbol), endLine: symbol.range.endLine };
    if (this.form === "bodies") return { ...place, source: source.slice(indented(source, symbol.range)) };
    if (source.language === undefined)
      return { ...place, unavailable: "this file has no syntax to take an excerpt by" };
    return { ...place, source: await this.skeletonOf(handle) };
  }

  private placeOf(handle: SymbolHandle): SourcedSymbol {
    const record = this.graph.symbol(handle);
    return { ...labelOf(record), endLine: record.range.endLine };
  }

  private async skeletonOf(handle: SymbolHandle): Promise<string> {
    const stretch = await parseStretch(await symbolStretch(this.sources, this.graph, handle));
    const { source, language, from, to, tree } = stretch;
    return skeletonText(tree, { language, shown: source.text(from, to), from, to, identifiers: [] });
  }

  /** A dependency that has gone from the disk is still one: it comes without its text. */
  async readDependency(handle: SymbolHandle): Promise<SourcedSymbol> {
    const place = this.placeOf(handle);
    const outer = this.outerEntry(handle);
    if (outer !== undefined) return { ...place, containedIn: outer };
    try {
      return await this.read(handle);
    } catch (error) {
      if (!(error instanceof SdlError) || error.code === "corrupt_store") throw error;
      return { ...place, unavailable: error.message };
    }
  }

  private outerEntry(handle: SymbolHandle): string | undefined {
    let { container } = this.graph.symbol(handle);
    while (container !== undefined) {
      const id = this.ids.get(container);
      if (id !== undefined) return id;
      container = this.graph.symbol(container).container;
    }
    return undefined;
  }
}

/** With what indents the first line, as the others have it, too. */
function indented(source: SourceFile, range: Range): Range {
  const isIndent = source.line(range.startLine).slice(0, range.startCol).trim() === "";
  return isIndent ? { ...range, startCol: 0 } : range;
}

/** The first lines of a body. @param lines at least 1 */
export function firstLines(symbol: SourcedSymbol, lines: number): SourcedSymbol {
  const all = symbol.source?.split("\n") ?? [];
  if (all.length <= lines) return symbol;
  const linesCut = all.length - lines + (symbol.linesCut ?? 0);
  return { ...symbol, source: all.slice(0, lines).join("\n"), linesCut };
}
