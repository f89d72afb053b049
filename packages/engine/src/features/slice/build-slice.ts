/**
 * Builds slices as clients request them: retrieval finds the seeds, the slice package selects symbols, the envelope states handle, version and
 * lease.
 * Invariant: the budget covers the whole answer, including the envelope.
 */
import { parseVersionId, SdlError, type SymbolHandle, type SymbolId } from "@sdl/model";
import { handleName, LEASE_MS, type SentSlice, toSpilloverHandle } from "@sdl/repository/session";
import { createSeedFinder } from "@sdl/retrieval";
import {
  type BuiltSlice,
  buildSourcedSlice,
  canonicalRequest,
  decodeSlice,
  encodeShape,
  loadTokenCounter,
  requestHash,
  type SeedFinder,
  type Slice,
  type SliceBody,
  type SliceBuildRequest,
} from "@sdl/slice";
import type { TextStyle } from "../../contract/answer-form.js";
import { pruneAnswer } from "../../contract/prune-answer.js";
import { sanitizeAnswer } from "../../contract/sanitize-answer.js";
import { makeToolStyle } from "../../contract/tool-calls.js";
import { etagsById } from "../../query/known-etags.js";
import { readOwnLines } from "../../query/own-lines.js";
import { repositoryPath, resolveIndexedFile } from "../../query/repository-path.js";
import { type Query, withWarnings } from "../../query/run-query.js";
import { type AllowedSource, discloseSource } from "../../query/source-in-answers.js";
import { encodePinned } from "../../query/stored-pinned.js";
import { resolveReferredIds } from "../../query/symbol-ref.js";
import { finalizeText } from "../../text/finished-text.js";
import { capBudget, capWarnings } from "./cap-budget.js";
import type { SliceRequest } from "./slice-request.js";
import { type SliceAnswer, sliceText } from "./slice-text.js";
import { statedHandle } from "./stated-handle.js";
import { traceNotes, tracesOf } from "./trace-notes.js";

/** Warning of a read-only store: another process, or a later one, will not know the handle. */
const VOLATILE_HANDLES = "the index is read-only: slice handles are valid only while this process runs";

/** @throws {SdlError} `symbol_not_found`, `symbol_ambiguous`, `file_not_indexed`, `path_outside_repo` */
export async function buildRepositorySlice(
  query: Query,
  { ifNoneMatch, ...wanted }: SliceRequest,
  style?: TextStyle,
): Promise<object> {
  const edited = findEditedFiles(query, wanted);
  const asked = withWarnings(query, [
    ...capWarnings(wanted.budget, query.entry.policy?.budgetCaps),
    ...unindexedWarnings(edited.unindexed),
    ...traceNotes(query, wanted.stackTrace),
  ]);
  const request = resolvePlaces(query, { ...wanted, editedFiles: edited.indexed });
  const { built, sent } = await discloseSource(query, "sdl.slice.build", async (allowed) => {
    const version = await sliceVersion(withheldFrom(asked, request, allowed), limitRequest(request, allowed), style);
    return { answer: version, symbols: sourcedIn(version.built), tokens: version.built.slice.budget.used };
  });
  query.sessions.remember(sent);
  if (ifNoneMatch === undefined || built.sliceHash !== ifNoneMatch) return built.result;
  return makeNotModified(asked, { handle: sent.handle, sliceHash: ifNoneMatch });
}

/** The request with `source` reduced to the form that the policy allows. */
function limitRequest(request: SliceBuildRequest, { form }: AllowedSource): SliceBuildRequest {
  if (form === "bodies" || (request.source ?? "none") === "none") return request;
  return { ...request, source: form === "none" ? "none" : "excerpts" };
}

function withheldFrom(query: Query, { source = "none" }: SliceBuildRequest, { withheld }: AllowedSource): Query {
  return withheld === undefined || source === "none" ? query : withWarnings(query, [withheld]);
}

