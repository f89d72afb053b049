/** What a hook may ask of an index: as it is now, without bringing it up to date, and without the machinery that an answer to a question needs. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { LedgerSnapshot } from "@sdl/graph";
import { EDGE_CODE, type SymbolHandle } from "@sdl/model";
import { type SymbolRecord, wholeName } from "@sdl/model/graph";
import { isTestCode } from "@sdl/model/paths";
import { symbolTitle } from "../../text/symbol-title.js";

/** Columns of a title: it shares a budget with others. */
const TITLE_COLUMNS = 90;

export class KnownGraph {
  constructor(
    readonly graph: LedgerSnapshot,
    private readonly root: string,
  ) {}

  title(symbol: SymbolRecord): string {
    const { signature } = this.graph.details(symbol.handle);
    const titled = { kind: symbol.kind, name: wholeName(symbol), file: symbol.file };
    return symbolTitle(titled, signature?.text, TITLE_COLUMNS);
  }

  /** `src/a.ts:12`, and a word where the file was written since it was indexed. */
  place({ file, line }: SymbolRecord): string {
    return `${file}:${line}${this.isWritten(file) ? " (written since it was indexed)" : ""}`;
  }

  /** Those that use a symbol, production code first, callers before others, then by how often; a file that only imports it is none. Records are read of those that are told alone. */
  users(symbol: SymbolHandle): readonly SymbolHandle[] {
    const edges = this.graph.incoming(symbol);
    const { kinds, counts } = edges;
    const weights = new Map<SymbolHandle, number>();
    edges.symbols.forEach((user, i) => {
      if (user === symbol || kinds[i] === EDGE_CODE.import) return;
      const weight = (kinds[i] === EDGE_CODE.call ? 1000 : 0) + (counts[i] ?? 0);
      weights.set(user, Math.max(weights.get(user) ?? 0, weight));
    });
    const ordered = [...weights].map(([user, weight]) => ({ user, weight, isTest: Number(this.isTest(user)) }));
    ordered.sort((a, b) => a.isTest - b.isTest || b.weight - a.weight || a.user - b.user);
    return ordered.map(({ user }) => user);
  }

  isTest(symbol: SymbolHandle): boolean {
    return isTestCode(this.graph, this.graph.fileOf(symbol));
  }

  /** `name path:line`. */
  nameAndPlace(handle: SymbolHandle): string {
    const symbol = this.graph.symbol(handle);
    if (symbol.kind === "module") return symbol.file;
    return `${wholeName(symbol)} ${symbol.file}:${symbol.line}`;
  }

  /** Best first; none where the layers of this version are not there yet. */
  tests(symbol: SymbolHandle): readonly SymbolHandle[] {
    const links = this.graph.derived()?.testsOf(symbol) ?? [];
    return links.map(({ test }) => test);
  }

  private isWritten(file: string): boolean {
    const known = this.graph.fileEntry(file)?.stat;
    const now = lstatSync(join(this.root, file), { throwIfNoEntry: false });
    return known === undefined || now === undefined || now.size !== known.sizeBytes || now.mtimeMs !== known.mtimeMs;
  }
}
