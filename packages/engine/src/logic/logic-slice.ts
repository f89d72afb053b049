/**
 * Logic slices: a symbol's body with the bodies of what it leans on, at four levels.
 * Invariants: no edge without both its ends in the answer or an earlier page; level 4 costs at most its tokens, counted as sent.
 */
import { SdlError, type SymbolHandle } from "@sdl/model";
import type { CountTokens, LogicEdge, LogicGraph } from "@sdl/slice";
import { type AllowedSource, discloseSource } from "../policy/source-in-answers.js";
import type { Query } from "../queries/pinned.js";
import { requestedSymbol, type SymbolChoice } from "../queries/symbol-ref.js";
import { countItself } from "../text/self-count.js";
import { firstLines, type SourcedSymbol, SourcedSymbols } from "./sourced-symbol.js";

type LogicLevel = "L1" | "L2" | "L3" | "L4";

export interface LogicSliceRequest extends SymbolChoice {
  readonly detail: LogicLevel;
  /** The last symbol of the page before; of L3. */
  readonly cursor?: string | undefined;
}

/** What is sent; empty lists are left out of answers. */
interface LogicSlice {
  readonly root: SourcedSymbol;
  readonly dependencies: readonly SourcedSymbol[];
  readonly edges: readonly LogicEdge[];
  readonly level: LogicLevel;
  /** Why there is no source, or excerpts alone. */
  readonly sourceWithheld?: string | undefined;
  readonly truncation?: { readonly truncated: true; readonly reason: "token_budget_exceeded" } | undefined;
  readonly cursor?: string | undefined;
}

const ROOT_LINES = 150;
/** Of level 4, and of a page of level 3. */
const LOGIC_TOKENS = 8_000;
/** By estimate, for choosing how much to try. */
const EDGE_TOKENS = 40;

/** What the levels have in common. */
interface Material {
  readonly level: LogicLevel;
  readonly logic: LogicGraph;
  readonly bodies: SourcedSymbols;
  readonly root: SymbolHandle;
  readonly countTokens: CountTokens;
  readonly graph: Query["graph"];
  readonly allowed: AllowedSource;
  /** Puts the slice into the answer that is sent; its tokens count. */
  readonly answer: (slice: LogicSlice) => object;
}

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, `invalid_params` for a cursor of another slice, what reading throws */
export async function buildLogicSlice(query: Query, request: LogicSliceRequest): Promise<object> {
  const root = requestedSymbol(query.graph, request);
  return discloseSource(query, "sdl.logic.slice", async (allowed) => {
    const answer = (slice: LogicSlice) => ({ ...present(withheldFrom(slice, allowed)), ...query.basis });
    const material = await gather(query, { root, level: request.detail, allowed, answer });
    const slice = withheldFrom(await sliceAtLevel(material, request), allowed);
    const write = (estimatedTokens: number) => ({ ...present(slice), estimatedTokens, ...query.basis });
    const counted = countItself(write, material.countTokens);
    return { answer: counted.answer, symbols: sourcedIn(slice), tokens: counted.tokens };
  });
}

/** What level 4 is fitted into. */
interface Fitting {
  readonly root: SymbolHandle;
  readonly maxTokens: number;
  readonly allowed: AllowedSource;
  /** Puts the slice into what is sent, all of which the budget covers. */
  readonly answer: (slice: object) => object;
}

/** Level 4 with a budget of the caller's own. @returns the slice, and the ids of the symbols whose source it holds */
export async function fitLogicSlice(
  query: Query,
  { root, maxTokens, allowed, answer }: Fitting,
): Promise<{ readonly slice: object; readonly symbols: readonly string[] }> {
  const sent = (slice: LogicSlice) => answer(present(withheldFrom(slice, allowed)));
  const material = await gather(query, { root, level: "L4", allowed, answer: sent });
  const slice = withheldFrom(await cutSlice(material, maxTokens), allowed);
  return { slice: present(slice), symbols: sourcedIn(slice) };
}

function withheldFrom(slice: LogicSlice, { withheld }: AllowedSource): LogicSlice {
  return withheld === undefined ? slice : { ...slice, sourceWithheld: withheld };
}

function sourcedIn({ root, dependencies }: LogicSlice): string[] {
  return [root, ...dependencies].filter(({ source }) => source !== undefined).map(({ symbolId }) => symbolId);
}

async function gather(query: Query, given: Pick<Material, "root" | "level" | "allowed" | "answer">): Promise<Material> {
  const { LogicGraph, loadTokenCounter } = await import("@sdl/slice");
  return {
    ...given,
    graph: query.graph,
    logic: new LogicGraph(query.graph, given.root),
    bodies: await SourcedSymbols.open(query, given.allowed.form),
    countTokens: await loadTokenCounter(),
  };
}

async function sliceAtLevel(material: Material, { detail, cursor }: LogicSliceRequest): Promise<LogicSlice> {
  switch (detail) {
    case "L1":
      return emptySlice(firstLines(await material.bodies.read(material.root), ROOT_LINES), "L1");
    case "L2":
      return wholeSlice(material, 1);
    case "L3":
      return pageOfSlice(material, cursor);
    case "L4":
      return cutSlice(material, LOGIC_TOKENS);
  }
}

function emptySlice(root: SourcedSymbol, level: LogicLevel): LogicSlice {
  return { root, dependencies: [], edges: [], level };
}

