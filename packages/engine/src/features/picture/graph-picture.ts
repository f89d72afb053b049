/**
 * Builds a picture of a part of a repository's graph, for pages and exports: a symbol's neighbourhood, a slice, a delta, or a repository's most
 * used symbols. Equal versions and equal requests give equal pictures, in equal order.
 */
import type { SymbolHandle } from "@sdl/model";
import { type GraphPicture, type PictureNode, type PictureSource, type SymbolGraph, wholeName } from "@sdl/model/graph";
import { loadTokenCounter } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import { sanitizeAnswer } from "../../contract/sanitize-answer.js";
import { type Query, runQuery } from "../../query/run-query.js";
import { discloseSource } from "../../query/source-in-answers.js";
import { type ChosenDelta, chooseDelta } from "./choose-delta.js";
import { chooseNeighbours } from "./choose-neighbours.js";
import { chooseRepository } from "./choose-repository.js";
import { chooseSlice } from "./choose-slice.js";
import { type ChosenPart, type DrawnSymbol, fanInOf, fanOutOf } from "./drawn-symbol.js";
import { type Clustering, clusterSymbols } from "./picture-clusters.js";
import { edgesBetween, sortedEdges } from "./picture-edges.js";
import { type CheckedRequest, checkRequest, type PictureRequest } from "./picture-request.js";
import { readSourceOfDrawnSymbols } from "./picture-sources.js";
import { symbolsOfSlice } from "./sent-slice.js";

/** Action name in audit records. */
const ACTION = "sdl.graph";
const MOST_OF_SIGNATURE = 240;

/**
 * @throws {SdlError} `invalid_params`, `symbol_not_found`, `symbol_ambiguous`, `file_not_indexed`, `version_not_found`, `handle_unknown`, `lease_expired`,
 *   and any error of opening an index
 */
export async function drawGraphPicture(context: ActionContext, request: PictureRequest): Promise<GraphPicture> {
  const checked = checkRequest(request);
  return context.engine.releaseOnFault(async () => {
    const asked = await withSymbols(context, checked);
    const target = { repoId: asked.repoId, fresh: asked.fresh, layers: "needed" } as const;
    return (await runQuery(context, target, async (query) => ({ picture: await drawPicture(context, query, asked) })))
      .picture;
  });
}

/** Replaces a slice handle by its repository and its symbols. */
async function withSymbols(context: ActionContext, request: CheckedRequest): Promise<CheckedRequest> {
  const { sliceHandle, repoId } = request;
  return sliceHandle === undefined
    ? request
    : { ...request, ...(await symbolsOfSlice(context, { sliceHandle, repoId })) };
}

async function drawPicture(context: ActionContext, query: Query, request: CheckedRequest): Promise<GraphPicture> {
  const part = await chooseSymbols(context, query, request);
  return discloseSource(query, ACTION, async (allowed) => {
    const withheld = allowed.withheld === undefined ? [] : [`Source: ${allowed.withheld}.`];
    const isNow = graphOfPart(query, part) === query.graph;
    const handles = part.symbols.map(({ handle }) => handle);
    const sources = isNow ? await readSourceOfDrawnSymbols(query, handles, allowed) : new Map();
    const picture = makePicture(query, { request, part, sources });
    const countTokens = await loadTokenCounter();
    return {
      answer: sanitizePicture({ ...picture, notes: [...picture.notes, ...withheld, ...stateNotes(query, isNow)] }),
      symbols: handles.filter((handle) => sources.has(handle)).map((handle) => query.graph.symbol(handle).id),
      tokens: [...sources.values()].reduce((sum, { text }) => sum + countTokens(text), 0),
    };
  });
}

/** Masks secrets and removes hidden characters, as for every answer. Changes the contents of strings only. */
function sanitizePicture(picture: GraphPicture): GraphPicture {
  return { ...picture, ...sanitizeAnswer({ ...picture }) };
}

function chooseSymbols(
  context: ActionContext,
  query: Query,
  request: CheckedRequest,
): ChosenPart | Promise<ChosenPart | ChosenDelta> {
  switch (request.subject) {
    case "symbol":
      return chooseNeighbours(query, request);
    case "slice":
      return chooseSlice(query, request);
    case "delta":
      return chooseDelta(context, query, request);
    case "repository":
      return chooseRepository(query, request);
  }
}

