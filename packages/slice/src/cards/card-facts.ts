/**
 * Everything that the cards of one symbol are made of, gathered once; {@link cardAt} and {@link etagAt} then give any level.
 *
 * The etag covers the card's own facts, its resolved outgoing deps, the level and the options that shape the card. Metrics and
 * versions are no part of it: an index made anew from the same source gives the same etags.
 */
import {
  type DerivedLayers,
  hash64Hex,
  type SymbolDetails,
  type SymbolGraph,
  type SymbolHandle,
  type SymbolRecord,
} from "@sdl/model";
import {
  type CallResolution,
  type CardBody,
  type CardDetail,
  type CardMetrics,
  type CardSignature,
  detailRank,
} from "./card.js";
import {
  countNeighbours,
  type Dependencies,
  dependenciesOf,
  depsLabels,
  resolvedCall,
  unresolvedCall,
} from "./deps.js";
import { type DerivedFields, derivedFields } from "./derived-fields.js";
import { firstSentence } from "./summary.js";

/** What shapes a card beside its level. */
export interface CardOptions {
  /** Calls below this confidence are left out, 0..1. */
  readonly minCallConfidence?: number;
  /** Adds how each call was bound. */
  readonly includeResolutionMetadata?: boolean;
  /** Clusters, tests and processes, where they are there. */
  readonly derived?: DerivedLayers | undefined;
}

/** A symbol's facts, ready to be shown at any level. */
export interface CardFacts {
  readonly record: SymbolRecord;
  readonly details: SymbolDetails;
  readonly dependencies: Dependencies;
  readonly summary: string | undefined;
  readonly metrics: CardMetrics;
  readonly derived: DerivedFields;
  readonly options: CardOptions;
  /** What the etags of all levels share. */
  readonly factsHash: string;
}

export function gatherCardFacts(graph: SymbolGraph, handle: SymbolHandle, options: CardOptions): CardFacts {
  const record = graph.symbol(handle);
  const details = graph.details(handle);
  const dependencies = dependenciesOf(graph, handle, options.minCallConfidence ?? 0);
  const summary = details.doc === undefined ? undefined : firstSentence(details.doc);
  const metrics = {
    fanIn: countNeighbours(graph.incoming(handle), handle),
    fanOut: countNeighbours(graph.outgoing(handle), handle),
  };
  const factsHash = hashFacts(record, details.signature, summary, dependencies);
  const derived = options.derived === undefined ? {} : derivedFields(graph, handle, options.derived);
  return { record, details, dependencies, summary, metrics, derived, options, factsHash };
}

/**
 * The etag of a level: equal content, equal etag, in every process and from every action.
 * Fifteen decimal digits: 49 bits that cost a client 5 tokens, where 64 bits in hex cost about 10, once for each card.
 */
export function etagAt({ factsHash, options, dependencies }: CardFacts, detail: CardDetail): string {
  const shape = [options.minCallConfidence ?? null, options.includeResolutionMetadata === true];
  const calls = options.includeResolutionMetadata === true ? dependencies.calls : null;
  const hash = hash64Hex(JSON.stringify([factsHash, detail, shape, calls]));
  const digits = (hex: string, count: number) => String(Number.parseInt(hex, 16) % 10 ** count).padStart(count, "0");
  return digits(hash.slice(0, 8), 7) + digits(hash.slice(8), 8);
}

/** @param unresolved also tells calls that leave the repository; for single cards with resolution metadata, never for slices */
export function cardAt(facts: CardFacts, detail: CardDetail, unresolved: CallResolution["calls"] = []): CardBody {
  const { record, details, dependencies, summary, metrics, derived } = facts;
  const rank = detailRank(detail);
  const deps = rank >= 2 ? depsLabels(dependencies) : undefined;
  const callResolution = rank >= 2 ? callResolutionOf(facts, unresolved) : undefined;
  const signature = rank >= 1 ? signatureAt(details.signature, detail) : undefined;
  const qualified = record.qualifiedName !== record.name && record.qualifiedName !== record.file;
  return {
    symbolId: record.id,
    name: record.name,
    kind: record.kind,
    file: record.file,
    line: record.line,
    ...(rank >= 1 && qualified ? { qualifiedName: record.qualifiedName } : {}),
    ...(rank >= 1 ? { exported: record.exported, visibility: record.visibility } : {}),
    ...(signature === undefined ? {} : { signature }),
    ...(deps === undefined ? {} : { deps }),
    ...(callResolution === undefined ? {} : { callResolution }),
    ...(rank >= 3 && summary !== undefined ? { summary } : {}),
    ...(rank >= 3 ? { metrics: metricsAt(metrics, derived, detail) } : {}),
    ...(rank >= 4 ? { range: record.range } : {}),
    ...clusterAndProcesses(derived, rank),
    detailLevel: detail,
  };
}

