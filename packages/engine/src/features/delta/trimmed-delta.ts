/**
 * What a delta had no room for: its entries are kept as they would have been sent, beside the handles of slices, and paged like a slice's
 * spillover. They are stored, not computed again: tests, processes and history steer a delta, and are kept for the latest version alone.
 */
import type { PackedBlastEntry, PackedChange } from "@sdl/delta";
import { parseVersionId, SdlError } from "@sdl/model";
import { handleName, type KnownSlice, type SliceSessions } from "@sdl/repository/session";
import type { ActionContext } from "../../contract/action.js";
import { findByHandle, type HandleCall } from "../../query/repository-of-handle.js";
import type { Query } from "../../query/run-query.js";
import { cursorsOf, type PageRequest, startOfPage } from "../../query/spillover-page.js";
import { sentPinned, storedPinned } from "../../query/stored-pinned.js";
import type { RegistryEntry } from "../../registry/registry-file.js";
import { freshnessAnswer, leaseAnswer } from "../slice/held-slice.js";
import type { DeltaBudget } from "./fit-delta.js";

/** Entries that are read together: a page of an answer takes one or two. */
const STORED_TOGETHER = 100;

interface DeltaNames {
  readonly fromVersion: string;
  readonly toVersion: string;
}

/** What of a delta is left out, in the order of its two lists. */
interface Trimmed {
  readonly changed: readonly PackedChange[];
  readonly blast: readonly PackedBlastEntry[];
}

/** What is stored of the request. */
interface StoredRequest extends DeltaNames {
  /** How many entries are changed symbols: the first ones. */
  readonly changed: number;
}

/** Known before the delta is cut: it costs tokens. Equal requests of equal states have equal handles. */
export function deltaHandle(
  { entry, basis }: Query,
  { fromVersion, toVersion }: DeltaNames,
  budget: DeltaBudget,
): string {
  const { maxCards, maxEstimatedTokens } = budget;
  const asked = [fromVersion, toVersion, maxCards, maxEstimatedTokens, basis.pinned];
  return handleName("delta", entry.repoId, JSON.stringify(asked));
}

export function keepTrimmed(query: Query, handle: string, names: DeltaNames, { changed, blast }: Trimmed): void {
  const entries: readonly (PackedChange | PackedBlastEntry)[] = [...changed, ...blast];
  const request: StoredRequest = { ...names, changed: changed.length };
  const count = Math.ceil(entries.length / STORED_TOGETHER);
  query.sessions.rememberDelta({
    handle,
    request: JSON.stringify(request),
    version: parseVersionId(query.graph.version),
    pinned: storedPinned(query.basis.pinned),
    trimmed: entries.map(({ symbolId }) => symbolId),
    pages: Array.from({ length: count }, (_, page) => JSON.stringify(pageOf(entries, page))),
  });
}

/** @throws {SdlError} `handle_unknown`, `lease_expired`, `invalid_params` for a cursor of another list */
export async function readTrimmed(context: ActionContext, call: HandleCall, request: PageRequest): Promise<object> {
  const { engine } = context;
  const found = await findByHandle(engine, call, (repository) => repository.sessions.findDelta(call.handle));
  const { entry, repository, known } = found;
  const { sessions } = repository;
  const asked = JSON.parse(known.record.request) as StoredRequest;
  if (!sessions.isLive(known)) throw endedDelta(entry, known.handle, asked, "its lease has ended");
  const { dropped } = known.record;
  const from = startOfPage(known.handle, request, dropped);
  const to = Math.min(from + request.pageSize, dropped.length);
  const entries = readEntries(sessions, known.handle, from, to);
  if (entries === undefined) throw endedDelta(entry, known.handle, asked, "its entries are no longer there");
  const changed = Math.max(0, Math.min(asked.changed, to) - from);
  return {
    spilloverHandle: known.handle,
    ...cursorAfter(known, to),
    hasMore: to < dropped.length,
    changedSymbols: entries.slice(0, changed),
    blastRadius: entries.slice(changed),
    lease: leaseAnswer(sessions.renew(known), known.lease.versions),
    pinned: sentPinned(known.record.pinned),
    ...freshnessAnswer(repository),
  };
}

function cursorAfter({ handle, record: { dropped } }: KnownSlice, to: number): { readonly cursor?: string } {
  const last = dropped[to - 1];
  return to < dropped.length && last !== undefined ? { cursor: cursorsOf(handle).after(last) } : {};
}

/** @returns `undefined` where a page is lost */
function readEntries(sessions: SliceSessions, handle: string, from: number, to: number): readonly object[] | undefined {
  if (to <= from) return [];
  const first = Math.floor(from / STORED_TOGETHER);
  const last = Math.floor((to - 1) / STORED_TOGETHER);
  const texts = Array.from({ length: last - first + 1 }, (_, i) => sessions.page(handle, first + i));
  if (texts.some((text) => text === undefined)) return undefined;
  const entries = texts.flatMap((text) => JSON.parse(text ?? "[]") as object[]);
  const skipped = first * STORED_TOGETHER;
  return entries.slice(from - skipped, to - skipped);
}

function pageOf<T>(entries: readonly T[], page: number): readonly T[] {
  return entries.slice(page * STORED_TOGETHER, (page + 1) * STORED_TOGETHER);
}

function endedDelta({ repoId }: RegistryEntry, handle: string, asked: StoredRequest, why: string): SdlError {
  const { fromVersion, toVersion } = asked;
  return new SdlError("lease_expired", `the delta ${handle} cannot be paged any more: ${why}; ask for it again`, {
    nextBestAction: {
      tool: "sdl.delta.get",
      args: { repoId, fromVersion, toVersion },
      rationale: "compares the same versions again",
    },
  });
}
