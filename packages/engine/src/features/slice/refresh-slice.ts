/**
 * Refreshes a slice: builds the same request at the latest version, compares it with the slice that was sent, and adds changes of its symbols'
 * code. If the version is unchanged, answers from the session store.
 */
import { packDelta } from "@sdl/delta";
import { parseSymbolId, parseVersionId, SdlError, type SymbolId, type VersionId } from "@sdl/model";
import {
  decodeShape,
  diffSlices,
  isEmptyDelta,
  parseCanonicalRequest,
  type Slice,
  type SliceBuildRequest,
} from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import { openDelta } from "../../query/compute-delta.js";
import type { Fresh } from "../../query/refresh-if-stale.js";
import { type Query, runQuery } from "../../query/run-query.js";
import { sliceVersion } from "./build-slice.js";
import { findLiveSlice, leaseAnswer } from "./live-slice.js";
import { type LiveSlice, leaseExpiredError } from "./slice-state.js";

/** One of two forms: `sliceHandle` with the version that the client knows, or `handle` with the cards that it has. */
export interface SliceRefreshRequest {
  readonly repoId?: string | undefined;
  readonly sliceHandle?: string | undefined;
  readonly handle?: string | undefined;
  /** If absent, the version at which the handle was issued. */
  readonly knownVersion?: string | undefined;
  /** Etags by symbol of cards that need not be sent; a key is any reference to the symbol. */
  readonly knownCardEtags?: Readonly<Record<string, string>> | undefined;
  readonly fresh: Fresh;
}

/** @throws {SdlError} `handle_unknown`, `lease_expired`, `version_not_found`, `symbol_not_found` if no entry symbol exists any more */
export async function refreshSlice(context: ActionContext, request: SliceRefreshRequest): Promise<object> {
  const { repoId, sliceHandle, handle = "" } = request;
  const named =
    sliceHandle === undefined ? { parameter: "handle", handle } : { parameter: "sliceHandle", handle: sliceHandle };
  const held = await findLiveSlice(context, { action: "sdl.slice.refresh", repoId, ...named });
  const { entry, known } = held;
  const knownVersion = parseVersionId(request.knownVersion ?? known.lease.versions[0] ?? "");
  const etags = new Set(Object.values(request.knownCardEtags ?? {}));
  // A slice that used derived layers is compared only with a slice that uses them too.
  const layers = known.record.pinned["derivedVersion"] === undefined ? "used" : "needed";
  const target = { repoId: entry.repoId, fresh: request.fresh, usesKnowledge: true, layers } as const;
  return runQuery(context, target, async (query) => {
    const delta =
      query.graph.version === knownVersion
        ? undefined
        : await computeChanges({ held, query, context }, knownVersion, etags);
    const versions = [...new Set([...known.lease.versions, parseVersionId(query.graph.version)])];
    return {
      sliceHandle: known.handle,
      knownVersion,
      currentVersion: query.graph.version,
      notModified: delta === undefined,
      delta,
      lease: leaseAnswer(query.sessions.renewLease(known), versions),
    };
  });
}

interface RefreshContext {
  readonly context: ActionContext;
  readonly held: LiveSlice;
  readonly query: Query;
}

/** @returns `undefined` if neither the slice nor the code of its symbols changed */
async function computeChanges(
  refreshing: RefreshContext,
  knownVersion: VersionId,
  etags: ReadonlySet<string>,
): Promise<object | undefined> {
  const { held } = refreshing;
  const query = withSameLayers(refreshing);
  const before = await rebuildKnownSlice(held, query, knownVersion);
  const wanted = withoutRemovedSymbols(query, parseCanonicalRequest(held.known.record.request));
  const { built, sent } = await sliceVersion(query, wanted);
  query.sessions.remember(sent);
  query.sessions.renewLease(held.known, sent);
  const changes = diffSlices(before, built.slice, etags);
  const code = await findCodeChanges(refreshing, knownVersion, symbolIdsOfSlices(before, built.slice));
  return isEmptyDelta(changes) && code.changedSymbols.length === 0 ? undefined : { ...code, ...changes };
}

/** If the slice was built before its derived layers existed, compares without layers, so that only changes of code differ. */
function withSameLayers({ held, query }: RefreshContext): Query {
  return held.known.record.pinned["derivedVersion"] === undefined ? { ...query, derived: undefined } : query;
}

/** Removes entry symbols that no longer exist; if none is left, keeps the request, which then fails. */
function withoutRemovedSymbols({ graph }: Query, request: SliceBuildRequest): SliceBuildRequest {
  const { entrySymbols, ...rest } = request;
  const present = entrySymbols?.filter((id) => graph.findSymbol(parseSymbolId(id)) !== undefined) ?? [];
  return present.length === 0 ? request : { ...rest, entrySymbols: present };
}

/** The slice as the client has it: its stored shape, else built again from that version. */
async function rebuildKnownSlice(held: LiveSlice, query: Query, version: VersionId): Promise<Slice> {
  const sent = query.sessions.shape(held.known.handle, version);
  if (sent !== undefined) return decodeShape(sent.shape);
  const graph = await held.repository.snapshotAt(version);
  const then = { ...query, graph, derived: graph.derived() };
  return (await sliceVersion(then, parseCanonicalRequest(held.known.record.request))).built.slice;
}

/** Code changes of these symbols, and the symbols among them that a change may affect. @throws {SdlError} `lease_expired` */
async function findCodeChanges(
  { held, query, context }: RefreshContext,
  knownVersion: VersionId,
  symbols: ReadonlySet<SymbolId>,
) {
  const wanted = { fromVersion: knownVersion, toVersion: query.graph.version };
  const { delta, names } = await openDelta(context, query, wanted).catch((error: unknown) => {
    const isGone = error instanceof SdlError && error.code === "version_not_found";
    throw isGone ? leaseExpiredError(held.entry, held.known, `its version ${knownVersion} no longer exists`) : error;
  });
  return packDelta(delta, names, symbols);
}

function symbolIdsOfSlices(...slices: readonly Slice[]): Set<SymbolId> {
  return new Set(slices.flatMap(({ cards, cardRefs }) => [...cards, ...cardRefs].map(({ symbolId }) => symbolId)));
}
