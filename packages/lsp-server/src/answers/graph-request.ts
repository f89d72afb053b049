/** Request `sdl/graph`: a picture of a symbol, a slice, a change or the repository, as a page for the editor's webview. */
import { drawGraphPicture, type PictureRequest, SdlError } from "@sdl/engine";
import type { ServerContext } from "./inquiry.js";
import { documentPath, type RequestSubject, startInquiry, symbolAtSubject } from "./subject.js";

/** Parameters of the request. By default the picture shows the symbol at the position, or else the whole document; for a folder, its repository. */
export interface GraphParams extends RequestSubject {
  /** Nonce of the webview's content security policy. */
  readonly nonce: string;
  readonly taskText?: string;
  /** Symbols to show, for example from an earlier answer, and the picture's title. */
  readonly symbols?: { readonly title: string; readonly ids: readonly string[] };
  /** Version that the editors' text is compared with. */
  readonly base?: string;
  readonly depth?: number;
  readonly limit?: number;
}

/** Handles `sdl/graph`. @throws {SdlError} `invalid_params` without a nonce */
export async function handleGraphRequest(
  sources: ServerContext,
  params: GraphParams,
  signal: AbortSignal,
): Promise<object> {
  if (typeof params.nonce !== "string")
    throw new SdlError("invalid_params", "nonce is missing; pass the nonce of the webview's content security policy");
  const inquiry = await startInquiry(sources, params, signal);
  const request = await pictureRequestOf(sources, params, signal);
  const { engine } = sources;
  const picture = await drawGraphPicture({ engine, signal }, { repoId: inquiry.entry.repoId, ...request });
  const { graphPage } = await import("@sdl/graph-page");
  const files = [...new Set(picture.nodes.map(({ file }) => file))].sort();
  const uris = await Promise.all(files.map((file) => sources.repositories.uriOf(inquiry.entry, file)));
  return {
    html: graphPage(picture, { editor: { nonce: params.nonce } }),
    ...{ title: picture.title, symbols: picture.nodes.length },
    files: Object.fromEntries(files.map((file, i) => [file, uris[i]])),
  };
}

async function pictureRequestOf(
  sources: ServerContext,
  params: GraphParams,
  signal: AbortSignal,
): Promise<PictureRequest> {
  const { taskText, symbols, base, textDocument, depth, limit } = params;
  if (taskText !== undefined) return { task: taskText, limit };
  if (symbols !== undefined) return { symbols };
  if (base !== undefined) return { delta: { from: base, to: "@draft" }, limit };
  if (textDocument === undefined) return { limit };
  const symbol = (await symbolAtSubject(sources, params, signal)) ?? (await documentPath(sources, textDocument.uri));
  return { symbol, depth, limit };
}
