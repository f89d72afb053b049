/** Implements the feedback actions: records and queries reports on slices. */
import type { FeedbackBook, FeedbackQuery, FeedbackTaskType } from "@sdl/memory";
import { isSymbolId, parseVersionId, SdlError, type SymbolId } from "@sdl/model";
import type { Repository } from "@sdl/repository";
import { createMasker } from "@sdl/repository/masking";
import type { KnownSlice } from "@sdl/repository/session";
import { decodeShape, type Slice } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import { feedbackOf, runWrite } from "../../query/knowledge/repository-memories.js";
import { findByHandle } from "../../query/repository-of-handle.js";
import { type PathBase, workingFolder } from "../../query/repository-path.js";
import { resolveNamedSymbol } from "../../query/symbol-ref.js";

interface ReportArguments {
  readonly repoId?: string | undefined;
  readonly versionId: string;
  readonly sliceHandle: string;
  readonly usefulSymbols: readonly string[];
  readonly missingSymbols?: readonly string[] | undefined;
  readonly taskTags?: readonly string[] | undefined;
  readonly taskType?: FeedbackTaskType | undefined;
  readonly taskText?: string | undefined;
}

/**
 * Records a client's report on a slice that it received. The slice's handle is accepted for some time after its lease ended, because tasks take
 * longer than leases.
 * @throws {SdlError} `handle_unknown`, `version_not_found`; `symbol_not_found` for reported symbols that do not exist; `busy` if the report cannot
 * be written
 */
export async function recordFeedback(context: ActionContext, request: ReportArguments): Promise<object> {
  const { entry, repository, known } = await reportedSlice(context, request);
  const sent = loadSentSlices(repository, known);
  requireVersion(request.versionId, known);
  const base = { entry, folder: workingFolder(context.engine.cwd, entry.rootPath) };
  const { usefulSymbols, missingSymbols } = await reportedSymbols({ base, repository, request, sent });
  const book = feedbackOf(context.engine, repository);
  const { mask } = createMasker();
  const { repoId: _, ...report } = request;
  const feedback = runWrite("the report", () =>
    book.record({
      ...report,
      ...shownAndStartSymbols(sent),
      usefulSymbols,
      missingSymbols,
      taskTags: request.taskTags?.map(mask),
      taskText: request.taskText === undefined ? undefined : mask(request.taskText),
    }),
  );
  const { feedbackId, versionId } = feedback;
  return {
    ok: true,
    feedbackId,
    repoId: entry.repoId,
    versionId,
    symbolsRecorded: feedback.usefulSymbols.length + feedback.missingSymbols.length,
  };
}

function reportedSlice({ engine }: ActionContext, { repoId, sliceHandle }: ReportArguments) {
  const call = { action: "sdl.agent.feedback", parameter: "sliceHandle", handle: sliceHandle, repoId };
  return findByHandle(engine, call, (repository) => repository.sessions.find(sliceHandle));
}

/** The slice as sent at each version that is still stored, the latest one last. */
function loadSentSlices(repository: Repository, { handle, lease }: KnownSlice): readonly Slice[] {
  const shapes = lease.versions.flatMap((version) => repository.sessions.shape(handle, version) ?? []);
  return shapes.map(({ shape }) => decodeShape(shape));
}

/** The symbols that the slice's last answer showed and its start symbols, for statistics: symbols shown but not useful count too. */
function shownAndStartSymbols(sent: readonly Slice[]) {
  const last = sent.at(-1);
  if (last === undefined) return {};
  return {
    shownSymbols: symbolIdsOfSlice(last),
    startSymbols: last.startSymbols.filter(({ source }) => source !== "taskText").map(({ symbolId }) => symbolId),
  };
}

function symbolIdsOfSlice({ cards, cardRefs }: Slice): SymbolId[] {
  return [...cards, ...cardRefs].map(({ symbolId }) => symbolId);
}

function requireVersion(versionId: string, { handle, lease: { versions } }: KnownSlice): void {
  if (versions.some((version) => version === versionId)) return;
  throw new SdlError(
    "version_not_found",
    `versionId: received ${JSON.stringify(versionId)}, but the slice ${handle} was sent at ${versions.join(", ")}; pass the ledgerVersion of its answer`,
  );
}

