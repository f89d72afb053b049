/** Runs a query: opens the repository, refreshes it if requested, computes on one snapshot, and states the version and freshness of the answer. */
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
import type { FileContents, SourceOverlay } from "@sdl/repository/source";
import type { AuditLog } from "../audit/audit-log.js";
import { auditLogOf } from "../audit/repository-audit.js";
import type { ActionContext, RunContext } from "../contract/action.js";
import type { Engine } from "../contract/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { stateOf } from "../text/basis-text.js";
import { borrowLayers } from "./borrow-layers.js";
import { type Knowledge, NO_KNOWLEDGE, openKnowledge } from "./knowledge/knowledge.js";
import { openIndexed, requireContent } from "./open-indexed.js";
import { DEFAULT_WAIT_MS, type Fresh, MAX_FRESH_WAIT_MS, refreshIfStale } from "./refresh-if-stale.js";
import { workingFolder } from "./repository-path.js";
import { type LayersUse, missingLayersNote, waitForLayers } from "./wait-for-layers.js";

/** Repository, version and settings of a query. */
export interface QueryTarget {
  readonly repoId?: string | undefined;
  /** Default "auto". */
  readonly fresh?: Fresh | undefined;
  /** Whether the answer uses memories and feedback; it then states their versions. */
  readonly usesKnowledge?: boolean | undefined;
  /** How the answer uses derived layers; not at all if absent. */
  readonly layers?: LayersUse | undefined;
  /** Name of a version; the latest if absent. */
  readonly asOfVersion?: string | undefined;
}

/** Inputs of a query's computation. */
export interface Query {
  readonly entry: RegistryEntry;
  /** The working directory relative to the root, see `PathBase`. */
  readonly folder: string;
  readonly graph: Snapshot;
  /** Unsaved text that the graph includes; absent if there is none. */
  readonly overlay?: SourceOverlay;
  /** Where files' contents come from, if not from a work tree. */
  readonly contents: FileContents | undefined;
  /** Layers derived from the graph, if they exist; the same throughout the query. Older versions have none. */
  readonly derived: DerivedLayers | undefined;
  /** Why layers are missing, if building or reading them failed. */
  readonly layersFault: string | undefined;
  readonly nowMs: number;
  /** Version and freshness that the answer will state. */
  readonly basis: AnswerBasis;
  /** Sessions of clients' slices. */
  readonly sessions: SliceSessions;
  /** Memories and feedback; empty unless the target requests them. */
  readonly knowledge: Knowledge;
  /** Audit log of decisions on source. */
  readonly audit: AuditLog;
  /** Cache of values computed from versions, shared by queries. */
  readonly kept: KeptValues;
}

/** The state that an answer was computed from. */
export interface PinnedVersions {
  readonly ledgerVersion: string;
  /** Version of the derived layers; absent if this version has none yet. */
  readonly derivedVersion?: string;
  /** Version of the drafts in the graph; absent if there are none. */
  readonly overlayVersion?: number;
  /** The UTC day for which time-dependent weights are computed. */
  readonly asOfDay: string;
  readonly memoryVersion?: string;
  readonly feedbackVersion?: string;
}

/** What an answer was computed from. */
export interface AnswerBasis {
  readonly pinned: PinnedVersions;
  /** ISO 8601 time of the last comparison with the disk. */
  readonly checkedAt: string;
  readonly staleFiles: number;
  /** Changed files that the answer does not include: their number, and the first by path. */
  readonly behind?: { readonly files: number; readonly names: readonly string[] };
  /** Files whose unsaved text the answer includes: their number, and the first by path. */
  readonly unsaved?: { readonly files: number; readonly names: readonly string[] };
  /** Events of the store, in the first answer after them. */
  readonly warnings?: readonly string[];
}

/** @throws {SdlError} `repo_not_found`, `not_indexed`, `busy` while the first index is built, `version_not_found`, and any error of `compute` */
export async function runQuery<T extends object>(
  context: ActionContext,
  target: QueryTarget,
  compute: (query: Query) => T | Promise<T>,
): Promise<T & AnswerBasis> {
  const { entry, repository, isJustIndexed } = await openIndexed(context, target.repoId);
  const freshness = isJustIndexed ? repository.freshness() : await chooseFreshness(context, repository, target);
  // Checked again, because all indexed files may have been deleted since the previous query.
  requireContent(entry, repository);
  const { layers, asOfVersion } = target;
  // Older versions have no derived layers.
  const isLayered = layers !== undefined && asOfVersion === undefined;
  if (isLayered && layers === "needed") await waitForLayers(repository, context);
  const nowMs = context.engine.now();
  const news = repository.drainWarnings();
  const knowledgeAt =
    target.usesKnowledge === true ? openKnowledge(context.engine, repository, dayOf(nowMs)) : undefined;
  const audit = auditLogOf(context.engine, entry);
  const folder = workingFolder(context.engine.cwd, entry.rootPath);
  const answer = async () => {
    const { graph, derived, drafted } = await openState(context, repository, target.asOfVersion);
    const layersFault = derived === undefined ? repository.derivationFault() : undefined;
    const knowledge = knowledgeAt?.(graph) ?? NO_KNOWLEDGE;
    const lacks = isLayered && derived === undefined ? [missingLayersNote(layersFault)] : [];
    const ledgerVersion = drafted === undefined ? graph.version : repository.snapshot().version;
    const pinned = { ...pinnedState(ledgerVersion, derived, nowMs), ...overlayState(drafted), ...knowledge.versions };
    const notes = [...(repository.served?.notes() ?? []), ...news, ...lacks];
    const basis = { ...answerBasis(pinned, freshness, notes), ...unsavedFiles(drafted) };
    const { sessions, served } = repository;
    const { kept } = context.engine;
    const state = { graph, derived, layersFault, ...(drafted && { overlay: drafted.overlay }) };
    return withBasis(
      await compute({
        entry,
        folder,
        ...state,
        nowMs,
        basis,
        sessions,
        contents: served?.contents,
        knowledge,
        audit,
        kept,
      }),
      basis,
    );
  };
  try {
    return await retryOnNewVersion(answer);
  } catch (error) {
    // An older version cannot be behind the disk.
    throw asOfVersion === undefined ? withIndexState(error, repository, freshness) : error;
  }
}

