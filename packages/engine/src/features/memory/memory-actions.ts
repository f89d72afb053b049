/** Implements the memory actions on a call's repository. */
import { type Memory, type MemoryQuery, type MemoryType, type StoreRequest, surfaceMemories } from "@sdl/memory";
import { isSymbolId, SdlError, type SymbolId } from "@sdl/model";
import { dayOf } from "@sdl/repository";
import type { ActionContext } from "../../contract/action.js";
import { graphOf, memoriesOf, runWrite } from "../../query/knowledge/repository-memories.js";
import { openIndexed } from "../../query/open-indexed.js";
import { type PathBase, repositoryPath, workingFolder } from "../../query/repository-path.js";
import { resolveNamedSymbol } from "../../query/symbol-ref.js";
import { resolveMemoryId } from "./resolve-memory-id.js";

interface Target {
  readonly repoId?: string | undefined;
}

interface StoreArguments extends Target, Omit<StoreRequest, "symbolIds" | "files"> {
  readonly symbolIds?: readonly string[] | undefined;
  readonly fileRelPaths?: readonly string[] | undefined;
}

interface QueryArguments extends Target, Omit<MemoryQuery, "symbolIds"> {
  readonly symbolIds?: readonly string[] | undefined;
  /** Only this memory; an id, a title or a part of a title. */
  readonly memoryId?: string | undefined;
}

/** @throws {SdlError} `symbol_not_found`, `path_outside_repo`, `invalid_params`, `busy` */
export async function storeMemory(context: ActionContext, request: StoreArguments): Promise<object> {
  const { book, graph, base } = await openTarget(context, request);
  const { fileRelPaths, symbolIds, memoryId, ...rest } = request;
  const stored = {
    ...rest,
    memoryId: memoryId === undefined ? undefined : resolveMemoryId(book.viewMemories(graph).memories, memoryId),
    symbolIds: linkedIds(base, graph, symbolIds),
    files: fileRelPaths?.map((path) => repositoryPath(base, path)),
  };
  return { ok: true, ...runWrite("the memory", () => book.store(stored, graph)) };
}

/** @throws {SdlError} `invalid_params` for an unknown memory, `busy` */
export async function removeMemory(
  context: ActionContext,
  request: Target & { readonly memoryId: string; readonly deleteFile: boolean },
): Promise<object> {
  const { book, graph } = await openTarget(context, request);
  const { deleteFile } = request;
  const memoryId = resolveMemoryId(book.viewMemories(graph).memories, request.memoryId);
  const fileDeleted = runWrite("the removal", () => book.remove(memoryId, deleteFile));
  return { ok: true, memoryId, fileDeleted };
}

/** Finds memories by words, type, tags or symbols, or reads one memory. */
export async function queryMemories(context: ActionContext, request: QueryArguments): Promise<object> {
  const { book, graph, base } = await openTarget(context, request);
  const view = book.viewMemories(graph);
  const symbolIds = linkedIds(base, graph, request.symbolIds);
  const { memories, total } =
    request.memoryId === undefined
      ? book.query({ ...request, symbolIds }, graph)
      : findMemory(view.memories, request.memoryId);
  return { memories, total, ...memoryState(view) };
}

/** @throws {SdlError} `invalid_params` for an unknown memory */
function findMemory(all: readonly Memory[], reference: string) {
  const memoryId = resolveMemoryId(all, reference);
  const memories = all.filter((memory) => memory.memoryId === memoryId);
  if (memories.length === 0) throw new SdlError("invalid_params", `memoryId: no memory has the id ${memoryId}`);
  return { memories, total: memories.length };
}

interface SurfaceArguments extends Target {
  readonly symbolIds?: readonly string[] | undefined;
  readonly taskType?: MemoryType | undefined;
  readonly limit: number;
}

/** Selects the memories that matter most for given symbols. */
export async function surfaceForClient(context: ActionContext, request: SurfaceArguments): Promise<object> {
  const { book, graph, base } = await openTarget(context, request);
  const view = book.viewMemories(graph);
  const memories = surfaceMemories(view.memories, {
    symbolIds: linkedIds(base, graph, request.symbolIds),
    type: request.taskType,
    limit: request.limit,
    fileOf: (symbol) => fileOfSymbol(graph, symbol),
    asOfDay: dayOf(context.engine.now()),
  });
  return { memories, ...memoryState(view) };
}

/** Adopts memories that came with the repository. @param memoryIds the memories to adopt; if absent, all that are held back */
export async function adoptMemories(
  context: ActionContext,
  target: Target,
  memoryIds: readonly string[] | undefined,
): Promise<number> {
  const { book } = await openTarget(context, target);
  return runWrite("the adoption", () => book.adopt(memoryIds));
}

/** Opens the repository; indexes it first if it has no index and the call names symbols of it. */
async function openTarget(
  context: ActionContext,
  target: Target & { readonly symbolIds?: readonly string[] | undefined },
) {
  const namesSymbols = target.symbolIds?.some((text) => !isSymbolId(text)) === true;
  const { entry, repository } = namesSymbols ? await openIndexed(context, target.repoId) : await open(context, target);
  const book = memoriesOf(context.engine, repository);
  const base = { entry, folder: workingFolder(context.engine.cwd, entry.rootPath) };
  return { book, graph: graphOf(repository), base };
}

async function open({ engine }: ActionContext, { repoId }: Target) {
  const entry = await engine.find(repoId);
  return { entry, repository: await engine.open(entry) };
}

/**
 * Resolves symbol references. Accepts any id without a check, because a memory may outlive its symbols. @throws {SdlError} `symbol_not_found`,
 * `symbol_ambiguous`
 */
function linkedIds(
  base: PathBase,
  graph: ReturnType<typeof graphOf>,
  reference: readonly string[] | undefined,
): readonly SymbolId[] | undefined {
  return reference?.map((text) => {
    // Without an index, all texts are ids; see `openTarget`.
    if (graph === undefined || isSymbolId(text)) return text as SymbolId;
    return graph.symbol(resolveNamedSymbol({ ...base, graph }, text)).id;
  });
}

function fileOfSymbol(graph: ReturnType<typeof graphOf>, symbol: SymbolId): string | undefined {
  const handle = graph?.findSymbol(symbol);
  return handle === undefined ? undefined : graph?.fileOf(handle);
}

function memoryState(view: {
  readonly version: string;
  readonly heldBack: number;
  readonly warnings: readonly string[];
  readonly memories: readonly Memory[];
}) {
  const { version, heldBack, warnings } = view;
  return { memoryVersion: version, ...(heldBack === 0 ? {} : { heldBack }), warnings };
}
