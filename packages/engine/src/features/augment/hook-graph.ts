/** Index queries of a hook: read the index as it is, without a refresh and without loading the engine's query machinery. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { LedgerSnapshot } from "@sdl/graph";
import { EDGE_CODE, type SymbolHandle } from "@sdl/model";
import { type SymbolRecord, wholeName } from "@sdl/model/graph";
import { isTestCode, placeText } from "@sdl/model/paths";
import { symbolTitle } from "../../text/symbol-title.js";

/** Maximum columns of a title: all titles share one token budget. */
const TITLE_COLUMNS = 90;

/** Queries on one snapshot for a hook's answer. */
export class HookGraph {
  constructor(
    readonly graph: LedgerSnapshot,
    private readonly root: string,
  ) {}

  formatTitle(symbol: SymbolRecord): string {
    const { signature } = this.graph.details(symbol.handle);
    const titled = { kind: symbol.kind, name: wholeName(symbol), file: symbol.file };
    return symbolTitle(titled, signature?.text, TITLE_COLUMNS);
  }

  /** `src/a.ts:12`, with a note if the file's size or modification time differs from the index. */
  place({ file, line }: SymbolRecord): string {
    return `${placeText(file, line)}${this.isWritten(file) ? " (changed since it was indexed)" : ""}`;
  }

  /**
   * Symbols that use a symbol, except by import: production code before test code, callers before other users, then by number of references,
   * descending. Compares handles and edge columns only, so that records are read for the users that are shown.
   */
  findUsers(symbol: SymbolHandle): readonly SymbolHandle[] {
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

  /** `name path:line`; only the path for a module. */
  formatNameAndPlace(handle: SymbolHandle): string {
    const symbol = this.graph.symbol(handle);
    if (symbol.kind === "module") return symbol.file;
    return `${wholeName(symbol)} ${placeText(symbol.file, symbol.line)}`;
  }

  /** Tests linked to a symbol, best first; empty if this version's derived layers are not built yet. */
  findTests(symbol: SymbolHandle): readonly SymbolHandle[] {
    const links = this.graph.derived()?.testsOf(symbol) ?? [];
    return links.map(({ test }) => test);
  }

  private isWritten(file: string): boolean {
    const known = this.graph.fileEntry(file)?.stat;
    const now = lstatSync(join(this.root, file), { throwIfNoEntry: false });
    return known === undefined || now === undefined || now.size !== known.sizeBytes || now.mtimeMs !== known.mtimeMs;
  }
}
