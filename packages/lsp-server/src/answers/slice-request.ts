/** `sdl/slice` and `sdl/card`: what must be known for a task, and of one symbol. */
import { loadTokenCounter, SdlError, type SliceCard, sliceBuild, symbolGetCard, toolStyle } from "@sdl/engine";
import type { Sources } from "./inquiry.js";
import { type PlacedSymbol, placed } from "./placed-symbols.js";
import { sliceMarkdown } from "./slice-markdown.js";
import { inquiryOf, pathOf, type Subject, symbolOf } from "./subject.js";

/** Without a start of another kind: the symbol at the position, else the whole document. */
export interface SliceParams extends Subject {
  readonly taskText?: string;
  readonly stackTrace?: string;
  /** Of documents. */
  readonly editedFiles?: readonly string[];
  /** A document, and where it has several tests the one that fails. */
  readonly failingTest?: { readonly uri: string; readonly names?: readonly string[] };
  /** Tokens. */
  readonly budget?: number;
}

interface SliceSymbol extends PlacedSymbol {
  /** How much of its source the text shows. */
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

const STYLE = toolStyle("underscore");

export async function slice(sources: Sources, params: SliceParams, signal: AbortSignal): Promise<object> {
  const inquiry = await inquiryOf(sources, withDocument(params), signal);
  const { text, answer } = await inquiry.askText(sliceBuild, await argumentsOf(sources, params, signal), STYLE);
  const { sliceHandle, slice: sent } = answer as SentSlice;
  const cards = sent?.cards ?? [];
  const symbols = await Promise.all(
    cards.map(
      async (card): Promise<SliceSymbol> => ({
        ...(await placed(inquiry, card)),
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

/** A start in a document says which repository is meant. */
function withDocument(params: SliceParams): SliceParams {
  const uri = params.textDocument?.uri ?? params.failingTest?.uri ?? params.editedFiles?.[0];
  return uri === undefined ? params : { ...params, textDocument: { uri } };
}

async function argumentsOf(sources: Sources, params: SliceParams, signal: AbortSignal): Promise<object & Arguments> {
  const { taskText, stackTrace, editedFiles, failingTest, budget, textDocument } = params;
  const symbol = await symbolOf(sources, params, signal);
  const files = await Promise.all((editedFiles ?? []).map((uri) => pathOf(sources, uri)));
  const hasStart = symbol !== undefined || failingTest !== undefined || files.length > 0;
  if (!hasStart && textDocument !== undefined) files.push(await pathOf(sources, textDocument.uri));
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

async function testPath(sources: Sources, { uri, names = [] }: { uri: string; names?: readonly string[] }) {
  return [await pathOf(sources, uri), ...names].join("::");
}

/** @param params the symbol by its id, as other answers name it, or by its place */
export async function card(
  sources: Sources,
  params: Subject & { readonly symbolId?: string },
  signal: AbortSignal,
): Promise<object> {
  const inquiry = await inquiryOf(sources, params, signal);
  const symbolId = params.symbolId ?? (await symbolOf(sources, params, signal));
  if (symbolId === undefined) throw new SdlError("symbol_not_found", "no symbol of the index stands there");
  return { text: (await inquiry.askText(symbolGetCard, { symbolId }, STYLE)).text };
}