function stateNotes({ basis }: Query, isNow: boolean): readonly string[] {
  const behind =
    basis.staleFiles === 0 ? [] : [`${basis.staleFiles} files changed on disk since the index was refreshed.`];
  return [...behind, ...(isNow ? [] : ["Source is shown for the latest version only."]), ...(basis.warnings ?? [])];
}

/** The graph that the part belongs to; for a delta, the later one. */
function graphOfPart({ graph }: Query, part: ChosenPart): SymbolGraph {
  return "delta" in part ? (part as ChosenDelta).delta.pairs.after.graph : graph;
}

interface Drawing {
  readonly request: CheckedRequest;
  readonly part: ChosenPart | ChosenDelta;
  readonly sources: ReadonlyMap<SymbolHandle, PictureSource>;
}

function makePicture(query: Query, { request, part, sources }: Drawing): GraphPicture {
  const graph = graphOfPart(query, part);
  const before = "delta" in part ? part.delta.pairs.before.graph : graph;
  const drawn = [
    ...part.symbols.map((symbol) => ({ graph, symbol })),
    ...("removed" in part ? part.removed : []).map((symbol) => ({ graph: before, symbol })),
  ];
  const layers = "delta" in part ? part.delta.pairs.after.layers : query.derived;
  const places = drawn.map(({ graph: own, symbol }) => ({ graph: own, handle: symbol.handle }));
  const clustering = clusterSymbols(places, layers);
  const nodes = drawn.map((one, i) => makeNode(one, clustering.numbers[i] ?? 0, sources));
  const edges = edgesBetween(graph, pictureIds(graph, part.symbols));
  if ("removed" in part && part.removed.length > 0) edges.push(...edgesOfRemoved(part));
  return {
    ...{ subject: request.subject, title: part.title, repository: query.entry.repoId },
    ...{
      nodes: nodes.sort(compareByPlace),
      edges: sortedEdges(edges),
      clusters: clustering.clusters,
      notes: part.notes,
    },
  };
}

/** Edges of removed symbols, from the earlier graph: they show what used the removed symbols. */
function edgesOfRemoved({ delta, symbols, removed }: ChosenDelta) {
  const { before, after } = delta.pairs;
  const ids = new Map(pictureIds(before.graph, removed));
  const gone = new Set(ids.values());
  for (const { handle } of symbols) {
    const earlier = delta.pairs.earlier(handle);
    if (earlier !== undefined) ids.set(earlier, after.graph.symbol(handle).id);
  }
  return edgesBetween(before.graph, ids).filter(({ from, to }) => gone.has(from) || gone.has(to));
}

function pictureIds(graph: SymbolGraph, symbols: readonly DrawnSymbol[]): ReadonlyMap<SymbolHandle, string> {
  return new Map(symbols.map(({ handle }) => [handle, graph.symbol(handle).id]));
}

interface DrawnInGraph {
  readonly graph: SymbolGraph;
  readonly symbol: DrawnSymbol;
}

function makeNode(
  { graph, symbol: { handle, isSeed, change, effect } }: DrawnInGraph,
  cluster: Clustering["numbers"][number],
  sources: Drawing["sources"],
): PictureNode {
  const record = graph.symbol(handle);
  const signature = graph.details(handle).signature?.text.slice(0, MOST_OF_SIGNATURE);
  const source = change?.type === "removed" ? undefined : sources.get(handle);
  return {
    ...{ id: record.id, name: wholeName(record), kind: record.kind, file: record.file, line: record.line, cluster },
    ...(signature === undefined ? {} : { signature }),
    ...(record.exported ? { exported: true } : {}),
    fanIn: fanInOf(graph, handle),
    fanOut: fanOutOf(graph, handle),
    ...(source === undefined ? {} : { source }),
    ...(isSeed === true ? { seed: true } : {}),
    ...(change === undefined ? {} : { change }),
    ...(effect === undefined ? {} : { effect }),
  };
}

function compareByPlace(a: PictureNode, b: PictureNode): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || (a.id < b.id ? -1 : 1);
}