function sourcedIn({ slice }: Pick<BuiltSlice, "slice">): string[] {
  return slice.cards.filter(({ source }) => source !== undefined).map(({ symbolId }) => symbolId);
}

/** The answer if the client already has the slice: only the fields that it needs for further requests. */
function makeNotModified(query: Query, names: SliceNames): object {
  return { notModified: true, ...sliceNames(query, names), warnings: warningsOf(query) };
}

/** The slice as text, exactly as the action sends it. */
function sentText(answer: SliceAnswer, style: TextStyle): string {
  return finalizeText(sliceText(answer, style), answer);
}

/** @param request with ids and paths of the index @throws {SdlError} `symbol_not_found` if an entry symbol does not exist */
export async function sliceVersion(
  query: Query,
  request: SliceBuildRequest,
  style: TextStyle = makeToolStyle("underscore"),
): Promise<{ readonly built: BuiltSlice<object>; readonly sent: SentSlice }> {
  const pinned = { ...query.basis.pinned };
  const handle = nameSlice(query, request);
  const readSource = (symbols: readonly SymbolHandle[]) => readOwnLines(query, symbols);
  const built = await buildSourcedSlice(query.graph, request, {
    readSource,
    ...(request.wireFormat === "text" ? { write: (result: object) => sentText(result as SliceAnswer, style) } : {}),
    countTokens: await loadTokenCounter(),
    seeds: createSeeds(query),
    traces: tracesOf(query),
    derived: query.derived,
    kept: query.kept,
    among: findPreviouslyLeftOut(query, request.cursor),
    memories: query.knowledge.memories,
    feedback: query.knowledge.factors,
    spilloverHandle: toSpilloverHandle(handle),
    // Masked before tokens are counted, so that the budget covers changes by masking.
    envelope: (body, sliceHash) => sanitizeAnswer({ ...makeEnvelope(query, { handle, sliceHash }, body) }),
  });
  const version = parseVersionId(query.graph.version);
  const { slice, dropped } = built;
  const sent = {
    ...{ handle, request: canonicalRequest(request), version, pinned: encodePinned(pinned) },
    ...{ shape: encodeShape(slice), dropped },
  };
  return { built, sent };
}

/** On a server that is one of several, the handle states the slice, so that any of them can build it again. */
function nameSlice({ entry: { repoId }, basis: { pinned }, sessions }: Query, request: SliceBuildRequest): string {
  if (sessions.isOneOfMany) return statedHandle(repoId, { request, pinned });
  return handleName("slice", repoId, requestHash(request, { ...pinned }));
}

/** Ids that the previous slice left out; `undefined` without a cursor. @throws {SdlError} `lease_expired` if that slice is no longer stored */
function findPreviouslyLeftOut(query: Query, cursor: string | undefined): ReadonlySet<SymbolId> | undefined {
  if (cursor === undefined) return undefined;
  const before = query.sessions.find(cursor);
  if (before !== undefined) return new Set(before.record.dropped);
  throw new SdlError(
    "lease_expired",
    `the slice ${cursor} is no longer stored and cannot be continued; build it again from its task`,
  );
}

/** Decodes a slice from an answer in any wire format. @throws {SliceError} `INVALID_WIRE` */
export function decodeAnswer({ slice }: { readonly slice: unknown }): Slice {
  return decodeSlice(slice);
}

/** Warnings of an answer that contains a handle. */
export function warningsOf({ basis, sessions }: Query): readonly string[] {
  return [...(basis.warnings ?? []), ...(sessions.survives ? [] : [VOLATILE_HANDLES])];
}

interface SliceNames {
  readonly handle: string;
  readonly sliceHash: string;
}

/** The answer as sent. `slice` is not pruned, because it may be encoded. */
function makeEnvelope(query: Query, names: SliceNames, body: SliceBody): object {
  const { slice, ...evidence } = body;
  return {
    ...sliceNames(query, names),
    slice,
    ...pruneAnswer({ ...evidence, ...query.basis, warnings: warningsOf(query) }),
  };
}