function clusterAndProcesses({ cluster, processes }: DerivedFields, rank: number): DerivedFields {
  return {
    ...(rank >= 3 && cluster !== undefined ? { cluster } : {}),
    ...(rank >= 4 && processes !== undefined ? { processes } : {}),
  };
}

function metricsAt(metrics: CardMetrics, { testRefs, canonicalTest }: DerivedFields, detail: CardDetail): CardMetrics {
  if (testRefs === undefined) return metrics;
  if (detail !== "full") return { ...metrics, testRefs: testRefs.slice(0, 1) };
  return { ...metrics, testRefs, ...(canonicalTest === undefined ? {} : { canonicalTest }) };
}

/** Calls of a symbol that nothing of the repository answers. */
export function unresolvedCalls(graph: SymbolGraph, handle: SymbolHandle): CallResolution["calls"] {
  return graph
    .unresolved(handle)
    .filter(({ kind }) => kind === "call")
    .map(unresolvedCall);
}

/** The text alone below `full`: the parts repeat it. Parameters of which only the names are known say nothing beyond the text. */
function signatureAt(signature: CardSignature | undefined, detail: CardDetail): CardSignature | undefined {
  if (signature === undefined || signature.text === "") return undefined;
  if (detail !== "full") return { text: signature.text };
  const { params, generics, overloads, returns, async, generator, text } = signature;
  return {
    ...(params?.some((param) => Object.keys(param).length > 1) === true ? { params } : {}),
    ...(returns === undefined ? {} : { returns }),
    ...(generics !== undefined && generics.length > 0 ? { generics } : {}),
    ...(overloads !== undefined && overloads.length > 0 ? { overloads } : {}),
    ...(async === true ? { async } : {}),
    ...(generator === true ? { generator } : {}),
    text,
  };
}

function callResolutionOf(facts: CardFacts, unresolved: CallResolution["calls"]): CallResolution | undefined {
  const { options, dependencies } = facts;
  if (options.includeResolutionMetadata !== true) return undefined;
  const calls = [...dependencies.calls.map(resolvedCall), ...unresolved];
  if (calls.length === 0) return undefined;
  return {
    ...(options.minCallConfidence === undefined ? {} : { minCallConfidence: options.minCallConfidence }),
    calls,
  };
}

/** Canonical: fixed order of fields, absent ones as null. */
function hashFacts(
  record: SymbolRecord,
  signature: CardSignature | undefined,
  summary: string | undefined,
  { calls, imports }: Dependencies,
): string {
  const { id, name, qualifiedName, kind, visibility, exported, file, range, line } = record;
  const place = [range.startLine, range.startCol, range.endLine, range.endCol, line];
  const shown = signature === undefined ? null : canonicalSignature(signature);
  const labels = [calls, imports].map((found) => found.map(({ symbolId, label }) => [symbolId, label]));
  const identity = [id, name, qualifiedName, kind, visibility, exported, file];
  return hash64Hex(JSON.stringify([identity, place, shown, summary ?? null, labels]));
}

function canonicalSignature(signature: CardSignature): unknown[] {
  const { params, returns, generics, overloads, async, generator, text } = signature;
  const flat = (params ?? []).map((param) => [
    param.name,
    param.type ?? null,
    param.optional === true,
    param.default ?? null,
  ]);
  return [flat, returns ?? null, generics ?? [], overloads ?? [], async === true, generator === true, text];
}
