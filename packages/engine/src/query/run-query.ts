/** One query: opens the repository, refreshes it if asked, computes on one snapshot, and says what the answer rests on. */
import { GraphError, type KeptValues, SdlError, type SdlErrorCode } from "@sdl/model";
import type { DerivedLayers } from "@sdl/model/graph";
import { dayOf, type Freshness, type Repository, type Snapshot } from "@sdl/repository";
import type { SliceSessions } from "@sdl/repository/session";
import type { AuditLog } from "../audit/audit-log.js";
import { auditOf } from "../audit/repository-audit.js";
import type { ActionContext, RunContext } from "../contract/action.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { stateOf } from "../text/basis-text.js";
import { bringUpToDate, type Fresh, PATIENT_MS, QUICK_MS } from "./bring-up-to-date.js";
import { type Knowledge, NO_KNOWLEDGE, openKnowledge } from "./knowledge/knowledge.js";
import { openIndexed, requireContent } from "./open-indexed.js";
import { workingFolder } from "./repository-path.js";
import { type LayersUse, lackOfLayers, waitForLayers } from "./wait-for-layers.js";

export interface QueryTarget {
  readonly repoId?: string | undefined;
  /** Default "auto". */
  readonly fresh?: Fresh | undefined;
  /** Whether memories and reports on slices go into the answer; it then names their state. */
  readonly usesKnowledge?: boolean | undefined;
  /** What the answer uses derived layers for; nothing when absent. */
  readonly layers?: LayersUse | undefined;
  /** A version's name; the latest when absent. */
  readonly asOfVersion?: string | undefined;
}

/** What a computation may use. */
export interface Query {
  readonly entry: RegistryEntry;
  /** The working directory as a path of the repository, see `PathBase`. */
  readonly folder: string;
  readonly graph: Snapshot;
  /** Layers derived from the graph, if they are there: the same throughout the query. An old version has none. */
  readonly derived: DerivedLayers | undefined;
  /** Why there are none, where they were not made or cannot be read. */
  readonly layersFault: string | undefined;
  readonly nowMs: number;
  /** What the answer will say that it rests on. */
  readonly basis: AnswerBasis;
  /** The slices that clients hold. */
  readonly sessions: SliceSessions;
  /** Memories and reports; nothing where the target does not ask for them. */
  readonly knowledge: Knowledge;
  /** Decisions over source. */
  readonly audit: AuditLog;
  /** What is computed of versions, from query to query. */
  readonly kept: KeptValues;
}

/** The state that an answer was computed from. */
export interface Pinned {
  readonly ledgerVersion: string;
  /** Of clusters, test links and processes; absent while they are not there for this version. */
  readonly derivedVersion?: string;
  /** The UTC day that every decay is computed for. */
  readonly asOfDay: string;
  readonly memoryVersion?: string;
  readonly feedbackVersion?: string;
}

export interface AnswerBasis {
  readonly pinned: Pinned;
  /** ISO time of the last comparison with the disk. */
  readonly checkedAt: string;
  readonly staleFiles: number;
  /** The files that the answer does not know yet: how many, and the first by path. */
  readonly behind?: { readonly files: number; readonly names: readonly string[] };
  /** What happened to the store, in the first answer after it. */
  readonly warnings?: readonly string[];
}

/**
 * @throws {SdlError} `repo_not_found`, `not_indexed`, `busy` while a first index is made, `version_not_found`, and what `compute` throws
 */
export async function runQuery<T extends object>(
  context: ActionContext,
  target: QueryTarget,
  compute: (query: Query) => T | Promise<T>,
): Promise<T & AnswerBasis> {
  const { entry, repository, isJustIndexed } = await openIndexed(context, target.repoId);
  const freshness = isJustIndexed ? repository.freshness() : await freshnessFor(context, repository, target);
  // All of it may have gone since the last question.
  requireContent(entry, repository);
  const { layers, asOfVersion } = target;
  // Old versions have none.
  const isLayered = layers !== undefined && asOfVersion === undefined;
  if (isLayered && layers === "needed") await waitForLayers(repository, context);
  const nowMs = context.engine.now();
  const news = repository.takeNews();
  const knowledgeAt =
    target.usesKnowledge === true ? openKnowledge(context.engine, repository, dayOf(nowMs)) : undefined;
  const audit = auditOf(context.engine, entry);
  const folder = workingFolder(context.engine.cwd, entry.rootPath);
  const answer = async () => {
    const graph = await openVersion(repository, target.asOfVersion);
    const derived = graph.derived();
    const layersFault = derived === undefined ? repository.derivationFault() : undefined;
    const knowledge = knowledgeAt?.(graph) ?? NO_KNOWLEDGE;
    const lacks = isLayered && derived === undefined ? [lackOfLayers(layersFault)] : [];
    const pinned = { ...pinnedState(graph.version, derived, nowMs), ...knowledge.versions };
    const basis = basisOf(pinned, freshness, [...news, ...lacks]);
    const { sessions } = repository;
    const { kept } = context.engine;
    return withBasis(
      await compute({ entry, folder, graph, derived, layersFault, nowMs, basis, sessions, knowledge, audit, kept }),
      basis,
    );
  };
  try {
    return await onLatestVersion(answer);
  } catch (error) {
    // Of an old version nothing is behind.
    throw asOfVersion === undefined ? withIndexState(error, repository, freshness) : error;
  }
}