/** Maximum versions published by other processes during one answer before the query fails. */
const MAX_EXPIRED = 5;

/** Repeats the computation on the new version if the snapshot's version has expired. */
async function retryOnNewVersion<T>(answer: () => Promise<T>): Promise<T> {
  for (let expired = 1; ; expired++) {
    try {
      return await answer();
    } catch (error) {
      if (!isExpired(error) || expired > MAX_EXPIRED) throw error;
    }
  }
}

/** Errors that depend on the contents of the index. */
const ABOUT_THE_INDEX: ReadonlySet<SdlErrorCode> = new Set([
  "symbol_not_found",
  "symbol_ambiguous",
  "file_not_indexed",
]);

/** Adds the state of the index to such an error if the index is behind the disk. */
function withIndexState(error: unknown, repository: Repository, { staleFiles, staleNames }: Freshness): unknown {
  if (!(error instanceof SdlError) || staleFiles === 0 || !ABOUT_THE_INDEX.has(error.code)) return error;
  const { code, message, hint, nextBestAction, candidates } = error;
  const pinned = { ledgerVersion: repository.latestVersion() };
  const state = stateOf({ staleFiles, behind: { files: staleFiles, names: staleNames }, pinned });
  return new SdlError(code, `${state}: ${message}`, {
    cause: error,
    ...(hint !== undefined && { hint }),
    ...(nextBestAction !== undefined && { nextBestAction }),
    ...(candidates !== undefined && { candidates }),
  });
}

/** Brings the index up to date, unless an older version is requested, which changed files do not affect. */
async function chooseFreshness(
  context: ActionContext,
  repository: Repository,
  target: QueryTarget,
): Promise<Freshness> {
  const { fresh = "auto", asOfVersion } = target;
  if (asOfVersion !== undefined && fresh !== true) return repository.freshness();
  // Queries about changes wait longer, because they are useless without the changes.
  return refreshIfStale(context, repository, fresh, target.layers === "needed" ? MAX_FRESH_WAIT_MS : DEFAULT_WAIT_MS);
}

/** The `run` function of an action that is a single query. @param layersOf how a request uses derived layers */
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
  /** Present if there are drafts. */
  readonly drafted?: DraftedState;
}

/** The latest state including drafts, or a requested version. @throws {SdlError} `version_not_found`, `busy` */
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

/** Reads drafts; on an error logs it and answers from saved files only. */
async function readDrafts(engine: Engine, repository: Repository): Promise<DraftedState | undefined> {
  try {
    return await repository.drafted();
  } catch (error) {
    if (isExpired(error)) throw error;
    const { repoId } = repository;
    const path = engine.log.record({ repoId, ...faultOf("reading drafts", undefined, error) });
    engine.showNotice(
      `Answers leave out editors' unsaved text because of an error${path === undefined ? "" : `; see ${path}`}.`,
    );
    return undefined;
  }
}

function overlayState(drafted: DraftedState | undefined): Pick<PinnedVersions, "overlayVersion"> {
  return drafted === undefined ? {} : { overlayVersion: drafted.overlayVersion };
}

/** Maximum file names in an answer. */
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

/** Whether an error says that the snapshot's version was removed meanwhile. */
export function isExpired(error: unknown): boolean {
  return error instanceof GraphError && error.code === "VERSION_EXPIRED";
}

function pinnedState(ledgerVersion: string, derived: DerivedLayers | undefined, nowMs: number): PinnedVersions {
  return {
    ledgerVersion,
    ...(derived === undefined ? {} : { derivedVersion: derived.version }),
    asOfDay: dayOf(nowMs),
  };
}

/** Adds the basis to an answer. The computation's warnings come after the store's; its `pinned` fields take precedence. */
function withBasis<T extends object>(computed: T, stored: AnswerBasis): T & AnswerBasis {
  const pinned = "pinned" in computed && typeof computed.pinned === "object" ? computed.pinned : {};
  const basis = { ...stored, pinned: { ...stored.pinned, ...pinned } };
  const own = "warnings" in computed && Array.isArray(computed.warnings) ? computed.warnings : [];
  if (own.length === 0) return { ...computed, ...basis };
  return { ...computed, ...basis, warnings: [...new Set([...(basis.warnings ?? []), ...own])] };
}

/** The query with additional warnings in its basis, so that a budget of the whole answer counts them. */
export function withWarnings(query: Query, warnings: readonly string[]): Query {
  if (warnings.length === 0) return query;
  return { ...query, basis: { ...query.basis, warnings: [...(query.basis.warnings ?? []), ...warnings] } };
}

function answerBasis(pinned: PinnedVersions, freshness: Freshness, warnings: readonly string[]): AnswerBasis {
  return {
    pinned,
    checkedAt: new Date(freshness.checkedAtMs).toISOString(),
    staleFiles: freshness.staleFiles,
    ...(freshness.staleFiles === 0 ? {} : { behind: { files: freshness.staleFiles, names: freshness.staleNames } }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
