/** Requests `sdl/memories` and `sdl/storeMemory`: list the memories of a symbol or of the repository, and store one. */
import { join } from "node:path";
import { makeToolStyle, memoryQuery, memoryStore, memorySurface } from "@sdl/engine";
import { uriOfPath } from "../workspace/file-uris.js";
import type { Inquiry, ServerContext } from "./inquiry.js";
import { type PlacedSymbol, placeSymbols } from "./placed-symbols.js";
import { documentPath, type RequestSubject, startInquiry, symbolAtSubject } from "./subject.js";

const STYLE = makeToolStyle("underscore");
/** Maximum number of memories, newest first, if all are requested. */
const MAX_MEMORIES = 100;

interface Memory {
  readonly linkedSymbols?: readonly string[] | undefined;
  readonly linkedFiles?: readonly string[] | undefined;
  readonly sourceFile?: string | undefined;
}

/** @param params `all`: all memories; otherwise those relevant to the symbol at the position */
export async function handleMemoriesRequest(
  sources: ServerContext,
  params: RequestSubject & { readonly all?: boolean },
  signal: AbortSignal,
): Promise<object> {
  const inquiry = await startInquiry(sources, params, signal);
  const { text, answer } = await (params.all === true
    ? inquiry.runActionAsText(memoryQuery, { limit: MAX_MEMORIES }, STYLE)
    : inquiry.runActionAsText(memorySurface, await aboutSymbol(sources, params, signal), STYLE));
  const found = answer.memories ?? [];
  const symbols = await placeSymbols(
    inquiry,
    found.flatMap(({ linkedSymbols = [] }) => linkedSymbols),
  );
  const placedMemories = await Promise.all(found.map((memory) => placeMemory(inquiry, memory, symbols)));
  return { text, heldBack: answer.heldBack ?? 0, memories: placedMemories };
}

async function aboutSymbol(
  sources: ServerContext,
  params: RequestSubject,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const symbol = await symbolAtSubject(sources, params, signal);
  return symbol === undefined ? {} : { symbolIds: [symbol] };
}

/** The memory with its linked symbols and files as places, and the URI of its own file. */
async function placeMemory(inquiry: Inquiry, memory: Memory, symbols: ReadonlyMap<string, PlacedSymbol>) {
  const { linkedSymbols = [], linkedFiles = [], sourceFile } = memory;
  const about = linkedSymbols.flatMap((id) => symbols.get(id) ?? []);
  const files = new Set([...linkedFiles, ...about.map(({ file }) => file)]);
  const uris = await Promise.all([...files].map((file) => inquiry.fileUri(file)));
  const uri = sourceFile && uriOfPath(join(inquiry.entry.rootPath, sourceFile));
  return { ...memory, about, uris, ...(uri === undefined ? {} : { uri }) };
}

interface StoreParams extends RequestSubject {
  readonly title: string;
  readonly content: string;
  /** Default: `decision`. */
  readonly type?: string;
}

/** Stores a memory that is linked to the symbol at the position, or else to the document, or else to the repository. */
export async function storeMemory(sources: ServerContext, params: StoreParams, signal: AbortSignal): Promise<object> {
  const { title, content, type = "decision", textDocument } = params;
  const inquiry = await startInquiry(sources, params, signal);
  const symbol = await symbolAtSubject(sources, params, signal);
  const document = textDocument === undefined ? [] : [await documentPath(sources, textDocument.uri)];
  const about = symbol === undefined ? { fileRelPaths: document } : { symbolIds: [symbol] };
  const { text, answer } = await inquiry.runActionAsText(memoryStore, { type, title, content, ...about }, STYLE);
  return { text, memoryId: answer.memoryId, created: answer.created };
}
