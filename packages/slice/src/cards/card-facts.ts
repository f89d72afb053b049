/**
 * Everything that the cards of one symbol are made of, gathered once; `cardAt` and {@link etagAt} then give any level.
 *
 * The etag covers the card's own facts, its resolved outgoing deps, the level and the options that shape the card. Metrics and
 * versions are no part of it: an index made anew from the same source gives the same etags.
 */
import type { SymbolHandle } from "@sdl/model";
import {
  countNeighbours,
  type DerivedLayers,
  type SymbolDetails,
  type SymbolGraph,
  type SymbolRecord,
} from "@sdl/model/graph";
import { hash64Hex, hashDigits } from "@sdl/model/text";
import type { CallResolution, CardDetail, CardMetrics, CardSignature } from "./card.js";
import { type Dependencies, dependenciesOf, unresolvedCall } from "./deps.js";
import { type DerivedDetail, type DerivedFields, derivedFields } from "./derived-fields.js";
import { invariantsOf } from "./invariants.js";
import { sideEffectsOf } from "./side-effects.js";
import { summaryOf } from "./summary.js";

/** Calls below it are named by no summary; hundredths. */
const MIN_NAMED_CONFIDENCE = 50;

/** What shapes a card beside its level. */
export interface CardOptions {
  /** Calls below this confidence are left out, 0..1. */
  readonly minCallConfidence?: number | undefined;
  /** Adds how each call was bound. */
  readonly includeResolutionMetadata?: boolean | undefined;
  /** Clusters, tests and processes, where they are there. */
  readonly derived?: DerivedLayers | undefined;
}

/** What is said of a symbol in words; lists may be empty. */
interface CardTexts {
  readonly summary: string | undefined;
  readonly invariants: readonly string[];
  readonly sideEffects: readonly string[];
}

/** A symbol's facts, ready to be shown at any level; each is gathered when it is first asked for. */
export class CardFacts {
  readonly record: SymbolRecord;
  private ownDetails: SymbolDetails | undefined;
  private ownDependencies: Dependencies | undefined;
  private ownTexts: CardTexts | undefined;
  private readonly ownDerived: { [Detail in DerivedDetail]?: DerivedFields } = {};
  private ownMetrics: CardMetrics | undefined;
  private ownHash: string | undefined;

  constructor(
    private readonly graph: SymbolGraph,
    private readonly handle: SymbolHandle,
    readonly options: CardOptions,
  ) {
    this.record = graph.symbol(handle);
  }

  get details(): SymbolDetails {
    this.ownDetails ??= this.graph.details(this.handle);
    return this.ownDetails;
  }

  get dependencies(): Dependencies {
    this.ownDependencies ??= dependenciesOf(this.graph, this.handle, this.options.minCallConfidence ?? 0);
    return this.ownDependencies;
  }

  get texts(): CardTexts {
    this.ownTexts ??= this.readTexts();
    return this.ownTexts;
  }

  get metrics(): CardMetrics {
    this.ownMetrics ??= {
      fanIn: countNeighbours(this.graph.incoming(this.handle), this.handle),
      fanOut: countNeighbours(this.graph.outgoing(this.handle), this.handle),
    };
    return this.ownMetrics;
  }

  /** No part of any etag. */
  derivedAt(detail: DerivedDetail): DerivedFields {
    const { derived: layers } = this.options;
    if (layers === undefined) return {};
    this.ownDerived[detail] ??= derivedFields(this.graph, this.handle, { layers, detail });
    return this.ownDerived[detail];
  }

  /** What the etags of all levels share. */
  get factsHash(): string {
    this.ownHash ??= hashFacts(this.record, this.details.signature, this.texts, this.dependencies);
    return this.ownHash;
  }

  private readTexts(): CardTexts {
    const { graph, record, details } = this;
    const { effects, guards } = graph.behaviour(this.handle);
    const likely = this.dependencies.calls.filter(({ confidence }) => confidence >= MIN_NAMED_CONFIDENCE);
    const calls = likely.map(({ label }) => label);
    return {
      summary: summaryOf({ record, doc: details.doc, effects, guards, calls }),
      invariants: invariantsOf(guards, record.file),
      sideEffects: sideEffectsOf(graph, record, effects, this.options.minCallConfidence ?? 0),
    };
  }
}

/**
 * The etag of a level: equal content, equal etag, in every process and from every action.
 */
export function etagAt(facts: CardFacts, detail: CardDetail): string {
  const { factsHash, options } = facts;
  const shape = [options.minCallConfidence ?? null, options.includeResolutionMetadata === true];
  const calls = options.includeResolutionMetadata === true ? facts.dependencies.calls : null;
  return hashDigits(JSON.stringify([factsHash, detail, shape, calls]));
}

/** Calls of a symbol that nothing of the repository answers. */
export function unresolvedCalls(graph: SymbolGraph, handle: SymbolHandle): CallResolution["calls"] {
  return graph
    .unresolved(handle)
    .filter(({ kind }) => kind === "call")
    .map(unresolvedCall);
}

/** Canonical: fixed order of fields, absent ones as null. */
function hashFacts(
  record: SymbolRecord,
  signature: CardSignature | undefined,
  { summary, invariants, sideEffects }: CardTexts,
  { calls, imports }: Dependencies,
): string {
  const { id, name, qualifiedName, kind, visibility, exported, file, range, line } = record;
  const place = [range.startLine, range.startCol, range.endLine, range.endCol, line];
  const shown = signature === undefined ? null : canonicalSignature(signature);
  const labels = [calls, imports].map((found) => found.map(({ symbolId, label }) => [symbolId, label]));
  const identity = [id, name, qualifiedName, kind, visibility, exported, file];
  return hash64Hex(JSON.stringify([identity, place, shown, summary ?? null, invariants, sideEffects, labels]));
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
