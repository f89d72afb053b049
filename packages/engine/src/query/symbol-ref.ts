/**
 * Resolves symbol references of clients: an id, a name, `Class.method`, `path#name`, `path:line`, or an object. Every parameter that takes a symbol
 * is resolved here. Knows no transport.
 * Invariant: a reference that matches several symbols is never resolved by guessing; the error has ranked candidates.
 */
import { inheritedMembers } from "@sdl/delta";
import { isSymbolId, rangeCovers, SdlError, type SymbolHandle, type SymbolKind } from "@sdl/model";
import { type SymbolGraph, type SymbolRecord, type TermIndex, wholeName } from "@sdl/model/graph";
import { closestWords } from "@sdl/model/text";
import { innermostSymbol } from "@sdl/slice";
import { uniqueAddress } from "../text/symbol-address.js";
import { looksLikePath, type ParsedPlace, parsePlaces } from "./parse-symbol-text.js";
import { filesMatching, type PathBase, resolveIndexedFile } from "./repository-path.js";

/** A reference as an object. */
export interface SymbolRef {
  /** Simple or qualified: `method`, `Class.method`. */
  readonly name: string;
  /** A path, or its end. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly kind?: SymbolKind | undefined;
  readonly exportedOnly?: boolean | undefined;
}

/** A symbol as candidates, search results and outlines list it. */
export interface SymbolLabel {
  readonly symbolId: string;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly file: string;
  readonly line: number;
}

/** Exactly one of the three; each accepts a text in any form. */
export interface SymbolChoice {
  readonly symbol?: string | undefined;
  readonly symbolId?: string | undefined;
  readonly symbolRef?: string | SymbolRef | undefined;
}

/** The graph and paths that references are resolved in. */
export interface SymbolScope extends PathBase {
  readonly graph: SymbolGraph & TermIndex;
}

const CANDIDATE_LIMIT = 5;

/** Id, name and place of a symbol for answers. */
export function labelOf(symbol: SymbolRecord): SymbolLabel {
  const { id, kind, file, line } = symbol;
  return { symbolId: id, name: wholeName(symbol), kind, file, line };
}

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, `file_not_indexed` */
export function resolveRequestedSymbol(
  scope: SymbolScope,
  { symbol, symbolId, symbolRef }: SymbolChoice,
): SymbolHandle {
  return resolveReferredSymbol(scope, symbol ?? symbolId ?? symbolRef ?? "");
}

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, `file_not_indexed` */
export function resolveReferredSymbol(scope: SymbolScope, reference: string | SymbolRef): SymbolHandle {
  if (typeof reference === "string") return resolveNamedSymbol(scope, reference);
  const { name, ...conditions } = reference;
  const isNameAlone = Object.values(conditions).every((value) => value === undefined);
  return isNameAlone ? resolveNamedSymbol(scope, name) : resolveSymbolRef(scope, reference);
}

/** Ids of the symbols that a client names, in the same order. @throws {SdlError} the errors of `referredSymbol` */
export function resolveReferredIds(scope: SymbolScope, references: readonly string[]) {
  return references.map((reference) => scope.graph.symbol(resolveNamedSymbol(scope, reference)).id);
}

/**
 * The symbol that a text refers to. A text that is a symbol's name in this repository is always taken as that name.
 * @param text an id, a name, `Class.method`, `path#name`, `path:line`, or a path, which means the file's module symbol
 * @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, `file_not_indexed`
 */
export function resolveNamedSymbol(scope: SymbolScope, text: string): SymbolHandle {
  const reference = text.trim();
  const { graph } = scope;
  if (isSymbolId(reference)) {
    const known = graph.findSymbol(reference);
    if (known !== undefined) return known;
    if (graph.symbolsNamed(reference).length === 0) throw unknownIdError(reference);
  }
  if (graph.symbolsNamed(reference).length === 0) {
    const placed = symbolAtPlace(scope, reference);
    if (placed !== undefined) return placed;
  }
  return resolveSymbolRef(scope, { name: reference });
}

/** @throws {SdlError} `symbol_not_found` */
export function symbolById(graph: SymbolGraph, id: string): SymbolHandle {
  const handle = isSymbolId(id) ? graph.findSymbol(id) : undefined;
  if (handle === undefined) throw unknownIdError(id);
  return handle;
}

function unknownIdError(id: string): SdlError {
  return new SdlError("symbol_not_found", `no symbol has the id ${id} in this version; search for it by name`, {
    nextBestAction: {
      tool: "sdl.symbol.search",
      args: { query: "<name>" },
      rationale: "ids change when a symbol moves or is renamed",
    },
  });
}

/**
 * Resolves a text by its first reading whose path is an indexed file. @throws {SdlError} `file_not_indexed` if the text can only be a path and no
 * reading is indexed
 */
function symbolAtPlace(scope: SymbolScope, text: string): SymbolHandle | undefined {
  const places = parsePlaces(text);
  for (const place of places) {
    const files = filesMatching(scope.graph, scope, place.path);
    if (files.length > 0) return requireSymbolAtPlace(scope, place, { files, text });
  }
  const [first] = places;
  if (first === undefined || !looksLikePath(first.path)) return undefined;
  resolveIndexedFile(scope.graph, scope, first.path); // throws, because no reading is an indexed file
  return undefined;
}

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous` */
function requireSymbolAtPlace(
  scope: SymbolScope,
  place: ParsedPlace,
  { files, text }: { readonly files: readonly string[]; readonly text: string },
): SymbolHandle {
  const { graph } = scope;
  const { line, name } = place;
  const found = files.flatMap((file) => {
    if (name !== undefined) return symbolsNamedInFile(scope, { name, file, line });
    return line === undefined ? graph.fileSymbols(file).slice(0, 1) : symbolsAtLine(graph, file, line);
  });
  const [first, ...rest] = found;
  if (first === undefined) throw notFoundAtPlaceError(scope, { ...place, files });
  if (rest.length === 0) return first;
  throw ambiguousError(
    graph,
    text,
    found.map((handle) => graph.symbol(handle)),
  );
}

/** The symbols of a name in a file. The line may come from an older index: it only selects among several symbols. */
function symbolsNamedInFile(
  scope: SymbolScope,
  { name, file, line }: SymbolRef & { readonly file: string },
): readonly SymbolHandle[] {
  const declared = symbolsWithName(scope.graph, name).filter((symbol) => symbol.file === file);
  const named = declared.length > 0 ? declared : inheritedWithName(scope.graph, name, [file]);
  const onLine = named.filter((symbol) => fitsReference(symbol, { name, line }));
  return preferExact(onLine.length > 0 ? onLine : named, { name, line }).map(({ handle }) => handle);
}

/** The symbol declared on a line, the outermost if they are nested; else the innermost symbol around the line. */
function symbolsAtLine(graph: SymbolGraph, file: string, line: number): readonly SymbolHandle[] {
  const symbols = graph.fileSymbols(file).map((handle) => graph.symbol(handle));
  const onLine = symbols.filter((symbol) => symbol.line === line && symbol.container !== undefined);
  const outermost = onLine.filter(({ container }) => !onLine.some(({ handle }) => handle === container));
  if (outermost.length > 0) return outermost.map(({ handle }) => handle);
  const around = innermostSymbol(graph, file, line);
  return around === undefined || !rangeCovers(graph.symbol(around).range, line) ? [] : [around];
}

/**
 * The one symbol that matches. If the name is the full name of exactly one symbol, that one is taken, whatever other names end with it.
 * @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`
 */
function resolveSymbolRef(scope: SymbolScope, ref: SymbolRef): SymbolHandle {
  const { graph } = scope;
  const named = symbolsWithName(graph, ref.name);
  const files = ref.file === undefined ? undefined : filesMatching(graph, scope, ref.file);
  const fitting =
    named.length > 0
      ? named.filter((symbol) => fitsReference(symbol, ref, files))
      : inheritedWithName(graph, ref.name, files).filter((symbol) => fitsReference(symbol, ref));
  const [first, ...rest] = preferExact(fitting, ref);
  if (first === undefined) throw notFoundError(graph, ref, named);
  if (rest.length === 0) return first.handle;
  throw ambiguousError(graph, describeRef(ref), fitting);
}

/** A reference as answers repeat it: `name`, `Class.method (src/a.ts:12)`. */
export function describeRef(ref: string | SymbolRef): string {
  if (typeof ref === "string") return ref;
  const line = ref.line === undefined ? "" : `:${ref.line}`;
  return ref.file === undefined && line === "" ? ref.name : `${ref.name} (${ref.file ?? ""}${line})`;
}

/** `Class.method` or `method`, with a dot whatever the client's language writes there. */
function dottedName(name: string): string {
  return name.replaceAll("#", ".").replaceAll("::", ".").replace(/\(\)$/, "");
}

/** The last part of a dotted name, and what is before it. The dots of a computed name, `TABLE.[Kind.One]`, are its own. */
function splitName(written: string): { readonly container: string; readonly simple: string } {
  const simple = /(?:^|\.)(\[.*\])$/.exec(written)?.[1] ?? written.slice(written.lastIndexOf(".") + 1);
  return { container: written.slice(0, Math.max(0, written.length - simple.length - 1)), simple };
}

/** For `Class.method` the methods that the class inherits. @param files the files that may declare the class; any file if absent */
function inheritedWithName(graph: SymbolGraph, name: string, files?: readonly string[]): readonly SymbolRecord[] {
  const { container, simple } = splitName(dottedName(name));
  if (container === "") return [];
  const types = symbolsWithName(graph, container).filter(
    ({ kind, file }) => (kind === "class" || kind === "interface") && files?.includes(file) !== false,
  );
  const members = types.flatMap(({ handle }) => inheritedMembers(graph, handle, simple));
  return [...new Set(members)].map((handle) => graph.symbol(handle));
}

function symbolsWithName(graph: SymbolGraph, name: string): readonly SymbolRecord[] {
  const written = dottedName(name);
  const { simple } = splitName(written);
  const exact = graph.symbolsNamed(name);
  const qualified = simple === name ? [] : graph.symbolsNamed(simple);
  const module = graph.fileSymbols(name).slice(0, 1);
  const handles = new Set([...exact, ...module, ...qualified]);
  return [...handles]
    .map((handle) => graph.symbol(handle))
    .filter((symbol) => symbol.name === name || hasQualifiedName(symbol, written));
}

function hasQualifiedName({ qualifiedName }: SymbolRecord, name: string): boolean {
  return qualifiedName === name || qualifiedName.endsWith(`.${name}`);
}

/** @param files the files that the reference may mean; any file if absent */
function fitsReference(symbol: SymbolRecord, ref: SymbolRef, files?: readonly string[]): boolean {
  if (ref.kind !== undefined && symbol.kind !== ref.kind) return false;
  if (ref.exportedOnly === true && !symbol.exported) return false;
  if (files?.includes(symbol.file) === false) return false;
  return ref.line === undefined || symbol.line === ref.line || rangeCovers(symbol.range, ref.line);
}

/**
 * Narrows several matching symbols to exact matches: declared on the given line, or with the given full name. A symbol that a declaration file
 * describes is the same as its implementation, which is preferred.
 */
function preferExact(fitting: readonly SymbolRecord[], ref: SymbolRef): readonly SymbolRecord[] {
  const tests: readonly ((symbol: SymbolRecord) => boolean)[] = [
    (symbol) => symbol.line === ref.line,
    (symbol) => symbol.qualifiedName === ref.name,
    (symbol) => !fitting.some((other) => isDeclarationOf(symbol, other)),
  ];
  let left = fitting;
  for (const test of tests) {
    const exact = left.filter(test);
    if (exact.length > 0) left = exact;
  }
  return left;
}

/** A file that only declares what another file of its folder implements, and the extensions of such implementations. */
const DECLARATION_FILE = /^(?<stem>.*)\.(?:d\.[mc]?ts|pyi)$/;
const IMPLEMENTATION_EXTENSION = /^\.(?:[mc]?js|jsx|py)$/;

/** Whether one symbol is the declaration of the other: `add` of x.d.ts beside `add` of x.js. */
function isDeclarationOf(symbol: SymbolRecord, other: SymbolRecord): boolean {
  const stem = DECLARATION_FILE.exec(symbol.file)?.groups?.["stem"];
  return (
    stem !== undefined &&
    symbol.qualifiedName === other.qualifiedName &&
    other.file.startsWith(stem) &&
    IMPLEMENTATION_EXTENSION.test(other.file.slice(stem.length))
  );
}

function notFoundAtPlaceError(scope: SymbolScope, reference: ParsedPlace & { readonly files: readonly string[] }) {
  const { graph } = scope;
  const { line, name } = reference;
  const file = reference.files[0] ?? "";
  const own = graph.fileSymbols(file).map((handle) => graph.symbol(handle));
  if (name === undefined) {
    const last = Math.max(0, ...own.map(({ range }) => range.endLine));
    const message = `${file} has no line ${line}: its last symbol ends at line ${last}; pass a line of the file`;
    return new SdlError("symbol_not_found", message, suggestOutline(file));
  }
  const near = new Set(
    closestWords(splitName(name).simple, new Set(own.map((symbol) => symbol.name)), CANDIDATE_LIMIT),
  );
  const candidates = candidateLabels(
    rankSymbols(
      graph,
      own.filter((symbol) => near.has(symbol.name)),
    ),
  );
  return new SdlError(
    "symbol_not_found",
    `${file} has no symbol with the name ${JSON.stringify(name)}; its outline lists its symbols`,
    {
      candidates,
      ...suggestOutline(file),
    },
  );
}

function suggestOutline(file: string) {
  return { nextBestAction: { tool: "sdl.file.outline", args: { file }, rationale: "lists the file's symbols" } };
}

function notFoundError(graph: SymbolGraph & TermIndex, ref: SymbolRef, named: readonly SymbolRecord[]): SdlError {
  if (named.length > 0) {
    const conditions = Object.keys(ref).filter((key) => key !== "name");
    const called = named.length === 1 ? "1 symbol has the name" : `${named.length} symbols have the name`;
    const message = `${called} ${JSON.stringify(ref.name)}, but none matches ${conditions.join(", ")} in ${JSON.stringify(ref)}; remove a condition, or use a candidate`;
    return new SdlError("symbol_not_found", message, { candidates: candidateLabels(rankSymbols(graph, named)) });
  }
  const { simple } = splitName(ref.name);
  const near = closestWords(simple, graph.names(), CANDIDATE_LIMIT);
  const hint = near.length === 0 ? undefined : `Did you mean ${near.map((name) => JSON.stringify(name)).join(", ")}?`;
  const similar = near.flatMap((name) => graph.symbolsNamed(name).map((handle) => graph.symbol(handle)));
  return new SdlError("symbol_not_found", `no symbol has the name ${JSON.stringify(ref.name)}; search for it`, {
    ...(hint === undefined ? {} : { hint }),
    candidates: candidateLabels(rankSymbols(graph, similar)),
    nextBestAction: {
      tool: "sdl.symbol.search",
      args: { query: ref.name },
      rationale: "search also finds parts of names and words of docs",
    },
  });
}

/** @param reference the reference as written */
function ambiguousError(graph: SymbolGraph, reference: string, fitting: readonly SymbolRecord[]): SdlError {
  const ranked = rankSymbols(graph, fitting);
  const candidates = candidateLabels(ranked);
  const [best] = candidates;
  const message = `${ranked.length} symbols match ${JSON.stringify(reference)}; pass one of the candidates as path:line`;
  if (best === undefined) return new SdlError("symbol_ambiguous", message);
  const args = { symbol: uniqueAddress(best, candidates) };
  const nextBestAction = { tool: "sdl.symbol.getCard", args, rationale: "the likeliest candidate" };
  return new SdlError("symbol_ambiguous", message, { candidates, nextBestAction });
}

/** @param ranked best first */
function candidateLabels(ranked: readonly SymbolRecord[]): readonly SymbolLabel[] {
  return ranked.slice(0, CANDIDATE_LIMIT).map(labelOf);
}

/** Exported symbols first, then by number of incoming edges, descending, then by id. */
function rankSymbols(graph: SymbolGraph, symbols: readonly SymbolRecord[]): readonly SymbolRecord[] {
  const weighed = symbols.map((symbol) => ({ symbol, fanIn: graph.incoming(symbol.handle).length }));
  weighed.sort(
    (a, b) =>
      Number(b.symbol.exported) - Number(a.symbol.exported) ||
      b.fanIn - a.fanIn ||
      (a.symbol.id < b.symbol.id ? -1 : 1),
  );
  return weighed.map((entry) => entry.symbol);
}
