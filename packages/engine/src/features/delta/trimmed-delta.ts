/**
 * Delta spillovers: the entries that a delta had no room for. They are stored as they would have been sent, beside the handles of slices, and paged
 * like a slice's spillover. Stored instead of recomputed, because the delta depends on tests, processes and history, which are kept for the latest
 * version only.
 */
import type { PackedBlastEntry, PackedChange } from "@sdl/delta";
import { parseVersionId, SdlError } from "@sdl/model";
import { handleName, type KnownSlice, type SliceSessions } from "@sdl/repository/session";
import type { ActionContext } from "../../contract/action.js";
import { findByHandle, type HandleCall } from "../../query/repository-of-handle.js";
import type { Query } from "../../query/run-query.js";
import { type PageRequest, spilloverCursors, startOfPage } from "../../query/spillover-page.js";
import { decodePinned, encodePinned } from "../../query/stored-pinned.js";
import type { RegistryEntry } from "../../registry/registry-file.js";
import { freshnessAnswer, leaseAnswer } from "../slice/live-slice.js";
import type { DeltaBudget } from "./fit-delta.js";

/** Entries stored in one page: a page of an answer reads one or two of these. */
const STORED_TOGETHER = 100;

interface DeltaNames {
  readonly fromVersion: string;
  readonly toVersion: string;
}

/** The entries of a delta that are left out, in the order of its two lists. */
interface TrimmedEntries {
  readonly changed: readonly PackedChange[];
  readonly blast: readonly PackedBlastEntry[];
}

/** The part of the request that is stored. */
interface StoredRequest extends DeltaNames {
  /** Number of entries that are changed symbols; they come first. */
  readonly changed: number;
}

/** Computed before the delta is cut, because the handle costs tokens. Equal requests on equal states have equal handles. */
export function makeDeltaHandle(
  { entry, basis }: Query,
  { fromVersion, toVersion }: DeltaNames,
  budget: DeltaBudget,
): string {
  const { maxCards, maxEstimatedTokens } = budget;
  const asked = [fromVersion, toVersion, maxCards, maxEstimatedTokens, basis.pinned];
  return handleName("delta", entry.repoId, JSON.stringify(asked));
}

/** Stores the entries that were left out, under the delta's handle. */
export function storeTrimmed(
  query: Query,
  handle: string,
  names: DeltaNames,
  { changed, blast }: TrimmedEntries,
): void {
  const entries: readonly (PackedChange | PackedBlastEntry)[] = [...changed, ...blast];
  const request: StoredRequest = { ...names, changed: changed.length };
  const count = Math.ceil(entries.length / STORED_TOGETHER);
  query.sessions.rememberDelta({
    handle,
    request: JSON.stringify(request),
    version: parseVersionId(query.graph.version),
    pinned: encodePinned(query.basis.pinned),
    trimmed: entries.map(({ symbolId }) => symbolId),
    pages: Array.from({ length: count }, (_, page) => JSON.stringify(entriesOfPage(entries, page))),
  });
}

/** @throws {SdlError} `handle_unknown`, `lease_expired`, `invalid_params` for a cursor of another list */
export async function readTrimmed(context: ActionContext, call: HandleCall, request: PageRequest): Promise<object> {
  const { engine } = context;
  const found = await findByHandle(engine, call, (repository) => repository.sessions.findDelta(call.handle));
  const { entry, repository, known } = found;
  const { sessions } = repository;
  const asked = JSON.parse(known.record.request) as StoredRequest;
  if (!sessions.isLive(known)) throw expiredDeltaError(entry, known.handle, asked, "its lease has ended");
  const { dropped } = known.record;
  const from = startOfPage(known.handle, request, dropped);
  const to = Math.min(from + request.pageSize, dropped.length);
  const entries = readEntries(sessions, known.handle, from, to);
  if (entries === undefined) throw expiredDeltaError(entry, known.handle, asked, "its stored entries are missing");
  const changed = Math.max(0, Math.min(asked.changed, to) - from);
  return {
    spilloverHandle: known.handle,
    ...makeCursorAfter(known, to),
    hasMore: to < dropped.length,
    changedSymbols: entries.slice(0, changed),
    blastRadius: entries.slice(changed),
    lease: leaseAnswer(sessions.renewLease(known), known.lease.versions),
    pinned: decodePinned(known.record.pinned),
    ...freshnessAnswer(repository),
  };
}

function makeCursorAfter({ handle, record: { dropped } }: KnownSlice, to: number): { readonly cursor?: string } {
  const last = dropped[to - 1];
  return to < dropped.length && last !== undefined ? { cursor: spilloverCursors(handle).makeCursorAfter(last) } : {};
}

/** @returns `undefined` if a stored page is missing */
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

function entriesOfPage<T>(entries: readonly T[], page: number): readonly T[] {
  return entries.slice(page * STORED_TOGETHER, (page + 1) * STORED_TOGETHER);
}

function expiredDeltaError({ repoId }: RegistryEntry, handle: string, asked: StoredRequest, why: string): SdlError {
  const { fromVersion, toVersion } = asked;
  return new SdlError("lease_expired", `the delta ${handle} can no longer be paged: ${why}; request the delta again`, {
    nextBestAction: {
      tool: "sdl.delta.get",
      args: { repoId, fromVersion, toVersion },
      rationale: "compares the same versions again",
    },
  });
}