/** Several processes may publish while a slow machine answers: so many versions may come in between. */
const MAX_EXPIRED = 5;

/** Answers again where a new version was published meanwhile: from that one. */
async function onLatestVersion<T>(answer: () => Promise<T>): Promise<T> {
  for (let expired = 1; ; expired++) {
    try {
      return await answer();
    } catch (error) {
      if (!isExpired(error) || expired > MAX_EXPIRED) throw error;
    }
  }
}

/** Errors that say what an index holds. */
const ABOUT_THE_INDEX: ReadonlySet<SdlErrorCode> = new Set([
  "symbol_not_found",
  "symbol_ambiguous",
  "file_not_indexed",
]);

/** An index that is behind says so where it lacks what was asked for, too. */
function withIndexState(error: unknown, repository: Repository, { staleFiles, staleNames }: Freshness): unknown {
  if (!(error instanceof SdlError) || staleFiles === 0 || !ABOUT_THE_INDEX.has(error.code)) return error;
  const { code, message, hint, nextBestAction, candidates } = error;
  const pinned = { ledgerVersion: repository.latestVersion() };
  const state = stateOf({ staleFiles, behind: { files: staleFiles, names: staleNames }, pinned });
  return new SdlError(code, `${state}; in it ${message}`, {
    cause: error,
    ...(hint !== undefined && { hint }),
    ...(nextBestAction !== undefined && { nextBestAction }),
    ...(candidates !== undefined && { candidates }),
  });
}

/** Of an old version nothing is behind: it is what was asked for. */
async function freshnessFor(context: ActionContext, repository: Repository, target: QueryTarget): Promise<Freshness> {
  const { fresh = "auto", asOfVersion } = target;
  if (asOfVersion !== undefined && fresh !== true) return repository.freshness();
  // What is asked about changes is nothing without them.
  return bringUpToDate(context, repository, fresh, target.layers === "needed" ? PATIENT_MS : QUICK_MS);
}

/** The run of an action that is one query of what its request names. @param layersOf what a request uses derived layers for */
export function asQuery<Request>(
  compute: (query: Query, request: Request, context: RunContext) => object | Promise<object>,
  layersOf: (request: Request) => LayersUse | undefined = () => undefined,
): (context: RunContext, request: Request & QueryTarget) => Promise<object> {
  return (context, request) =>
    runQuery(context, { ...request, layers: layersOf(request) }, (query) => compute(query, request, context));
}

/** @throws {SdlError} `version_not_found`, `busy` */
async function openVersion(repository: Repository, name: string | undefined): Promise<Snapshot> {
  if (name === undefined) return repository.snapshot();
  const id = await repository.resolveVersion(name);
  return id === repository.latestVersion() ? repository.snapshot() : repository.snapshotAt(id);
}

export function isExpired(error: unknown): boolean {
  return error instanceof GraphError && error.code === "VERSION_EXPIRED";
}

function pinnedState(ledgerVersion: string, derived: DerivedLayers | undefined, nowMs: number): Pinned {
  return {
    ledgerVersion,
    ...(derived === undefined ? {} : { derivedVersion: derived.version }),
    asOfDay: dayOf(nowMs),
  };
}

/** Warnings of the computation stand behind those of the store; what it pinned more exactly takes the place of the basis's. */
function withBasis<T extends object>(computed: T, stored: AnswerBasis): T & AnswerBasis {
  const pinned = "pinned" in computed && typeof computed.pinned === "object" ? computed.pinned : {};
  const basis = { ...stored, pinned: { ...stored.pinned, ...pinned } };
  const own = "warnings" in computed && Array.isArray(computed.warnings) ? computed.warnings : [];
  if (own.length === 0) return { ...computed, ...basis };
  return { ...computed, ...basis, warnings: [...new Set([...(basis.warnings ?? []), ...own])] };
}

/** The query with warnings of its own in its basis: a budget that covers the whole answer counts them. */
export function withWarnings(query: Query, warnings: readonly string[]): Query {
  if (warnings.length === 0) return query;
  return { ...query, basis: { ...query.basis, warnings: [...(query.basis.warnings ?? []), ...warnings] } };
}

function basisOf(pinned: Pinned, freshness: Freshness, warnings: readonly string[]): AnswerBasis {
  return {
    pinned,
    checkedAt: new Date(freshness.checkedAtMs).toISOString(),
    staleFiles: freshness.staleFiles,
    ...(freshness.staleFiles === 0 ? {} : { behind: { files: freshness.staleFiles, names: freshness.staleNames } }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
