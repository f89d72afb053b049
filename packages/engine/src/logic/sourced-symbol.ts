/** Symbols with the text of their bodies, as logic slices carry them. */
import { SdlError, type SymbolHandle } from "@sdl/model";
import type { Query } from "../queries/pinned.js";
import { labelOf, type SymbolLabel } from "../queries/symbol-ref.js";
import { openSources, type SourceReader } from "../source/index.js";

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

/** Bodies in the order of a slice: what stands inside an earlier entry is named, not repeated. */
export class SourcedSymbols {
  private readonly ids = new Map<SymbolHandle, string>();

  private constructor(
    private readonly graph: Query["graph"],
    private readonly sources: SourceReader,
  ) {}

  static async open(query: Query): Promise<SourcedSymbols> {
    return new SourcedSymbols(query.graph, await openSources(query));
  }

  /** Entries of earlier pages. */
  hold(entries: Iterable<readonly [SymbolHandle, string]>): void {
    for (const [handle, id] of entries) this.ids.set(handle, id);
  }

  /** @throws {SdlError} what the reader throws */
  async read(handle: SymbolHandle): Promise<SourcedSymbol> {
    this.ids.set(handle, this.graph.symbol(handle).id);
    const { symbol, source } = await this.sources.locate(handle);
    return { ...labelOf(symbol), endLine: symbol.range.endLine, source: source.slice(symbol.range) };
  }

  /** A dependency that has gone from the disk is still one: it comes without its text. */
  async readDependency(handle: SymbolHandle): Promise<SourcedSymbol> {
    const record = this.graph.symbol(handle);
    const place = { ...labelOf(record), endLine: record.range.endLine };
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

/** The first lines of a body. @param lines at least 1 */
export function firstLines(symbol: SourcedSymbol, lines: number): SourcedSymbol {
  const all = symbol.source?.split("\n") ?? [];
  if (all.length <= lines) return symbol;
  const linesCut = all.length - lines + (symbol.linesCut ?? 0);
  return { ...symbol, source: all.slice(0, lines).join("\n"), linesCut };
}