interface Report {
  readonly base: PathBase;
  readonly repository: Repository;
  readonly request: ReportArguments;
  readonly sent: readonly Slice[];
}

/**
 * Resolves the reported symbols. @throws {SdlError} `symbol_ambiguous`; `symbol_not_found` for ids that are neither in the slice nor in the index,
 * now or at the reported version
 */
async function reportedSymbols({ base, repository, request, sent }: Report) {
  const scope = { ...base, graph: repository.snapshot() };
  const idOf = (said: string) => (isSymbolId(said) ? said : scope.graph.symbol(resolveNamedSymbol(scope, said)).id);
  const usefulSymbols = request.usefulSymbols.map(idOf);
  const missingSymbols = request.missingSymbols?.map(idOf);
  const inSlice = new Set(sent.flatMap(symbolIdsOfSlice));
  const lists = { usefulSymbols, missingSymbols: missingSymbols ?? [] };
  for (const [parameter, ids] of Object.entries(lists)) {
    const unknown = await idsMissingFromVersion(
      repository,
      request.versionId,
      ids.filter((id) => !inSlice.has(id)),
    );
    if (unknown.length > 0) throw unknownSymbols(parameter, unknown);
  }
  return { usefulSymbols, missingSymbols };
}

async function idsMissingFromVersion(
  repository: Repository,
  versionId: string,
  ids: readonly SymbolId[],
): Promise<readonly SymbolId[]> {
  const latest = repository.snapshot();
  const gone = ids.filter((id) => latest.findSymbol(id) === undefined);
  if (gone.length === 0 || latest.version === versionId) return gone;
  const then = await repository.snapshotAt(parseVersionId(versionId)).catch((error: unknown) => {
    if (error instanceof SdlError && error.code === "version_not_found") return undefined;
    throw error;
  });
  return gone.filter((id) => then?.findSymbol(id) === undefined);
}

const MAX_NAMED = 5;

function unknownSymbols(parameter: string, ids: readonly SymbolId[]): SdlError {
  const rest = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : "";
  return new SdlError(
    "symbol_not_found",
    `${parameter}: no symbol has the id ${ids.slice(0, MAX_NAMED).join(", ")}${rest}; pass ids of the slice's cards, or search for the symbol`,
    {
      nextBestAction: {
        tool: "sdl.symbol.search",
        args: { query: "<name of the symbol>" },
        rationale: "returns ids of symbols by name",
      },
    },
  );
}

/** Reads recorded feedback, with the names of the symbols. */
export async function queryFeedback(
  context: ActionContext,
  request: FeedbackQuery & { readonly repoId?: string | undefined },
): Promise<object> {
  const entry = await context.engine.find(request.repoId);
  const repository = await context.engine.open(entry);
  const book = feedbackOf(context.engine, repository);
  const { feedback, aggregatedStats, ...rest } = book.query(request);
  const shown = feedback.map(({ shownSymbols: _shown, startSymbols: _starts, ...row }) => row);
  return {
    repoId: entry.repoId,
    feedback: shown,
    aggregatedStats: withNames(repository, aggregatedStats),
    ...rest,
    warnings: book.warnings(),
  };
}

type FeedbackStats = ReturnType<FeedbackBook["query"]>["aggregatedStats"];

/** The counts, with the symbols' current names. */
function withNames(repository: Repository, { topUsefulSymbols, topMissingSymbols, ...rest }: FeedbackStats): object {
  const graph = repository.isIndexed() ? repository.snapshot() : undefined;
  const named = (counts: FeedbackStats["topUsefulSymbols"]) =>
    counts.map((entry) => {
      const handle = graph?.findSymbol(entry.symbolId);
      if (graph === undefined || handle === undefined) return entry;
      const { qualifiedName, file } = graph.symbol(handle);
      return { ...entry, name: qualifiedName, file };
    });
  return { ...rest, topUsefulSymbols: named(topUsefulSymbols), topMissingSymbols: named(topMissingSymbols) };
}
