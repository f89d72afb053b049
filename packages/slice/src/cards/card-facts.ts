/**
 * Facts of one symbol from which its cards are built, read once; `cardAt` and {@link computeEtag} then give any level.
 *
 * The etag covers the card's own facts, its resolved outgoing dependencies, the level, and the options that affect the card. It excludes metrics
 * and versions: after indexing the same source anew the etags are the same.
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

/** Minimum confidence, in hundredths, of a call that a summary names. */
const MIN_NAMED_CONFIDENCE = 50;

/** Options that affect a card, besides its level. */
export interface CardOptions {
  /** Minimum confidence of calls that the card shows, 0..1. */
  readonly minCallConfidence?: number | undefined;
  /** Adds to each call how it was resolved. */
  readonly includeResolutionMetadata?: boolean | undefined;
  /** Clusters, test links and processes, if they have been computed. */
  readonly derived?: DerivedLayers | undefined;
}

/** Statements about a symbol's behaviour; lists may be empty. */
interface CardTexts {
  readonly summary: string | undefined;
  readonly invariants: readonly string[];
  readonly sideEffects: readonly string[];
}

/** Facts of a symbol for cards of any level; each is read on first access. */
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

  /** Fields from derived layers; no etag covers them. */
  derivedAt(detail: DerivedDetail): DerivedFields {
    const { derived: layers } = this.options;
    if (layers === undefined) return {};
    this.ownDerived[detail] ??= derivedFields(this.graph, this.handle, { layers, detail });
    return this.ownDerived[detail];
  }

  /** Hash that the etags of all levels include. */
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

/** Etag of a card at a level: equal content gives equal etags in every process and action. */
export function computeEtag(facts: CardFacts, detail: CardDetail): string {
  const { factsHash, options } = facts;
  const shape = [options.minCallConfidence ?? null, options.includeResolutionMetadata === true];
  const calls = options.includeResolutionMetadata === true ? facts.dependencies.calls : null;
  return hashDigits(JSON.stringify([factsHash, detail, shape, calls]));
}

/** Calls of a symbol whose target is outside of the repository or unknown. */
export function unresolvedCalls(graph: SymbolGraph, handle: SymbolHandle): CallResolution["calls"] {
  return graph
    .unresolved(handle)
    .filter(({ kind }) => kind === "call")
    .map(unresolvedCall);
}

/** Hash of a canonical form: fields in fixed order, absent ones as null. */
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
