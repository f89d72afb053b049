/** One query: opens the repository, refreshes it if asked, computes on one snapshot, and says what the answer rests on. */
import { GraphError, type KeptValues, SdlError, type SdlErrorCode } from "@sdl/model";
import type { DerivedLayers } from "@sdl/model/graph";
import {
  DRAFT_NAME,
  type DraftedState,
  dayOf,
  type Freshness,
  faultOf,
  type Repository,
  type Snapshot,
} from "@sdl/repository";
import type { SliceSessions } from "@sdl/repository/session";
import type { SourceOverlay } from "@sdl/repository/source";
import type { AuditLog } from "../audit/audit-log.js";
import { auditOf } from "../audit/repository-audit.js";
import type { ActionContext, RunContext } from "../contract/action.js";
import type { Engine } from "../contract/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { stateOf } from "../text/basis-text.js";
import { borrowLayers } from "./borrow-layers.js";
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
  /** Unsaved text that the graph knows; absent where none counts. */
  readonly overlay?: SourceOverlay;
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
  /** Of the drafts on top; absent where none count. */
  readonly overlayVersion?: number;
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
  /** The files whose unsaved text it knows: how many, and the first by path. */
  readonly unsaved?: { readonly files: number; readonly names: readonly string[] };
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
    const { graph, derived, drafted } = await openState(context, repository, target.asOfVersion);
    const layersFault = derived === undefined ? repository.derivationFault() : undefined;
    const knowledge = knowledgeAt?.(graph) ?? NO_KNOWLEDGE;
    const lacks = isLayered && derived === undefined ? [lackOfLayers(layersFault)] : [];
    const ledgerVersion = drafted === undefined ? graph.version : repository.snapshot().version;
    const pinned = { ...pinnedState(ledgerVersion, derived, nowMs), ...overlayState(drafted), ...knowledge.versions };
    const basis = { ...basisOf(pinned, freshness, [...news, ...lacks]), ...unsavedFiles(drafted) };
    const { sessions } = repository;
    const { kept } = context.engine;
    const state = { graph, derived, layersFault, ...(drafted && { overlay: drafted.overlay }) };
    return withBasis(await compute({ entry, folder, ...state, nowMs, basis, sessions, knowledge, audit, kept }), basis);
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

interface OpenedState {
  readonly graph: Snapshot;
  readonly derived: DerivedLayers | undefined;
  /** Present where drafts count. */
  readonly drafted?: DraftedState;
}

/** The latest state, drafts included, or a version of its own. @throws {SdlError} `version_not_found`, `busy` */
async function openState(
  { engine }: ActionContext,
  repository: Repository,
  version: string | undefined,
): Promise<OpenedState> {
  const isLatest = version === undefined || version === DRAFT_NAME;
  const drafted = isLatest ? await readDrafts(engine, repository) : undefined;
  if (drafted === undefined) {
    const graph = await openVersion(repository, version);
    return { graph, derived: graph.derived() };
  }
  const latest = repository.snapshot();
  const layers = latest.derived();
  const derived = layers === undefined ? undefined : borrowLayers(drafted.graph, latest, layers);
  return { graph: drafted.graph, derived, drafted };
}

/** A fault at drafts costs the drafts: what is saved is answered. */
async function readDrafts(engine: Engine, repository: Repository): Promise<DraftedState | undefined> {
  try {
    return await repository.drafted();
  } catch (error) {
    if (isExpired(error)) throw error;
    const { repoId } = repository;
    const path = engine.log.record({ repoId, ...faultOf("reading drafts", undefined, error) });
    engine.notice(`Unsaved text of editors does not count now${path === undefined ? "" : `; see ${path}`}.`);
    return undefined;
  }
}

function overlayState(drafted: DraftedState | undefined): Pick<Pinned, "overlayVersion"> {
  return drafted === undefined ? {} : { overlayVersion: drafted.overlayVersion };
}

/** Files named in an answer. */
const MAX_UNSAVED_NAMES = 3;

function unsavedFiles(drafted: DraftedState | undefined): Pick<AnswerBasis, "unsaved"> {
  const { unsaved = [] } = drafted ?? {};
  return unsaved.length === 0 ? {} : { unsaved: { files: unsaved.length, names: unsaved.slice(0, MAX_UNSAVED_NAMES) } };
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