/** Fields by which a client refers to the slice later, and when they expire. */
function sliceNames({ graph: { version }, nowMs }: Query, { handle, sliceHash }: SliceNames): object {
  const expiresAt = new Date(nowMs + LEASE_MS).toISOString();
  return {
    sliceHandle: handle,
    ledgerVersion: version,
    lease: { expiresAt, minVersion: version, maxVersion: version },
    sliceEtag: { handle, version, sliceHash },
  };
}

/** The seed finder of a task text: by words and names, and if the version has them by the repository's own vectors and past commits. */
export function createSeeds({ graph, derived, kept }: Query): SeedFinder {
  return {
    findSeeds: (taskText, limit) => {
      const vectors = derived?.vectors();
      // The history is loaded whole, and is used only together with vectors.
      const history = vectors && derived?.history();
      const finder = createSeedFinder(graph, graph, { vectors, history, kept, now: () => performance.now() });
      const { seeds, evidence } = finder.findSeeds(taskText, limit);
      return { seeds, evidence: { ...evidence, fusionLatencyMs: Math.round(evidence.fusionLatencyMs) } };
    },
  };
}

/** Resolves names to ids and paths to those of the index; leaves out absent fields. */
function resolvePlaces(query: Query, wanted: SliceRequest): SliceBuildRequest {
  const { entrySymbols, failingTestPath, knownCardEtags } = wanted;
  const resolved = {
    ...wanted,
    budget: capBudget(wanted.budget, query.entry.policy?.budgetCaps),
    entrySymbols: entrySymbols && resolveReferredIds(query, entrySymbols),
    knownCardEtags: knownCardEtags && Object.fromEntries(etagsById(query, knownCardEtags)),
    failingTestPath: failingTestPath === undefined ? undefined : testPath(query, failingTestPath),
  };
  return Object.fromEntries(Object.entries(resolved).filter(([, value]) => value !== undefined));
}

/** Path of a file, or of one test in pytest's notation: `tests/test_auth.py::TestLogin::test_expired`. */
function testPath(query: Query, path: string): string {
  const [file = "", ...names] = path.split("::");
  return [resolveIndexedFile(query.graph, query, file), ...names].join("::");
}

interface EditedFiles {
  /** `undefined` if no edited file is indexed. */
  readonly indexed: readonly string[] | undefined;
  readonly unindexed: readonly string[];
}

/**
 * Splits the edited files into indexed and other paths. @throws {SdlError} `file_not_indexed` if none is indexed and the request has no other seeds
 */
function findEditedFiles(query: Query, { editedFiles = [], ...others }: SliceRequest): EditedFiles {
  const paths = editedFiles.map((file) => repositoryPath(query, file));
  const indexed = paths.filter((path) => query.graph.fileSymbols(path).length > 0);
  const unindexed = paths.filter((path) => !indexed.includes(path));
  const hasOtherSeeds = SEEDS.some((name) => others[name] !== undefined);
  if (indexed.length === 0 && unindexed.length > 0 && !hasOtherSeeds) {
    throw new SdlError(
      "file_not_indexed",
      `editedFiles: none of ${namesOf(unindexed)} is indexed; check the paths, or pass fresh: true`,
    );
  }
  return { indexed: indexed.length === 0 ? undefined : indexed, unindexed };
}

/** Parameters that are seeds, beside edited files. */
const SEEDS = ["taskText", "entrySymbols", "stackTrace", "failingTestPath"] as const;
const MAX_NAMED = 5;

function unindexedWarnings(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  return [`editedFiles: left out of the slice, because they are not indexed: ${namesOf(paths)}`];
}

function namesOf(paths: readonly string[]): string {
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : "";
  return `${paths.slice(0, MAX_NAMED).join(", ")}${more}`;
}
