/**
 * From what a client calls a symbol to the symbol. Knows no transport.
 * Invariant: a reference that fits several symbols is never decided by guessing; it comes back with ranked candidates.
 */
import { isSymbolId, rangeCovers, SdlError, type SymbolHandle, type SymbolKind } from "@sdl/model";
import { type SymbolGraph, type SymbolRecord, type TermIndex, wholeName } from "@sdl/model/graph";
import { closest } from "@sdl/repository";

export interface SymbolRef {
  /** Simple or qualified: `method`, `Class.method`. */
  readonly name: string;
  /** A path, or its end. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly kind?: SymbolKind | undefined;
  readonly exportedOnly?: boolean | undefined;
}

/** A symbol as candidates, search results and outlines name it. */
export interface SymbolLabel {
  readonly symbolId: string;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly file: string;
  readonly line: number;
}

/** Exactly one of the two. */
export interface SymbolChoice {
  readonly symbolId?: string | undefined;
  readonly symbolRef?: SymbolRef | undefined;
}

const CANDIDATE_LIMIT = 10;

export function labelOf(symbol: SymbolRecord): SymbolLabel {
  const { id, kind, file, line } = symbol;
  return { symbolId: id, name: wholeName(symbol), kind, file, line };
}

/** @throws {SdlError} `invalid_params`, `symbol_not_found`, `symbol_ambiguous` */
export function requestedSymbol(graph: SymbolGraph & TermIndex, { symbolId, symbolRef }: SymbolChoice): SymbolHandle {
  return symbolRef === undefined ? symbolById(graph, symbolId ?? "") : resolveSymbolRef(graph, symbolRef);
}

/** @param name an id, or a name that means one symbol @throws {SdlError} `symbol_not_found`, `symbol_ambiguous` */
export function namedSymbol(graph: SymbolGraph & TermIndex, name: string): SymbolHandle {
  return isSymbolId(name) ? symbolById(graph, name) : resolveSymbolRef(graph, { name });
}

/** @throws {SdlError} `invalid_params` for what is no id, `symbol_not_found` */
export function symbolById(graph: SymbolGraph, id: string): SymbolHandle {
  if (!isSymbolId(id)) {
    throw new SdlError(
      "invalid_params",
      `symbolId: received ${JSON.stringify(id)}, allowed: 16 hex digits as a search returns them`,
      {
        hint: "To find a symbol by name, pass symbolRef: { name }.",
      },
    );
  }
  const handle = graph.findSymbol(id);
  if (handle !== undefined) return handle;
  throw new SdlError("symbol_not_found", `no symbol has the id ${id} in this version; search for it by name`, {
    nextBestAction: {
      tool: "sdl.symbol.search",
      args: { query: "<name>" },
      rationale: "ids change when a symbol moves or is renamed",
    },
  });
}

/**
 * The one symbol that fits. A name that is the full name of exactly one symbol means that one, whatever else ends in it.
 * @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`
 */
export function resolveSymbolRef(graph: SymbolGraph & TermIndex, ref: SymbolRef): SymbolHandle {
  const named = symbolsCalled(graph, ref.name);
  const fitting = named.filter((symbol) => fits(symbol, ref));
  const [first, ...rest] = narrow(fitting, ref);
  if (first === undefined) throw notFound(graph, ref, named);
  if (rest.length === 0) return first.handle;
  throw ambiguous(graph, ref, fitting);
}

/** `name`, `Class.method (src/a.ts:12)`: how a reference is repeated in answers. */
export function describeRef(ref: SymbolRef): string {
  const line = ref.line === undefined ? "" : `:${ref.line}`;
  return ref.file === undefined && line === "" ? ref.name : `${ref.name} (${ref.file ?? ""}${line})`;
}

function symbolsCalled(graph: SymbolGraph, name: string): readonly SymbolRecord[] {
  const written = name.replaceAll("#", ".").replaceAll("::", ".").replace(/\(\)$/, "");
  const simple = written.slice(written.lastIndexOf(".") + 1);
  const exact = graph.symbolsNamed(name);
  const qualified = simple === name ? [] : graph.symbolsNamed(simple);
  const module = graph.fileSymbols(name).slice(0, 1);
  const handles = new Set([...exact, ...module, ...qualified]);
  return [...handles]
    .map((handle) => graph.symbol(handle))
    .filter((symbol) => symbol.name === name || isCalled(symbol, written));
}

function isCalled({ qualifiedName }: SymbolRecord, name: string): boolean {
  return qualifiedName === name || qualifiedName.endsWith(`.${name}`);
}

function fits(symbol: SymbolRecord, ref: SymbolRef): boolean {
  if (ref.kind !== undefined && symbol.kind !== ref.kind) return false;
  if (ref.exportedOnly === true && !symbol.exported) return false;
  if (ref.file !== undefined && !isFile(symbol.file, ref.file)) return false;
  return ref.line === undefined || symbol.line === ref.line || rangeCovers(symbol.range, ref.line);
}

function isFile(file: string, written: string): boolean {
  const path = written.replaceAll("\\", "/").replace(/^(\.?\/)+/, "");
  return file === path || file.endsWith(`/${path}`);
}

/** Of several fitting symbols, those that fit fully: the name on the very line, the exact file, the full name. */
function narrow(fitting: readonly SymbolRecord[], ref: SymbolRef): readonly SymbolRecord[] {
  const tests: readonly ((symbol: SymbolRecord) => boolean)[] = [
    (symbol) => symbol.file === ref.file,
    (symbol) => symbol.line === ref.line,
    (symbol) => symbol.qualifiedName === ref.name,
  ];
  let left = fitting;
  for (const test of tests) {
    const exact = left.filter(test);
    if (exact.length > 0) left = exact;
  }
  return left;
}

function notFound(graph: SymbolGraph & TermIndex, ref: SymbolRef, named: readonly SymbolRecord[]): SdlError {
  if (named.length > 0) {
    const conditions = Object.keys(ref).filter((key) => key !== "name");
    const called = named.length === 1 ? "1 symbol is called" : `${named.length} symbols are called`;
    const message = `${called} ${JSON.stringify(ref.name)}, but none fits ${conditions.join(", ")} as given in ${JSON.stringify(ref)}; drop a condition or take a candidate`;
    return new SdlError("symbol_not_found", message, {
      candidates: rank(graph, named).slice(0, CANDIDATE_LIMIT).map(labelOf),
    });
  }
  const simple = ref.name.slice(ref.name.lastIndexOf(".") + 1);
  const near = closest(simple, graph.names(), 5);
  const hint = near.length === 0 ? undefined : `Did you mean ${near.map((name) => JSON.stringify(name)).join(", ")}?`;
  return new SdlError("symbol_not_found", `no symbol is called ${JSON.stringify(ref.name)}; search for it`, {
    ...(hint === undefined ? {} : { hint }),
    candidates: rank(
      graph,
      near.flatMap((name) => graph.symbolsNamed(name).map((handle) => graph.symbol(handle))),
    )
      .slice(0, CANDIDATE_LIMIT)
      .map(labelOf),
    nextBestAction: {
      tool: "sdl.symbol.search",
      args: { query: ref.name },
      rationale: "search also finds parts of names and words of docs",
    },
  });
}

function ambiguous(graph: SymbolGraph, ref: SymbolRef, fitting: readonly SymbolRecord[]): SdlError {
  const ranked = rank(graph, fitting);
  const [best] = ranked;
  return new SdlError(
    "symbol_ambiguous",
    `${ranked.length} symbols fit ${JSON.stringify(ref)}; pass one candidate's symbolId, or add file, line or kind`,
    {
      candidates: ranked.slice(0, CANDIDATE_LIMIT).map(labelOf),
      ...(best === undefined
        ? {}
        : {
            nextBestAction: {
              tool: "sdl.symbol.getCard",
              args: { symbolId: best.id },
              rationale: "the likeliest candidate",
            },
          }),
    },
  );
}

/** Exported before internal, much used before little used, then by id. */
function rank(graph: SymbolGraph, symbols: readonly SymbolRecord[]): readonly SymbolRecord[] {
  const weighed = symbols.map((symbol) => ({ symbol, fanIn: graph.incoming(symbol.handle).length }));
  weighed.sort(
    (a, b) =>
      Number(b.symbol.exported) - Number(a.symbol.exported) ||
      b.fanIn - a.fanIn ||
      (a.symbol.id < b.symbol.id ? -1 : 1),
  );
  return weighed.map((entry) => entry.symbol);
}