async function wholeSlice({ logic, bodies, root, level }: Material, depth: number): Promise<LogicSlice> {
  const symbols = [...logic.walk(depth)].map(({ symbol }) => symbol);
  const sourced = emptySlice(await bodies.read(root), level);
  const dependencies: SourcedSymbol[] = [];
  for (const symbol of symbols.slice(1)) dependencies.push(await bodies.readDependency(symbol));
  return { ...sourced, dependencies, edges: logic.edgesAmong(symbols) };
}

/** The closure page by page; an edge comes with the later of its ends. */
async function pageOfSlice(material: Material, cursor: string | undefined): Promise<LogicSlice> {
  const { logic, bodies, root, level, graph } = material;
  const symbols = [...logic.walk()].map(({ symbol }) => symbol);
  const from = cursor === undefined ? 1 : placeAfter(material, symbols, cursor);
  const whole = await bodies.read(root);
  const { source: _, ...label } = whole;
  const { taken, dependencies } = await takePage(material, symbols, from);
  const page = new Set(
    symbols.slice(cursor === undefined ? 0 : from, from + taken).map((symbol) => graph.symbol(symbol).id),
  );
  const edges = logic
    .edgesAmong(symbols.slice(0, from + taken))
    .filter((edge) => page.has(edge.from) || page.has(edge.to));
  const hasMore = from + taken < symbols.length;
  return {
    ...emptySlice(cursor === undefined ? whole : label, level),
    dependencies,
    edges,
    ...(hasMore ? { cursor: dependencies.at(-1)?.symbolId } : {}),
  };
}

function placeAfter({ graph }: Material, symbols: readonly SymbolHandle[], cursor: string): number {
  const at = symbols.findIndex((symbol) => graph.symbol(symbol).id === cursor);
  if (at > 0) return at + 1;
  throw new SdlError(
    "invalid_params",
    `cursor: ${cursor} is no dependency of this symbol; start again without a cursor`,
  );
}

/** Entries from a place on, at least one, until a page is full. Bodies that earlier pages held are named, not repeated. */
async function takePage({ bodies, countTokens, graph }: Material, symbols: readonly SymbolHandle[], from: number) {
  bodies.hold(symbols.slice(0, from).map((symbol): [SymbolHandle, string] => [symbol, graph.symbol(symbol).id]));
  const dependencies: SourcedSymbol[] = [];
  let tokens = 0;
  for (const symbol of symbols.slice(from)) {
    const entry = await bodies.readDependency(symbol);
    tokens += countTokens(JSON.stringify(entry)) + EDGE_TOKENS;
    if (tokens > LOGIC_TOKENS && dependencies.length > 0) break;
    dependencies.push(entry);
  }
  return { taken: dependencies.length, dependencies };
}

/** The closure in breadth-first order as far as it fits. */
async function cutSlice(material: Material, maxTokens: number): Promise<LogicSlice> {
  const { logic, bodies, level, countTokens } = material;
  const root = fitRoot(material, await bodies.read(material.root), maxTokens);
  const symbols: SymbolHandle[] = [];
  const dependencies: SourcedSymbol[] = [];
  let estimate = countTokens(JSON.stringify(root));
  let isCut = root.linesCut !== undefined;
  for (const { symbol, depth } of logic.walk()) {
    const entry = depth === 0 ? undefined : await bodies.readDependency(symbol);
    estimate += entry === undefined ? 0 : countTokens(JSON.stringify(entry));
    isCut ||= estimate > maxTokens;
    if (isCut) break;
    symbols.push(symbol);
    if (entry !== undefined) dependencies.push(entry);
  }
  const write = (count: number, cut: boolean): LogicSlice => ({
    ...emptySlice(root, level),
    dependencies: dependencies.slice(0, count),
    edges: logic.edgesAmong(symbols.slice(0, count + 1)),
    ...(cut ? { truncation: CUT } : {}),
  });
  let count = dependencies.length;
  while (count > 0 && costOf(material, write(count, isCut)) > maxTokens) {
    count--;
    isCut = true;
  }
  return write(count, isCut);
}

/** The root's first lines, as many as fit beside nothing else; at least one. */
function fitRoot(material: Material, root: SourcedSymbol, maxTokens: number): SourcedSymbol {
  const fits = (one: SourcedSymbol) => costOf(material, { ...emptySlice(one, "L4"), truncation: CUT }) <= maxTokens;
  if (fits(root)) return root;
  let [low, high] = [1, root.source?.split("\n").length ?? 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(firstLines(root, middle))) low = middle;
    else high = middle - 1;
  }
  return firstLines(root, low);
}

const CUT = { truncated: true, reason: "token_budget_exceeded" } as const;

function costOf({ answer, countTokens }: Material, slice: LogicSlice): number {
  return countItself((estimatedTokens) => ({ ...answer(slice), estimatedTokens }), countTokens).tokens;
}

/** Without what is empty, and with whether there is more. */
function present({ dependencies, edges, truncation, cursor, ...slice }: LogicSlice): object {
  return {
    ...slice,
    ...(dependencies.length === 0 ? {} : { dependencies }),
    ...(edges.length === 0 ? {} : { edges }),
    ...(truncation === undefined ? {} : { truncation }),
    ...(slice.level === "L3" ? { hasMore: cursor !== undefined } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
}
