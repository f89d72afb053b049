/** References to a symbol, and its implementations. */
import { referencePlaces, symbolReferences } from "@sdl/engine";
import type { Location, ReferenceParams, TextDocumentPositionParams } from "vscode-languageserver";
import type { ServerContext } from "./inquiry.js";
import { inquireSymbol } from "./position-request.js";

/** Handles `textDocument/references`. */
export async function handleReferences(
  sources: ServerContext,
  params: ReferenceParams,
  signal: AbortSignal,
): Promise<readonly Location[]> {
  const asked = await inquireSymbol(sources, params, signal);
  if (asked === undefined) return [];
  const { inquiry, symbol } = asked;
  const { symbolId } = symbol;
  const users = await inquiry.runWithContext((context, repoId) =>
    referencePlaces(context, { repoId, symbolId, direction: "references" }),
  );
  const sites = (users ?? []).flatMap((user) => user.sites);
  const places = await Promise.all(sites.map((site) => inquiry.siteLocation(site)));
  const isDeclarationWanted = params.context?.includeDeclaration === true;
  return isDeclarationWanted ? [await inquiry.nameLocation(symbol), ...places] : places;
}

/** Maximum number of implementing types or members in an answer. */
const MAX_IMPLEMENTATIONS = 500;

/** Handles `textDocument/implementation`. */
export async function handleImplementations(
  sources: ServerContext,
  params: TextDocumentPositionParams,
  signal: AbortSignal,
): Promise<readonly Location[]> {
  const asked = await inquireSymbol(sources, params, signal);
  if (asked === undefined) return [];
  const { inquiry, symbol } = asked;
  const request = { symbolId: symbol.symbolId, direction: "implementations", depth: 5, limit: MAX_IMPLEMENTATIONS };
  const found = await inquiry.runAction(symbolReferences, request);
  return Promise.all((found?.items ?? []).map((item) => inquiry.nameLocation(item)));
}
