/**
 * Everything that the cards of one symbol are made of, gathered once; {@link cardAt} and {@link etagAt} then give any level.
 *
 * The etag covers the card's own facts, its resolved outgoing deps, the level and the options that shape the card. Metrics and
 * versions are no part of it: an index made anew from the same source gives the same etags.
 */
import {
  countNeighbours,
  type DerivedLayers,
  hash64Hex,
  hashDigits,
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
import { type Dependencies, dependenciesOf, depsLabels, resolvedCall, unresolvedCall } from "./deps.js";
import { type DerivedFields, derivedFields } from "./derived-fields.js";
import { invariantsOf } from "./invariants.js";
import { sideEffectsOf } from "./side-effects.js";
import { summaryOf } from "./summary.js";

/** Calls below it are named by no summary; hundredths. */
const MIN_NAMED_CONFIDENCE = 50;

/** What shapes a card beside its level. */
export interface CardOptions {
  /** Calls below this confidence are left out, 0..1. */
  readonly minCallConfidence?: number;
  /** Adds how each call was bound. */
  readonly includeResolutionMetadata?: boolean;
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
  private ownDerived: DerivedFields | undefined;
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
  get derived(): DerivedFields {
    const { derived } = this.options;
    this.ownDerived ??= derived === undefined ? {} : derivedFields(this.graph, this.handle, derived);
    return this.ownDerived;
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

/** @param unresolved also tells calls that leave the repository; for single cards with resolution metadata, never for slices */
export function cardAt(facts: CardFacts, detail: CardDetail, unresolved: CallResolution["calls"] = []): CardBody {
  const { record } = facts;
  const rank = detailRank(detail);
  return {
    symbolId: record.id,
    name: record.name,
    kind: record.kind,
    file: record.file,
    line: record.line,
    ...(rank >= 1 ? standingOf(facts, detail) : {}),
    ...(rank >= 2 ? usesOf(facts, unresolved) : {}),
    ...(rank >= 3 && facts.texts.summary !== undefined ? { summary: facts.texts.summary } : {}),
    ...(rank >= 3 ? { metrics: metricsAt(facts, detail) } : {}),
    ...(rank >= 4 ? { ...behaviourOf(facts), range: record.range } : {}),
    ...(rank >= 3 ? clusterAndProcesses(facts.derived, rank) : {}),
    detailLevel: detail,
  };
}

function standingOf({ record, details }: CardFacts, detail: CardDetail): Partial<CardBody> {
  const signature = signatureAt(details.signature, detail);
  const qualified = record.qualifiedName !== record.name && record.qualifiedName !== record.file;
  return {
    ...(qualified ? { qualifiedName: record.qualifiedName } : {}),
    exported: record.exported,
    visibility: record.visibility,
    ...(signature === undefined ? {} : { signature }),
  };
}

function usesOf(facts: CardFacts, unresolved: CallResolution["calls"]): Partial<CardBody> {
  const deps = depsLabels(facts.dependencies);
  const callResolution = callResolutionOf(facts, unresolved);
  return {
    ...(deps === undefined ? {} : { deps }),
    ...(callResolution === undefined ? {} : { callResolution }),
  };
}

function behaviourOf({ texts: { invariants, sideEffects } }: CardFacts): Partial<CardBody> {
  return {
    ...(invariants.length > 0 ? { invariants } : {}),
    ...(sideEffects.length > 0 ? { sideEffects } : {}),
  };
}

function clusterAndProcesses({ cluster, processes }: DerivedFields, rank: number): DerivedFields {
  return {
    ...(cluster === undefined ? {} : { cluster }),
    ...(rank >= 4 && processes !== undefined ? { processes } : {}),
  };
}

function metricsAt({ metrics, derived }: CardFacts, detail: CardDetail): CardMetrics {
  const { churn30d, testRefs, canonicalTest } = derived;
  const counts = churn30d === undefined ? metrics : { ...metrics, churn30d };
  if (testRefs === undefined) return counts;
  if (detail !== "full") return { ...counts, testRefs: testRefs.slice(0, 1) };
  return { ...counts, testRefs, ...(canonicalTest === undefined ? {} : { canonicalTest }) };
}

/** Calls of a symbol that nothing of the repository answers. */
export function unresolvedCalls(graph: SymbolGraph, handle: SymbolHandle): CallResolution["calls"] {
  return graph
    .unresolved(handle)
    .filter(({ kind }) => kind === "call")
    .map(unresolvedCall);
}

/** Longest text of a signature at its own level, in UTF-16 units: cards there are many and far from the task. */
const MAX_SHORT_TEXT = 160;

/** Whole up to the limit, else up to the last parameter that fits. */
function shortened(text: string): string {
  if (text.length <= MAX_SHORT_TEXT) return text;
  const comma = text.lastIndexOf(", ", MAX_SHORT_TEXT - 2);
  return `${text.slice(0, comma > 0 ? comma : MAX_SHORT_TEXT - 2)}, …`;
}

/** The text alone below `full`: the parts repeat it. Parameters of which only the names are known say nothing beyond the text. */
function signatureAt(signature: CardSignature | undefined, detail: CardDetail): CardSignature | undefined {
  if (signature === undefined || signature.text === "") return undefined;
  if (detail === "signature") return { text: shortened(signature.text) };
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
  const { options } = facts;
  if (options.includeResolutionMetadata !== true) return undefined;
  const least = options.minCallConfidence ?? 0;
  const calls = [...facts.dependencies.calls.map(resolvedCall), ...unresolved.filter((one) => one.confidence >= least)];
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
