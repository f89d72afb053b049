/**
 * Slices as a client asks for them: retrieval finds the seeds, the slice package chooses, the envelope says until when it holds.
 * Invariant: the budget covers the whole answer, envelope included.
 */
import { isSymbolId, SdlError } from "@sdl/model";
import type { SeedFinder, Slice, SliceBody, SliceBuildRequest } from "@sdl/slice";
import { pruneAnswer } from "../actions/prune-answer.js";
import type { Query } from "./pinned.js";
import { indexedFile, repositoryPath } from "./repository-path.js";
import { resolveSymbolRef, symbolById } from "./symbol-ref.js";

/** A request whose absent parameters may stand as `undefined`. */
export type SliceRequest = { readonly [Name in keyof SliceBuildRequest]?: SliceBuildRequest[Name] | undefined };

const LEASE_MS = 60 * 60 * 1000;

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, `file_not_indexed`, `path_outside_repo` */
export async function buildRepositorySlice(query: Query, wanted: SliceRequest): Promise<object> {
  const { buildSlice, loadTokenCounter, sliceHandle } = await import("@sdl/slice");
  const request = resolvePlaces(query, wanted);
  const handle = sliceHandle(request, { ...query.basis.pinned }, { repoId: query.entry.repoId });
  const { result } = buildSlice(query.graph, request, {
    countTokens: await loadTokenCounter(),
    seeds: await createSeeds(query),
    derived: query.derived,
    envelope: (body, sliceHash) => envelope(query, { handle, sliceHash }, body),
  });
  return result;
}

/** A slice as its answer carries it, in whichever wire format. @throws {SliceError} `INVALID_WIRE` */
export async function decodeAnswer({ slice }: { readonly slice: unknown }): Promise<Slice> {
  const { decodeSlice } = await import("@sdl/slice");
  return decodeSlice(slice);
}

interface SliceNames {
  readonly handle: string;
  readonly sliceHash: string;
}

/** As it is sent: an encoded slice has nothing to leave out. */
function envelope({ graph, nowMs, basis }: Query, { handle, sliceHash }: SliceNames, body: SliceBody): object {
  const { version } = graph;
  const { slice, ...evidence } = body;
  const expiresAt = new Date(nowMs + LEASE_MS).toISOString();
  return {
    sliceHandle: handle,
    ledgerVersion: version,
    lease: { expiresAt, minVersion: version, maxVersion: version },
    sliceEtag: { handle, version, sliceHash },
    slice,
    ...pruneAnswer({ ...evidence, ...basis }),
  };
}

/** Retrieval, as slices ask for it. */
export async function createSeeds({ graph }: Query): Promise<SeedFinder> {
  const { searchSymbols } = await import("@sdl/retrieval");
  return {
    findSeeds: (taskText, limit) => {
      const { results, evidence } = searchSymbols(graph, graph, taskText, { limit, now: () => performance.now() });
      return { seeds: results, evidence: { ...evidence, fusionLatencyMs: Math.round(evidence.fusionLatencyMs) } };
    },
  };
}

/** Names become ids, paths become those of the index; what is absent stays absent. */
function resolvePlaces(query: Query, wanted: SliceRequest): SliceBuildRequest {
  const { graph, entry } = query;
  const { entrySymbols, editedFiles, failingTestPath } = wanted;
  const resolved = {
    ...wanted,
    entrySymbols: entrySymbols?.map((name) => entryId(query, name)),
    editedFiles: editedFiles === undefined ? undefined : indexedAmong(query, editedFiles),
    failingTestPath: failingTestPath === undefined ? undefined : indexedFile(graph, entry.rootPath, failingTestPath),
  };
  return Object.fromEntries(Object.entries(resolved).filter(([, value]) => value !== undefined));
}

function entryId({ graph }: Query, name: string): string {
  const handle = isSymbolId(name) ? symbolById(graph, name) : resolveSymbolRef(graph, { name });
  return graph.symbol(handle).id;
}

/** Edits of files that are not indexed, such as documents, say nothing here; but one of all edited files must be. */
function indexedAmong({ graph, entry }: Query, files: readonly string[]): readonly string[] {
  const paths = files.map((file) => repositoryPath(entry.rootPath, file));
  const indexed = paths.filter((path) => graph.fileSymbols(path).length > 0);
  const [first] = paths;
  if (indexed.length === 0 && first !== undefined) {
    throw new SdlError(
      "file_not_indexed",
      `editedFiles: none of ${paths.slice(0, 5).join(", ")} is indexed; check the paths, or pass fresh: true`,
    );
  }
  return indexed;
}
