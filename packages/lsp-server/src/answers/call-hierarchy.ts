/** Call hierarchy: callers and callees of a symbol, one level per request. */
import { referencePlaces, symbolGetCards } from "@sdl/engine";
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  TextDocumentPositionParams,
} from "vscode-languageserver";
import { Inquiry, type ServerContext, type SymbolLabel, simpleName } from "./inquiry.js";
import { inquireSymbol } from "./position-request.js";
import { toProtocolKind } from "./symbol-kinds.js";

/** Handles `textDocument/prepareCallHierarchy`; null without a symbol at the position. */
export async function prepareCallHierarchy(
  sources: ServerContext,
  params: TextDocumentPositionParams,
  signal: AbortSignal,
): Promise<CallHierarchyItem[] | null> {
  const asked = await inquireSymbol(sources, params, signal);
  return asked === undefined ? null : toItems(asked.inquiry, [asked.symbol]);
}

/** Handles `callHierarchy/incomingCalls`. */
export async function incomingCalls(
  sources: ServerContext,
  item: CallHierarchyItem,
  signal: AbortSignal,
): Promise<readonly CallHierarchyIncomingCall[]> {
  const calls = await findCalls(sources, { item, direction: "callers" }, signal);
  return calls.map(({ other, fromRanges }) => ({ from: other, fromRanges }));
}

/** Handles `callHierarchy/outgoingCalls`. */
export async function outgoingCalls(
  sources: ServerContext,
  item: CallHierarchyItem,
  signal: AbortSignal,
): Promise<readonly CallHierarchyOutgoingCall[]> {
  const calls = await findCalls(sources, { item, direction: "callees" }, signal);
  return calls.map(({ other, fromRanges }) => ({ to: other, fromRanges }));
}

/** Data attached to an item, by which later requests find its symbol. */
interface ItemData {
  readonly repoId: string;
  readonly symbolId: string;
}

interface HierarchyCall {
  readonly other: CallHierarchyItem;
  /** Ranges of the calls in the caller's file. */
  readonly fromRanges: CallHierarchyIncomingCall["fromRanges"];
}

async function findCalls(
  sources: ServerContext,
  { item, direction }: { readonly item: CallHierarchyItem; readonly direction: "callers" | "callees" },
  signal: AbortSignal,
): Promise<readonly HierarchyCall[]> {
  const { repoId, symbolId } = item.data as ItemData;
  const entry = sources.engine.resolve(repoId);
  const inquiry = new Inquiry(sources, entry, signal);
  const found = await inquiry.runWithContext((context) => referencePlaces(context, { repoId, symbolId, direction }));
  const others = found ?? [];
  const items = await toItems(inquiry, others);
  return Promise.all(
    items.map(async (other) => {
      const of = others.find((one) => one.symbolId === (other.data as ItemData).symbolId);
      const places = await Promise.all((of?.sites ?? []).map((site) => inquiry.siteLocation(site)));
      return { other, fromRanges: places.map(({ range }) => range) };
    }),
  );
}

/** Maximum number of cards per call of the action. */
const CARDS_PER_CALL = 100;

async function toItems(inquiry: Inquiry, labels: readonly SymbolLabel[]): Promise<CallHierarchyItem[]> {
  const items: CallHierarchyItem[] = [];
  for (let from = 0; from < labels.length; from += CARDS_PER_CALL) {
    const symbolIds = labels.slice(from, from + CARDS_PER_CALL).map(({ symbolId }) => symbolId);
    const answer = await inquiry.runAction(symbolGetCards, { symbolIds });
    for (const card of answer?.cards ?? []) {
      if ("notModified" in card) continue;
      const label = { ...card, line: card.line ?? card.range.startLine };
      const { uri, range: selectionRange } = await inquiry.nameLocation(label);
      const data: ItemData = { repoId: inquiry.entry.repoId, symbolId: card.symbolId };
      const name = card.kind === "module" ? card.name : simpleName(card.name);
      const range = await inquiry.locationOfRange(card.file, card.range);
      items.push({ name, kind: toProtocolKind(card.kind), detail: card.file, uri, range, selectionRange, data });
    }
  }
  return items;
}
