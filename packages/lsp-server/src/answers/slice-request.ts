/** Requests `sdl/slice` and `sdl/card`: the context of a task, and the card of one symbol. */
import { loadTokenCounter, makeToolStyle, SdlError, type SliceCard, sliceBuild, symbolGetCard } from "@sdl/engine";
import type { ServerContext } from "./inquiry.js";
import { type PlacedSymbol, placeSymbol } from "./placed-symbols.js";
import { sliceMarkdown } from "./slice-markdown.js";
import { documentPath, type RequestSubject, startInquiry, symbolAtSubject } from "./subject.js";

/** Parameters of `sdl/slice`. If no other start is given, the slice starts from the symbol at the position, or else from the whole document. */
export interface SliceParams extends RequestSubject {
  readonly taskText?: string;
  readonly stackTrace?: string;
  /** URIs of documents. */
  readonly editedFiles?: readonly string[];
  /** URI of a test file, and names of the failing test if the file contains several. */
  readonly failingTest?: { readonly uri: string; readonly names?: readonly string[] };
  /** Maximum number of tokens. */
  readonly budget?: number;
}

interface SliceSymbol extends PlacedSymbol {
  /** How the text shows the symbol's source. */
  readonly shows: "body" | "excerpts" | "signature";
  readonly why?: string;
}

interface SentSlice {
  readonly sliceHandle?: string;
  readonly slice?: {
    readonly cards?: readonly SliceCard[];
    readonly budget?: { readonly used?: number; readonly allowed?: number };
  };
}

const STYLE = makeToolStyle("underscore");

/** Handles `sdl/slice`: text for agents, symbols with locations, Markdown. */
export async function handleSliceRequest(
  sources: ServerContext,
  params: SliceParams,
  signal: AbortSignal,
): Promise<object> {
  const inquiry = await startInquiry(sources, withDocument(params), signal);
  const { text, answer } = await inquiry.runActionAsText(
    sliceBuild,
    await sliceArguments(sources, params, signal),
    STYLE,
  );
  const { sliceHandle, slice: sent } = answer as SentSlice;
  const cards = sent?.cards ?? [];
  const symbols = await Promise.all(
    cards.map(
      async (card): Promise<SliceSymbol> => ({
        ...(await placeSymbol(inquiry, card)),
        shows: card.source === undefined ? "signature" : card.source.form === "body" ? "body" : "excerpts",
        ...(card.why?.lastStep === undefined ? {} : { why: card.why.lastStep }),
      }),
    ),
  );
  const markdown = sliceMarkdown(cards);
  return {
    ...{ text, tokens: sent?.budget?.used, allowed: sent?.budget?.allowed, sliceHandle },
    ...{ symbols, rootPath: inquiry.entry.rootPath },
    markdown: { text: markdown, tokens: (await loadTokenCounter())(markdown) },
  };
}

/** Uses the document of another start to determine the repository. */
function withDocument(params: SliceParams): SliceParams {
  const uri = params.textDocument?.uri ?? params.failingTest?.uri ?? params.editedFiles?.[0];
  return uri === undefined ? params : { ...params, textDocument: { uri } };
}

async function sliceArguments(
  sources: ServerContext,
  params: SliceParams,
  signal: AbortSignal,
): Promise<object & Arguments> {
  const { taskText, stackTrace, editedFiles, failingTest, budget, textDocument } = params;
  const symbol = await symbolAtSubject(sources, params, signal);
  const files = await Promise.all((editedFiles ?? []).map((uri) => documentPath(sources, uri)));
  const hasStart = symbol !== undefined || failingTest !== undefined || files.length > 0;
  if (!hasStart && textDocument !== undefined) files.push(await documentPath(sources, textDocument.uri));
  return {
    ...(taskText === undefined ? {} : { taskText }),
    ...(stackTrace === undefined ? {} : { stackTrace }),
    ...(symbol === undefined ? {} : { entrySymbols: [symbol] }),
    ...(files.length === 0 ? {} : { editedFiles: files }),
    ...(failingTest === undefined ? {} : { failingTestPath: await testPath(sources, failingTest) }),
    ...(budget === undefined ? {} : { budget: { maxEstimatedTokens: budget } }),
  };
}

type Arguments = Readonly<Record<string, unknown>>;

async function testPath(sources: ServerContext, { uri, names = [] }: { uri: string; names?: readonly string[] }) {
  return [await documentPath(sources, uri), ...names].join("::");
}

/** @param params identifies the symbol by its id or by its position */
export async function handleCardRequest(
  sources: ServerContext,
  params: RequestSubject & { readonly symbolId?: string },
  signal: AbortSignal,
): Promise<object> {
  const inquiry = await startInquiry(sources, params, signal);
  const symbolId = params.symbolId ?? (await symbolAtSubject(sources, params, signal));
  if (symbolId === undefined)
    throw new SdlError(
      "symbol_not_found",
      "the index has no symbol at this position; put the cursor on a name, or pass symbolId",
    );
  return { text: (await inquiry.runActionAsText(symbolGetCard, { symbolId }, STYLE)).text };
}
